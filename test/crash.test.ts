import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import type { Import } from "../src/features/imports/contract";
import { startPostgres } from "../src/server/postgres/postgres";
import { signIn } from "./support/person";
import { type ServerProcess, startServerProcess } from "./support/server-process";

const mails = 3000;
const kills = 20;

const dataDir = mkdtempSync(join(tmpdir(), "zippy-crash-"));
chmodSync(dataDir, 0o755);
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

function archive(): string {
  return Array.from({ length: mails }, (_, n) => {
    const day = String(1 + (n % 28)).padStart(2, "0");
    return `From bo@example.org Mon Nov 16 09:00:00 2026\nFrom: Bo <bo@example.org>\nTo: ana@example.com\nSubject: Report ${n}\nDate: ${day} Oct 2026 09:00:00 +0000\nMessage-ID: <${n}@example.org>\n\nPlease send me report ${n} by Friday. ${"The figures are in the appendix. ".repeat(n % 60)}\n\n`;
  }).join("");
}

/** Seeded, so that a failing run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test(`after ${kills} kill -9 in the middle of an import, every message exists exactly once and every acknowledged change is kept`, {
  timeout: 240_000,
}, async () => {
  const random = randomNumbers(20261121);
  server = await startServerProcess(dataDir);
  const ana = await signIn(() => (server as ServerProcess).url, "Ana");
  const imports = `/api/teams/${ana.teamId}/imports`;
  const files = [{ name: "inbox.mbox", content: archive() }];
  const { body: counted } = await ana.upload<Import>(imports, files);
  expect(counted).toMatchObject({ found: mails, new: mails });
  await ana.post(`${imports}/${counted.id}/start`);
  const progress = async () => (await ana.get<Import>(`${imports}/${counted.id}`)).body;

  const acknowledged: string[] = [];
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    const deadline = Date.now() + 5 + random() * 250;
    // However busy the machine is, each kill has something acknowledged to lose.
    for (const before = acknowledged.length; Date.now() < deadline || acknowledged.length === before; ) {
      const { status, body } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/tasks`, {
        title: "Kept",
      });
      if (status === 200) acknowledged.push(body.id);
      else await sleep(20); // the database is recovering from its kill
    }
    const { status } = await progress();
    if (status === "completed") {
      // The import finished. Import the same file again, so that the next kill hits a running import.
      const { body: again } = await ana.upload<Import>(imports, files);
      await ana.post(`${imports}/${again.id}/start`);
    } else interrupted++;
    if (kill % 4 === 3) {
      const postmaster = Number(
        readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
      );
      process.kill(postmaster, "SIGKILL");
    } else {
      await server.kill("SIGKILL");
      server = await startServerProcess(dataDir);
    }
  }
  expect(interrupted).toBeGreaterThan(0);

  const deadline = Date.now() + 60_000;
  let last = await progress();
  while (last.status !== "completed" && Date.now() < deadline) {
    await sleep(100);
    last = await progress();
  }
  expect(last).toMatchObject({ status: "completed", processed: mails });
  const { body: repeated } = await ana.upload<Import>(imports, files);
  expect(repeated).toMatchObject({ found: mails, new: 0, duplicate: mails });
  await server.kill("SIGTERM");
  server = undefined;

  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as messages, count(distinct external_id)::int as distinct, count(ai_analysis)::int as analysed,
         (select count(*)::int from events where type = 'message_received') as facts,
         (select count(*)::int from tasks where id = any($1::uuid[])) as tasks
       from messages`,
      [acknowledged],
    );
    expect(rows[0]).toEqual({
      messages: mails,
      distinct: mails,
      analysed: mails,
      facts: mails,
      tasks: acknowledged.length,
    });
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills);
  } finally {
    await client.end();
    await postgres.stop();
  }
});
