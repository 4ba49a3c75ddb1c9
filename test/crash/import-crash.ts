import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import type { Import } from "../../src/features/imports/contract";
import { startPostgres } from "../../src/server/postgres/postgres";
import { atEnd } from "../support/at-end";
import { until } from "../support/collecting";
import { databaseFolder } from "../support/databases";
import { type Person, signIn } from "../support/person";
import { type ServerProcess, startServerProcess } from "../support/server-process";

/** What was left after the kills. */
export interface CrashCount {
  /** Kills while there was something to lose. */
  kills: number;
  /** Acknowledged rows that are missing. */
  lost: number;
  /** Rows that exist more than once. */
  doubled: number;
}

function archive(mails: number): string {
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

/**
 * Imports an archive while tasks are created, and sends kill -9 at random moments: to the server, and every
 * fourth time to its database.
 */
export async function crashImports({ kills, mails }: { kills: number; mails: number }): Promise<CrashCount> {
  const dataDir = mkdtempSync(join(databaseFolder(), "zippy-crash-"));
  chmodSync(dataDir, 0o755); // As root, the database runs under an unprivileged account, which must be able to enter this folder.
  let server: ServerProcess | undefined = await startServerProcess(dataDir);
  atEnd(async () => {
    await server?.kill("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ana = await signIn(() => (server as ServerProcess).url, "Ana");
  const imports = `/api/teams/${ana.teamId}/imports`;
  const files = [{ name: "inbox.mbox", content: archive(mails) }];
  const { body: counted } = await ana.upload<Import>(imports, files);
  expect(counted).toMatchObject({ found: mails, new: mails });
  await ana.post(`${imports}/${counted.id}/start`);
  const progress = async () => (await ana.get<Import>(`${imports}/${counted.id}`)).body;

  const random = randomNumbers(20261121);
  const acknowledged: string[] = [];
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    await createTasks(ana, acknowledged, Date.now() + 5 + random() * 250);
    const { status } = await progress();
    if (status === "completed") {
      // The import finished. Import the same file again, so that the next kill hits a running import.
      const { body: again } = await ana.upload<Import>(imports, files);
      await ana.post(`${imports}/${again.id}/start`);
    } else interrupted++;
    if (kill % 4 === 3) killDatabase(dataDir);
    else {
      await server.kill("SIGKILL");
      server = await startServerProcess(dataDir);
    }
  }
  expect(interrupted).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills);

  const last = await until(progress, ({ status }) => status === "completed");
  expect(last).toMatchObject({ status: "completed", processed: mails });
  const { body: repeated } = await ana.upload<Import>(imports, files);
  expect(repeated).toMatchObject({ found: mails, new: 0, duplicate: mails });
  await server.kill("SIGTERM");
  server = undefined;
  return { kills, ...(await count(dataDir, mails, acknowledged)) };
}

/**
 * Creates tasks until the given moment, but at least one, so that each kill can lose something even on a busy
 * machine.
 */
async function createTasks(ana: Person, acknowledged: string[], deadline: number): Promise<void> {
  for (const before = acknowledged.length; Date.now() < deadline || acknowledged.length === before; ) {
    const { status, body } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/tasks`, {
      title: "Kept",
    });
    if (status === 200) acknowledged.push(body.id);
    else await sleep(20); // The database is recovering from the kill.
  }
}

function killDatabase(dataDir: string): void {
  const [pid] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}

async function count(dataDir: string, mails: number, acknowledged: string[]) {
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as messages, count(distinct external_id)::int as different, count(ai_analysis)::int as analyzed,
         (select count(*)::int from events where type = 'message_received') as facts,
         (select count(*)::int from tasks where id = any($1::uuid[])) as tasks
       from messages`,
      [acknowledged],
    );
    const { messages, different, analyzed, facts, tasks } = rows[0];
    expect({ analyzed, facts }).toEqual({ analyzed: messages, facts: messages });
    return { lost: mails - different + acknowledged.length - tasks, doubled: messages - different };
  } finally {
    await client.end();
    await postgres.stop();
  }
}
