import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeZip } from "../../../../../test/support/sample-zip";
import { inspectRawMail } from "../../../mail/inspect-mail";
import { type ArchiveProblem, locationOf, maxMailBytes, type RawMail } from "../../../mail/raw-mail";
import { readArchive } from "./archive";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
});
afterAll(() => rm(folder, { recursive: true }));

const mail = (subject: string, body = "Text\n") =>
  `From: ann@a.example\nSubject: ${subject}\nDate: Mon, 6 Jun 2005 22:21:22 +0200\n\n${body}`;
const mbox = (...subjects: string[]) =>
  subjects.map((subject) => `From ann@a.example Thu Nov  1 11:19:12 2001\n${mail(subject)}\n`).join("");

async function readFile(
  content: string | Buffer,
  name = "file.bin",
): Promise<{ mails: RawMail[]; problems: ArchiveProblem[] }> {
  const path = join(folder, "input");
  await writeFile(path, content);
  return read(path, name);
}

async function read(path: string, name: string): Promise<{ mails: RawMail[]; problems: ArchiveProblem[] }> {
  const problems: ArchiveProblem[] = [];
  const mails: RawMail[] = [];
  for await (const item of readArchive(path, name, (problem) => problems.push(problem))) mails.push(item);
  return { mails, problems };
}

const locations = (mails: RawMail[]) => mails.map(({ position }) => locationOf(position));
const subjects = (mails: RawMail[]) =>
  mails.map(({ bytes }) => /^Subject: (.*)$/m.exec(Buffer.from(bytes).toString())?.[1]);

describe("detects the file type from the content", () => {
  test("an mbox yields its mails with their positions", async () => {
    const { mails, problems } = await readFile(mbox("one", "two"), "old.txt");
    expect(subjects(mails)).toEqual(["one", "two"]);
    expect(locations(mails)).toEqual(["old.txt, mail 1", "old.txt, mail 2"]);
    expect(problems).toEqual([]);
  });

  test("a single mail is one mail, even if its text looks like an mbox", async () => {
    const { mails } = await readFile(mail("one", `Look:\n\n${mbox("two")}`), "old.mbox");
    expect(subjects(mails)).toEqual(["one"]);
  });

  test("ignores a leading byte-order mark, empty lines and Windows line endings", async () => {
    const { mails } = await readFile(`\ufeff\r\n\r\n${mbox("one", "two").replaceAll("\n", "\r\n")}`);
    expect(subjects(mails)).toEqual(["one", "two"]);
  });

  test("unpacks a gzip of an mbox", async () => {
    const { mails } = await readFile(gzipSync(mbox("one", "two")));
    expect(subjects(mails)).toEqual(["one", "two"]);
  });

  test("an mbox cut off at its front loses only the missing part", async () => {
    const { mails } = await readFile(`rest of a text.\n\n${mbox("one", "two")}`);
    expect(mails).toHaveLength(3);
    expect(inspectRawMail(mails[0] as RawMail).problem).toContain("has no headers");
  });

  test.each([
    ["an empty file", Buffer.alloc(0), "The file is empty."],
    ["white space", Buffer.from("\n \n"), "The file is empty."],
    [
      "a text",
      Buffer.from("Dear diary,\n\nFrom the start: nothing.\n"),
      expect.stringContaining("Unknown file type"),
    ],
    ["settings", Buffer.from("name: zippy\nversion: 1\n\n"), expect.stringContaining("Unknown file type")],
    [
      "binary junk",
      Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 251)),
      expect.stringContaining("Unknown file type"),
    ],
    [
      "an Outlook message",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "This is an Outlook message (.msg). Save the message as EML, or export the folder as mbox.",
    ],
    [
      "an Outlook data file",
      Buffer.from("!BDN0000"),
      "This is an Outlook data file (.pst). Export its folders as mbox or EML.",
    ],
    [
      "a cut gzip",
      gzipSync("x".repeat(99)).subarray(0, 12),
      "The archive is cut off. Only the part before the cut was read.",
    ],
    [
      "a cut zip",
      Buffer.from("PK\x03\x04 and no more"),
      "The zip file is cut off or damaged: the directory at its end is unreadable.",
    ],
  ])("rejects %s with an explanation", async (_, content, reason) => {
    expect(await readFile(content, "x.mbox")).toEqual({ mails: [], problems: [{ where: "x.mbox", reason }] });
  });

  test("distinguishes a missing file from a folder", async () => {
    expect((await read(join(folder, "none"), "none")).problems[0]?.reason).toBe("The file doesn't exist.");
    expect((await read(folder, "dir")).problems[0]?.reason).toBe(
      "This is a folder. Add the files in it instead.",
    );
  });
});

test("a gzip cut off midway yields the mails before the cut", async () => {
  const lines = Array.from({ length: 4000 }, (_, i) => `${(i * 2654435761) % 4294967296} ${i}\n`);
  const packed = gzipSync(mbox("one", "two") + mbox(`three\n\n${lines.join("")}`, "four"));
  const { mails, problems } = await readFile(packed.subarray(0, packed.length / 2), "old.mbox.gz");
  expect(subjects(mails)).toEqual(["one", "two", "three"]);
  expect(problems).toHaveLength(1);
});

