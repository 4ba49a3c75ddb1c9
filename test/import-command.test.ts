import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Message } from "../src/features/inbox/contract";
import { projectRoot } from "../src/server/project-root";
import { androidLine } from "./support/sample-exports";
import { startTestApp } from "./support/test-app";

const app = await startTestApp();
const folder = mkdtempSync(join(tmpdir(), "import-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const chat = join(folder, "chat.txt");
const request = "Please send me the signed contract by Friday.";
writeFileSync(
  chat,
  ["Bo", "Ana", "Cy"]
    .map((name) => androidLine("13/07/2026", "10:15", name, `${request} ${name}`))
    .join("\n"),
);

interface CommandResult {
  code: number;
  /** The output line for programs. */
  counts: unknown;
  /** The output for people. */
  output: string;
}

function run(...words: string[]): Promise<CommandResult> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: folder,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["dist/import.js", ...words],
      { cwd: projectRoot, env },
      (error, stdout, stderr) =>
        resolve({
          code: error ? Number(error.code) : 0,
          counts: stdout.trim() ? (JSON.parse(stdout) as unknown) : null,
          output: stderr,
        }),
    );
  });
}

test("BEY-16 the command counts, imports a chat in the given time zone, knows which sender you are, and adds nothing twice", async () => {
  const ana = await app.signIn();
  const mine = ["--email", ana.user.email];

  const counted = await run(...mine, "--dry-run", "--time-zone", "Asia/Tokyo", chat);
  expect(counted).toMatchObject({ code: 0, counts: { found: 3, new: 3, duplicate: 0, damaged: 0 } });
  expect(counted.output).toContain("chat.txt is a WhatsApp chat. Its dates were read day first");
  expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/imports`)).body).toEqual([]);

  const stranger = await run(...mine, "--me", "Di", chat);
  expect(stranger).toMatchObject({ code: 1, counts: null });
  expect(stranger.output).toContain("called Di. The senders are: Bo, Ana, Cy.");

  const done = await run(...mine, "--me", "ana", "--time-zone", "Asia/Tokyo", chat);
  expect(done).toMatchObject({
    code: 0,
    counts: { found: 3, stored: 3, duplicate: 0, damaged: 0, analysed: 3 },
  });
  expect(done.output).toContain("Messages from Ana count as your own.");
  const { body } = await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`);
  expect(
    body.map(({ sender, createdAt, aiAnalysis }) => [sender, createdAt, aiAnalysis?.hasTask]).sort(),
  ).toEqual([
    ["Ana", "2026-07-13T01:15:00.000Z", false],
    ["Bo", "2026-07-13T01:15:00.000Z", true],
    ["Cy", "2026-07-13T01:15:00.000Z", true],
  ]);

  const again = await run(...mine, "--time-zone", "Asia/Tokyo", chat);
  expect(again).toMatchObject({ code: 0, counts: { found: 3, stored: 0, duplicate: 3 } });
  expect(again.output).toContain("Messages from Ana count as your own.");
});

test("BEY-16 the command refuses invalid arguments with a sentence", async () => {
  expect((await run("--email", "ana@example.com", "--time-zone", "Atlantis", chat)).output).toContain(
    "Atlantis isn't a time zone. Use a name such as Europe/Berlin.",
  );
  const none = await run("--email", "ana@example.com");
  expect(none.code).toBe(1);
  expect(none.output).toContain("--time-zone");
  expect((await run("--email", "ana@example.com", join(folder, "none.txt"))).output).toContain(
    "Can't read the file",
  );
});
