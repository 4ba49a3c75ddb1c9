import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, inject, test } from "vitest";
import yauzl from "yauzl";
import { templateDatabase, withDatabase } from "../../test/support/databases";
import { writeBackup } from "./backup/write-backup";
import { openBlobs } from "./blobs";

const dataDir = mkdtempSync(join(tmpdir(), "zippy-blobs-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const folder = join(dataDir, "blobs");
mkdirSync(folder);
const blobs = openBlobs(folder);
const outside = join(dataDir, "outside");

/** A link to a file outside of the folder under the id of a blob. */
function linked(): string {
  writeFileSync(outside, "secret");
  const id = blobs.newId("upload");
  symlinkSync(outside, join(folder, id));
  return id;
}

test("a link among the blobs is neither read nor written through, and removing it leaves its target", async () => {
  const id = linked();
  expect(() => blobs.path(id)).toThrow("a blob is no link");
  await expect(blobs.writeAt(id, 0, Buffer.from("changed"))).rejects.toThrow("ELOOP");
  await expect(blobs.overwrite(id, 0, Buffer.from("changed"))).rejects.toThrow("ELOOP");
  await expect(blobs.restore(id, Readable.from([Buffer.from("changed")]))).rejects.toThrow("ELOOP");
  await blobs.remove(id);
  expect(readFileSync(outside, "utf8")).toBe("secret");
  expect(() => blobs.path("../outside")).toThrow("not a blob id");
});

test("what a broken-off restore left of a blob is completed, and another one with its id stays as it is", async () => {
  const id = blobs.newId("audio");
  const whole = Buffer.alloc(200_000, "abc");
  const pieces = () => Readable.from([whole.subarray(0, 90_000), whole.subarray(90_000)]);
  for (const part of [whole.subarray(0, 0), whole.subarray(0, 90_001), whole]) {
    writeFileSync(join(folder, id), part);
    expect(await blobs.restore(id, pieces())).toBe(false);
    expect(readFileSync(blobs.path(id)).equals(whole)).toBe(true);
  }
  for (const other of [Buffer.from("abx"), Buffer.concat([whole, Buffer.from("a")])]) {
    writeFileSync(join(folder, id), other);
    await expect(blobs.restore(id, pieces())).rejects.toThrow(
      /with another content, so nothing was restored/,
    );
    expect(readFileSync(blobs.path(id)).equals(other)).toBe(true);
  }
  await blobs.remove(id);
  expect(await blobs.restore(id, pieces())).toBe(true);
  await blobs.remove(id);
});

test("a stream is stored with its size; one that breaks off or is refused leaves nothing behind", async () => {
  const pieces = [Buffer.from("half"), Buffer.from("way")];
  const { id, size } = await blobs.write("upload", Readable.from(pieces));
  expect([size, readFileSync(blobs.path(id), "utf8")]).toEqual([7, "halfway"]);
  await blobs.remove(id);

  const broken = Readable.from(pieces);
  const breaking = blobs.write("upload", broken, () => broken.destroy());
  await expect(breaking).rejects.toThrow("Premature close");
  const refused = Readable.from(pieces);
  const refusing = blobs.write("upload", refused, (bytes) => {
    if (bytes === 3) throw new Error("too much");
  });
  await expect(refusing).rejects.toThrow("too much");
  expect(refused.destroyed).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test("a backup leaves out links among the blobs", async () => {
  const id = linked();
  const { id: own } = await blobs.write("upload", Readable.from([Buffer.from("mine")]));
  const database = await withDatabase(inject("postgresUrl"), `test_blobs_${process.pid}`, templateDatabase);
  const file = join(dataDir, "backup.zip");
  expect(await writeBackup(database, dataDir, file)).toMatchObject({ blobs: 1 });
  const names: string[] = [];
  const zip = await yauzl.openPromise(file);
  for await (const { fileName } of zip.eachEntry()) names.push(String(fileName));
  expect(names).toContain(`blobs/${own}`);
  expect(names).not.toContain(`blobs/${id}`);
});
