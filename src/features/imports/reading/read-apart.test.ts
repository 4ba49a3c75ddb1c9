import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { makeZip } from "../../../../test/support/sample-zip";
import { createParserPool } from "../../inbox/reading/parser-pool";
import { type ArchiveBatch, type ReaderOptions, readApart } from "./read-apart";

const folder = mkdtempSync(join(tmpdir(), "zippy-reading-"));
afterAll(() => rmSync(folder, { recursive: true }));

const mail = (subject: string) =>
  `From: Bo <bo@example.org>\nSubject: ${subject}\nDate: Mon, 16 Nov 2026 09:00:00 +0000\n\nHello\n`;
const mbox = (count: number, subject = "Report") =>
  Array.from(
    { length: count },
    (_, n) => `From bo@example.org Mon Nov 16 09:00:00 2026\n${mail(`${subject} ${n}`)}\n`,
  ).join("");
const fileOf = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { name, path };
};

async function read(
  files: { name: string; path: string }[],
  { skip = 0, ...options }: ReaderOptions & { skip?: number } = {},
): Promise<ArchiveBatch[]> {
  const batches: ArchiveBatch[] = [];
  const given = { files, skip, timeZone: "UTC", ownerAddress: null };
  for await (const batch of readApart(given, options)) batches.push(batch);
  return batches;
}
const locationsOf = (batches: ArchiveBatch[]) =>
  batches.flatMap(({ mails }) =>
    mails.map(({ position }) => `${position.entry ?? position.file} ${position.index}`),
  );

test("reads all files in order, from any message on, with what it noticed, and says how far it is", async () => {
  const files = [
    fileOf("one.mbox", mbox(250)),
    fileOf("two.mbox.gz", gzipSync(mbox(3))),
    fileOf("empty.mbox", ""),
    fileOf(
      "three.zip",
      makeZip([
        { name: "a.mbox", content: mbox(2) },
        { name: "b.csv", content: "date,text\n2026-03-02,fine\n,," },
      ]),
    ),
  ];
  const size = files.reduce((sum, { path }) => sum + statSync(path).size, 0);
  const all = await read(files);
  const locations = locationsOf(all);
  expect(locations).toHaveLength(256);
  expect(locations.slice(249)).toEqual([
    ...["one.mbox 250", "two.mbox.gz 1", "two.mbox.gz 2", "two.mbox.gz 3"],
    ...["b.csv 1", "a.mbox 1", "a.mbox 2"],
  ]);
  expect(all.flatMap(({ problems }) => problems.map(({ where }) => where))).toEqual([
    "empty.mbox",
    "three.zip, b.csv, line 3",
  ]);
  expect(all.reduce((sum, { damaged }) => sum + damaged, 0)).toBe(1);
  expect(all.flatMap(({ notes }) => notes)).toContainEqual(expect.stringContaining("b.csv is a table"));
  const reached = all.map((batch) => batch.read);
  expect(reached).toEqual(reached.toSorted((a, b) => a - b));
  // What a zip has besides its files isn't read.
  expect(reached.at(-1)).toBeLessThanOrEqual(size);
  expect(reached.at(-1)).toBeGreaterThan(size - 600);
  expect(locationsOf(await read(files, { skip: 251 }))).toEqual(locations.slice(251));
});

const script = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const inWorker = `import { parentPort } from "node:worker_threads";`;

test.each([
  ["long", "for (;;);", { longest: 300 }],
  ["much memory", "const all = []; for (;;) all.push(new Array(1000).fill(all.length));", {}],
])("a file that takes too %s ends the reading with a sentence that names it", async (what, harm, options) => {
  const second = `${inWorker} let current, answered;
    parentPort.on("message", (message) => {
      if (message !== "next") current = message.current;
      else if (answered) { current[0] = 1; ${harm} }
      else parentPort.postMessage({ bytes: new ArrayBuffer(0), mails: [], problems: [], notes: [], done: !(answered = true) });
    });`;
  const files = ["fine.mbox", "harmful.zip"].map((name) => ({ name, path: name }));
  await expect(read(files, { script: script(second), ...options })).rejects.toThrow(
    `Reading harmful.zip takes too ${what}. Leave this file out.`,
  );
});

test("a worker that ends or fails by itself is a fault, not the file's", async () => {
  const files = [{ name: "fine.mbox", path: "fine.mbox" }];
  await expect(read(files, { script: script("throw new Error('no reader')") })).rejects.toThrow("no reader");
  await expect(read(files, { script: script("process.exit(3)") })).rejects.toThrow("the reader stopped");
});

test("mails are only identified as an import does it, and one that kills the worker comes back with a sentence", async () => {
  const [file] = [fileOf("mails.mbox", mbox(3))];
  const batches = await read([file as { name: string; path: string }]);
  const mails = batches.flatMap((batch) => batch.mails);
  const parser = createParserPool();
  const parsed = await parser.parse(mails);
  expect(await parser.inspect(mails)).toEqual(
    parsed.map(({ externalId, problem }) => ({ externalId, problem })),
  );
  await parser.close();
  const fragile = createParserPool({
    script: script(`${inWorker} parentPort.on("message", ({ id, bytes, mails }) => {
      if (Buffer.from(bytes).includes("Report 1")) process.exit(3);
      parentPort.postMessage({ id, mails: mails.map(() => ({ mail: { externalId: "fine", problem: null } })) });
    });
    parentPort.postMessage("ready");`),
  });
  const [, killer, third] = await fragile.inspect(mails);
  expect(killer).toMatchObject({ externalId: parsed[1]?.externalId });
  expect(killer?.problem).toBe(
    "The body of this email couldn't be read (the parser stopped), so only the headers were kept.",
  );
  expect(third).toEqual({ externalId: "fine", problem: null });
  await fragile.close();
});