test("keeps the head of a single mail of 100 MB in bounded memory", async () => {
  const path = join(folder, "big.eml");
  const file = await open(path, "w");
  await file.write(mail("big"));
  const line = Buffer.alloc(1024 * 1024, "0123456789abcde\n");
  for (let i = 0; i < 100; i++) await file.write(line);
  await file.close();
  const { mails } = await read(path, "big.eml");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.bytes.length).toBe(maxMailBytes);
  expect(mails[0]?.problem).toBe("This email is 100 MB. Only its first 25 MB were read.");
  await rm(path);
});

describe("a zip", () => {
  test("yields the mails of all its files, including folders, and lists the rest with reasons", async () => {
    const zip = makeZip([
      { name: "a.eml", content: mail("one") },
      { name: "box/", content: "" },
      { name: "box/inbox.mbox", content: mbox("two", "three") },
      { name: "box/notes.txt", content: "Buy milk\n" },
      { name: "inner.zip", content: makeZip([{ name: "b.eml", content: mail("hidden") }]) },
      { name: "__MACOSX/._a.eml", content: "\0\x05\x16\x07" },
      { name: "void.eml", content: "" },
      { name: "last.eml", content: mail("four") },
    ]);
    const { mails, problems } = await readFile(zip, "all.zip");
    expect(subjects(mails)).toEqual(["one", "two", "three", "four"]);
    expect(locations(mails)[2]).toBe("all.zip, box/inbox.mbox, mail 2");
    expect(problems).toEqual([
      { where: "all.zip, box/notes.txt", reason: expect.stringContaining("Unknown file type") },
      { where: "all.zip, inner.zip", reason: expect.stringContaining("archive inside an archive") },
      { where: "all.zip, void.eml", reason: "The file is empty." },
    ]);
  });

  test.each(["../a.eml", "/etc/a.eml", "x/../../a.eml", "..\\a.eml", "C:\\a.eml"])(
    "rejects the name %s and continues",
    async (name) => {
      const { mails, problems } = await readFile(
        makeZip([
          { name, content: mail("one") },
          { name: "b.eml", content: mail("two") },
        ]),
      );
      expect(subjects(mails)).toEqual(["two"]);
      expect(problems[0]?.reason).toBe(
        "The name of this file points outside the archive, so it was refused.",
      );
    },
  );

  test("rejects encrypted entries and continues", async () => {
    const { mails, problems } = await readFile(
      makeZip([
        { name: "a.eml", content: mail("one"), flags: 1 },
        { name: "b.eml", content: mail("two") },
      ]),
    );
    expect(subjects(mails)).toEqual(["two"]);
    expect(problems[0]?.reason).toContain("encrypted");
  });

  test("rejects a bomb and continues", async () => {
    const bomb = Buffer.alloc(80 * 1024 * 1024, "a");
    bomb.write(mail("boom"));
    const { mails, problems } = await readFile(
      makeZip([
        { name: "bomb.eml", content: bomb },
        { name: "b.eml", content: mail("two") },
      ]),
    );
    expect(subjects(mails)).toEqual(["two"]);
    expect(problems[0]?.reason).toBe("This unpacks to far more than mail ever does, so it was refused.");
  });

  test("stops a bomb with a false size at its declared size", async () => {
    const bomb = Buffer.alloc(80 * 1024 * 1024, "a");
    bomb.write(mail("boom"));
    const { mails, problems } = await readFile(
      makeZip([
        { name: "bomb.eml", content: bomb, size: 1000 },
        { name: "b.eml", content: mail("two") },
      ]),
    );
    expect(subjects(mails).at(-1)).toBe("two");
    expect(mails[0]?.bytes.length).toBeLessThanOrEqual(1_000_000);
    expect(problems).toHaveLength(1);
  });

  test("stops a bomb of many small entries at the total limit", async () => {
    const chunk = Buffer.alloc(30 * 1024 * 1024, "a");
    const entries = Array.from({ length: 4 }, (_, i) => ({ name: `${i}.txt`, content: chunk }));
    const { problems } = await readFile(makeZip(entries));
    expect(problems.map(({ reason }) => reason.slice(0, 10))).toEqual([
      "Unknown fi",
      "Unknown fi",
      "This unpac",
      "This unpac",
    ]);
  });

  test("damaged data in one entry affects only that entry", async () => {
    const { mails, problems } = await readFile(
      makeZip([
        { name: "a.eml", content: mail("one"), garbled: true },
        { name: "b.eml", content: mail("two") },
      ]),
      "x.zip",
    );
    expect(subjects(mails)).toEqual(["two"]);
    expect(problems.map(({ where }) => where)).toEqual(["x.zip, a.eml"]);
  });

  test("names a file whose bytes were changed after it was zipped, and reads the others", async () => {
    const { mails, problems } = await readFile(
      makeZip([
        { name: "a.eml", content: mail("one"), sum: 1 },
        { name: "b.eml", content: mail("two") },
      ]),
      "x.zip",
    );
    expect(subjects(mails)).toContain("two");
    expect(problems).toEqual([
      { where: "x.zip, a.eml", reason: expect.stringContaining("damaged after it was zipped") },
    ]);
  });

  test("reports a zip without files", async () => {
    expect((await readFile(makeZip([]), "x.zip")).problems[0]?.reason).toBe(
      "The zip file contains no files.",
    );
  });
});
