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
  await expect(blobs.restore(id, Readable.from([Buffer.from("changed")]))).rejects.toThrow("EEXIST");
  await blobs.remove(id);
  expect(readFileSync(outside, "utf8")).toBe("secret");
  expect(() => blobs.path("../outside")).toThrow("not a blob id");
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
