import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { freePort } from "../../test/support/collecting";
import { templateDatabase, withDatabase } from "../../test/support/databases";
import { ConfigError } from "../server/config";
import { projectRoot } from "../server/project-root";
import { AppError } from "../shared/app-error";
import { explain, withoutRepeats } from "./command";

const failureOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return error;
  }
};

async function connect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

test("a database that doesn't answer, has another password or another name is named with the way on", async () => {
  const wrong = new URL(inject("postgresUrl"));
  const closed = await failureOf(async () => connect(`postgres://a:b@127.0.0.1:${await freePort()}/zippy`));
  expect(explain(closed)).toBe("Can't use the database (ECONNREFUSED). Start it, or correct DATABASE_URL.");
  wrong.pathname = "/nowhere";
  const unknown = await failureOf(() => connect(wrong.href));
  expect(explain(new Error("Failed query", { cause: unknown }))).toBe(
    "Can't use the database (3D000). Start it, or correct DATABASE_URL.",
  );
  wrong.password = "wrong";
  expect(explain(await failureOf(() => connect(wrong.href)))).toBe(
    "Can't use the database (28P01). Start it, or correct DATABASE_URL.",
  );
});

test("the server logs with the time what it notices, and ends with the sentence why it can't start", async () => {
  const env = {
    PATH: process.env.PATH,
    FIREBASE_API_KEY: "key",
    SECRET_KEY: "short",
    DATABASE_URL: await withDatabase(
      inject("postgresUrl"),
      `command_${process.pid}_${Date.now()}`,
      templateDatabase,
    ),
    DATA_DIR: mkdtempSync(join(tmpdir(), "zippy-command-")),
  };
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, ["dist/server.js"], { cwd: projectRoot, env }, (_error, _out, text) =>
      resolve(text),
    ),
  );
  rmSync(env.DATA_DIR, { recursive: true });
  expect(output).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z Nobody can sign in: /m);
  expect(output.trimEnd()).toMatch(/\nSECRET_KEY must be 32 random bytes in base64, .*$/);
});

test("a server whose port is in use ends with that sentence alone, and stops the work that it has begun", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: await withDatabase(
      inject("postgresUrl"),
      `command_port_${process.pid}_${Date.now()}`,
      templateDatabase,
    ),
    DATA_DIR: mkdtempSync(join(tmpdir(), "zippy-command-")),
    STT_ENGINE: "off",
  };
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) =>
    execFile(
      process.execPath,
      ["dist/server.js"],
      { cwd: projectRoot, env, timeout: 110_000 },
      (error, _out, text) => resolve({ code: error?.code, text }),
    ),
  );
  other.close();
  rmSync(env.DATA_DIR, { recursive: true });
  expect(text.trimEnd()).toBe(
    `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
  );
  expect(code).toBe(1);
});

test.each(["ENOSPC", "EDQUOT", "53100"])(
  "a full disk is a sentence, from the database and the system alike (%s)",
  (code) => {
    const cause = Object.assign(new Error("No space left on device"), { code });
    expect(explain(new Error("Failed query", { cause }))).toBe(
      "The disk is full. Make room, then try again.",
    );
  },
);

test("a port in use and a refused folder are sentences, too", async () => {
  const first = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => first.once("listening", resolve));
  const { port } = first.address() as { port: number };
  const second = createServer();
  const taken = new Promise((resolve) => second.once("error", resolve));
  second.listen(port, "127.0.0.1");
  expect(explain(await taken)).toContain(`Port ${port} is in use.`);
  first.close();

  const folder = mkdtempSync(join(tmpdir(), "zippy-command-"));
  writeFileSync(join(folder, "file"), "");
  const refused = Object.assign(new Error("EACCES: permission denied, mkdir '/x'"), { code: "EACCES" });
  expect(explain(refused)).toBe("Not allowed: EACCES: permission denied, mkdir '/x'");
  // A fault that nobody thought of keeps where it happened.
  expect(explain(await failureOf(() => mkdir(join(folder, "file", "in-it"))))).toContain("ENOTDIR");
  rmSync(folder, { recursive: true });
});

test("what is meant for people is said as it is, and a bug with its stack", () => {
  expect(explain(new AppError("conflict", "This database isn't empty."))).toBe("This database isn't empty.");
  expect(explain(new ConfigError("Usage: npm run backup"))).toBe("Usage: npm run backup");
  expect(explain(new TypeError("x is undefined"))).toContain("command.test.ts");
  expect(explain("text")).toBe("text");
});

/** A log of lines at times (milliseconds), and what it has printed. */
function startLog() {
  const printed: string[] = [];
  let now = 0;
  const log = withoutRepeats(
    (line) => printed.push(line),
    () => now,
  );
  const logAt = (time: number, line: string): void => {
    now = time;
    log(line);
  };
  return { printed, logAt };
}

test("a line that comes every second is printed once a minute, with how often it came; others are printed at once", () => {
  const { printed, logAt } = startLog();
  for (let time = 0; time <= 120_000; time += 1000) {
    logAt(time, "webhooks: the database is gone");
    if (time === 30_000) logAt(time, "imports: the disk is full");
  }
  expect(printed).toEqual([
    "webhooks: the database is gone",
    "imports: the disk is full",
    "webhooks: the database is gone (and 59 times before)",
    "webhooks: the database is gone (and 59 times before)",
  ]);
});

test("what was left out of a line is said, even if another line comes between", () => {
  const { printed, logAt } = startLog();
  for (let time = 0; time < 60_000; time += 1000) logAt(time, "webhooks: the database is gone");
  logAt(60_500, "imports: the disk is full");
  logAt(61_000, "webhooks: the database is gone");
  expect(printed).toEqual([
    "webhooks: the database is gone",
    "imports: the disk is full",
    "webhooks: the database is gone (and 59 times before)",
  ]);
});

test("a line that comes again after more than a minute is printed as it is", () => {
  const { printed, logAt } = startLog();
  logAt(0, "the listening connection broke");
  logAt(3_600_000, "another");
  logAt(3_600_000, "the listening connection broke");
  expect(printed).toEqual(["the listening connection broke", "another", "the listening connection broke"]);
});
