import { afterEach, describe, expect, test } from "vitest";
import type { RawMail } from "../../mail/raw-mail";
import { createParserPool, type ParserPool, type ParserPoolOptions } from "./parser-pool";

const reader = { ownerAddress: "owner@o.example" };
const head = "From: Ann <ann@a.example>\nTo: owner@o.example\nDate: Mon, 6 Jun 2005 22:21:22 +0200\n";

let pool: ParserPool;
afterEach(() => pool.close());

function open(options: ParserPoolOptions = {}): ParserPool {
  pool = createParserPool(options);
  return pool;
}

function mails(...subjects: string[]): RawMail[] {
  return subjects.map((subject, i) => ({
    bytes: Buffer.from(`${head}Subject: ${subject}\n\nPlease send ${subject} by Friday.\n`),
    position: { file: "x.mbox", entry: null, index: i + 1 },
    postmark: null,
    problem: null,
  }));
}

describe("the worker", () => {
  test("parses and analyzes every mail in order", async () => {
    const read = await open().read(mails("one", "two", "three"), reader);
    expect(read.map(({ mail }) => mail.subject)).toEqual(["one", "two", "three"]);
    expect(read[0]?.mail.sentAt).toEqual(new Date("2005-06-06T20:21:22.000Z"));
    expect(read.map(({ analysis, conclusionError }) => [analysis?.hasTask, conclusionError])).toEqual([
      [true, null],
      [true, null],
      [true, null],
    ]);
  });

  test("finds no task in the owner's mail and doesn't analyze a mail without a date", async () => {
    const [own, dateless] = mails("one", "two") as [RawMail, RawMail];
    own.bytes = Buffer.from(
      Buffer.from(own.bytes).toString().replace("ann@a", "Owner@O").replace("@O.example", "@o.example"),
    );
    dateless.bytes = Buffer.from("From: ann@a.example\n\nPlease call.\n");
    const read = await open().read([own, dateless], reader);
    expect(read[0]?.analysis?.hasTask).toBe(false);
    expect(read[1]).toMatchObject({
      analysis: null,
      conclusionError: null,
      mail: { problem: expect.stringContaining("no readable date") },
    });
  });

  test("leaves the given mails usable", async () => {
    const given = mails("one");
    await open().read(given, reader);
    expect(Buffer.from(given[0]?.bytes ?? []).toString()).toContain("Subject: one");
  });

  test("starts again after closing", async () => {
    await open().read(mails("one"), reader);
    await pool.close();
    expect(await pool.read(mails("two"), reader)).toHaveLength(1);
  });

  test("an empty batch needs no worker", async () => {
    expect(await open().read([], reader)).toEqual([]);
  });
});

/**
 * A worker that answers with the mails' numbers after `delay` milliseconds and runs `harm` on a poisoned
 * mail.
 */
function stub(harm: string, delay = 0): URL {
  const source = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, bytes, mails }) => {
      const text = Buffer.from(bytes).toString();
      if (text.includes("Subject: poison")) { ${harm} }
      const answer = { id, mails: mails.map(({ position }) => ({ mail: { subject: "read " + position.index }, analysis: null, conclusionError: null })) };
      if (${delay}) setTimeout(() => parentPort.postMessage(answer), ${delay});
      else parentPort.postMessage(answer);
    });
    parentPort.postMessage("ready");`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

describe("a mail that kills the worker", () => {
  test.each([
    ["by a thrown error", "throw new Error('boom');", {}, "boom"],
    ["by ending the thread", "process.exit(3);", {}, "the parser stopped"],
    ["by never ending", "for (;;);", { timeout: 300 }, "it took too long"],
    [
      "by using up its memory",
      "const all = []; for (;;) all.push(new Array(1000).fill(all.length));",
      { memory: 32 },
      "memory limit",
    ],
  ])(
    "%s comes back with its headers and the reason, and the others are read",
    async (_, harm, options, reason) => {
      open({ script: stub(harm), ...options });
      const [first, second] = await Promise.all([
        pool.read(mails("one", "poison", "three"), reader),
        pool.read(mails("four"), reader),
      ]);
      expect(first.map(({ mail }) => mail.subject)).toEqual(["read 1", "poison", "read 3"]);
      expect(first[1]).toMatchObject({ analysis: null, mail: { content: "", fromAddress: "ann@a.example" } });
      expect(first[1]?.mail.problem).toContain(reason);
      expect(first[1]?.mail.problem).toContain("only the headers were kept");
      expect(second.map(({ mail }) => mail.subject)).toEqual(["read 1"]);
    },
  );
});

test("retries a batch the worker had read but not sent when the next one killed it", async () => {
  open({ script: stub("throw new Error('boom');", 20) });
  const [before, poison, after] = await Promise.all(
    ["one", "poison", "three"].map((subject) => pool.read(mails(subject), reader)),
  );
  expect(before?.map(({ mail }) => mail.subject)).toEqual(["read 1"]);
  expect(poison?.[0]?.mail.problem).toContain("boom");
  expect(after?.map(({ mail }) => mail.subject)).toEqual(["read 1"]);
});

test("a worker that can't start is an error rather than damaged mail", async () => {
  open({ script: new URL("data:text/javascript,throw new Error('no engine')") });
  await expect(pool.read(mails("one"), reader)).rejects.toMatchObject({
    message: "The mail parser couldn't be started.",
    cause: { message: "no engine" },
  });
});

test("closing rejects pending batches", async () => {
  const under = open({ script: stub("for (;;);") }).read(mails("poison"), reader);
  const outcome = expect(under).rejects.toThrow("closed");
  await pool.close();
  await outcome;
});

test("batches that keep arriving don't give a stuck one more time", async () => {
  open({ script: stub("for (;;);"), timeout: 400 });
  const stuck = pool.read(mails("poison"), reader);
  const later: Promise<unknown>[] = [];
  const arriving = setInterval(() => later.push(pool.read(mails("next"), reader)), 50);
  const [first] = await stuck;
  clearInterval(arriving);
  expect(first?.mail.problem).toContain("it took too long");
  await Promise.all(later);
});
