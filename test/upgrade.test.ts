import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import PgBoss from "pg-boss";
import { beforeAll, expect, inject, test, vi } from "vitest";
import type { ChatMessage } from "../src/features/context/contract";
import type { Correction } from "../src/features/corrections/contract";
import type { Message } from "../src/features/inbox/contract";
import type { JournalEntry } from "../src/features/journal/contract";
import { engineVersion } from "../src/features/triage/engine";
import { migrateDatabase } from "../src/server/database";
import { projectRoot } from "../src/server/project-root";
import { rotateKey } from "../src/server/rotate-key";
import { withDatabase } from "./support/databases";
import { type Person, signIn } from "./support/person";
import { startTestApp } from "./support/test-app";

/** The last migration of the version that created the fixture. */
const before = 3;
const fixture: Record<string, object[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/database-0003.json"), "utf8"),
);

/** Messages of the fixture that become mails: their external id there, their Message-ID, and the mail they name. */
const conversation = [
  ["digest-1", "first@x.org", "first@x.org"],
  ["digest-2", "reply@x.org", "first@x.org"],
  ["waiting", "answer@x.org", "reply@x.org"],
] as const;

/** Copies the migrations up to and including one into a temporary folder. */
function migrationsUpTo(last: number): string {
  const folder = mkdtempSync(join(tmpdir(), "zippy-migrations-"));
  cpSync(join(projectRoot, "migrations"), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  journal.entries = journal.entries.slice(0, last + 1);
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}

/** Creates a database as the earlier version left it: its schema, its rows and a waiting job. */
async function fillOldDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const folder = migrationsUpTo(before);
  await migrate(drizzle(client), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  for (const [table, rows] of Object.entries(fixture)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(", ");
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [was, mail, names] of conversation)
    await client.query("update messages set external_id = $2, thread_key = $3 where external_id = $1", [
      was,
      `${mail}#${"h".repeat(22)}`,
      names,
    ]);
  await client.query(
    "update messages set content = content || ' Crème „Brûlée“.' where external_id like 'first@x.org%'",
  );
  await client.query("update journal set created_at = now()"); // recent enough to undo
  for (const table of ["journal", "events", "lessons", "lesson_effects"])
    await client.query(`select setval('${table}_seq_seq', (select max(seq) from ${table}))`);
  await client.end();

  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue("analyse-messages", { name: "analyse-messages", retryLimit: 5 });
  const [team] = fixture.teams as { id: string }[];
  await boss.send("analyse-messages", { teamId: team?.id }, { singletonKey: String(team?.id) });
  await boss.stop({ graceful: false });
}

let ana: Person;
let pool: pg.Pool;

beforeAll(async () => {
  const url = await withDatabase(inject("postgresUrl"), `upgrade_${randomUUID().replaceAll("-", "")}`);
  await fillOldDatabase(url);
  await migrateDatabase(url);
  const app = await startTestApp({ DATABASE_URL: url });
  pool = app.running.services.pool;
  const [user] = fixture.users as { email: string }[];
  ana = await signIn(app.url, "Ana Sommer", user?.email);
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query("select from analysis_runs where finished_at is not null");
      if (rows.length === 0) throw new Error("the new engine has not analyzed the messages yet");
    },
    { timeout: 30_000 },
  );
});

const messages = async () =>
  (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body.sort((a, b) =>
    (a.subject ?? "").localeCompare(b.subject ?? ""),
  );
const similar = async () => {
  const found = (await messages()).filter(({ subject }) => /Weekly [23]/.test(subject ?? ""));
  expect(found).toHaveLength(2);
  return found;
};

test("an upgrade keeps corrections and what they changed", async () => {
  const { body } = await ana.get<{ total: number; corrections: Correction[] }>(
    `/api/teams/${ana.teamId}/corrections`,
  );
  expect(body.total).toBe(1);
  expect(body.corrections[0]).toMatchObject({ field: "task", to: "none", answer: "applied", changed: 2 });
  for (const { aiAnalysis } of await similar())
    expect(aiAnalysis).toMatchObject({ hasTask: false, fromCorrections: expect.arrayContaining(["task"]) });
  const { rows } = await pool.query(
    "select count(*)::int as old from messages where ai_analysis ? 'taught' or engine_analysis ? 'taught'",
  );
  expect(rows).toEqual([{ old: 0 }]);
});

test("after an upgrade, a mail that names only the mail it answers is in that mail's conversation", async () => {
  const { rows } = await pool.query("select count(*)::int from messages where thread_key = 'first@x.org'");
  expect(rows).toEqual([{ count: 3 }]);
});

test("BEY-7 after an upgrade, stored words are found without their accents and quotes", async () => {
  const { rows } = await pool.query(
    `select m.external_id from passages p join messages m on m.id = p.source_id
     where p.words @@ team_query(p.team_id, search_word('brulee')) and p.words @@ team_query(p.team_id, search_word('crème'))`,
  );
  expect(rows).toEqual([{ external_id: expect.stringContaining("first@x.org") }]);
});

test("CTX-2 after an upgrade, what a company's people sent before is counted", async () => {
  const question = { message: "How many messages from Northwind?" };
  const { body } = await ana.post<ChatMessage>(`/api/teams/${ana.teamId}/chat`, question);
  expect(body.answer?.intro).toBe("There is 1 message from Dana Reyes:");
});

test("an upgrade analyzes open messages again with the new engine", async () => {
  const { rows } = await pool.query<{ version: string; count: number }>(
    `select coalesce(engine_analysis, ai_analysis)->>'version' as version, count(*)::int as count
     from messages where status = 'new' and ai_analysis->>'engine' = 'embedded' group by 1`,
  );
  expect(rows.map(({ version }) => version)).toEqual([engineVersion]);
  expect((await pool.query("select from replaced_analyses")).rowCount).toBeGreaterThan(0);
});

test("after an upgrade, every stored analysis says whether it is uncertain", async () => {
  const { rows } = await pool.query(
    `select count(*)::int as without from messages
     where not ai_analysis ? 'uncertain' or not engine_analysis ? 'uncertain' or uncertain`,
  );
  expect(rows).toEqual([{ without: 0 }]);
  const analyses = (await messages()).map(({ aiAnalysis }) => aiAnalysis?.uncertain);
  expect(new Set(analyses)).toEqual(new Set([false]));
});

test("an upgrade keeps the sync positions of channels", async () => {
  const { rows } = await pool.query("select cursor from connections");
  expect(rows[0]?.cursor).toMatchObject({ historyId: "1", quarantine: [{ id: "m1" }] });
  expect(rows[0]?.cursor).not.toHaveProperty("aside");
  expect((await pool.query("select location, external_id from message_locations")).rows).toEqual([
    { location: "inbox/1", external_id: "lease" },
  ]);
});

test("an upgrade keeps waiting jobs", async () => {
  await expect
    .poll(async () => (await messages()).every(({ aiAnalysis }) => aiAnalysis !== null), { timeout: 30_000 })
    .toBe(true);
  const { rows } = await pool.query("select name from pgboss.queue where name like 'analy%'");
  expect(rows).toEqual([{ name: "analyze-messages" }]);
});

test("after an upgrade, earlier changes can be undone", async () => {
  const { body: journal } = await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`);
  expect(journal.map(({ action }) => action)).toEqual([
    "messages.analyzed_again",
    "task.created_from_message",
    "correction.applied",
    "message.corrected",
  ]);
  for (const { id } of journal)
    expect((await ana.post(`/api/teams/${ana.teamId}/journal/undo`, { id })).status).toBe(200);

  for (const { aiAnalysis } of await similar()) {
    expect(aiAnalysis?.hasTask).toBe(true);
    expect(aiAnalysis).not.toHaveProperty("fromCorrections");
  }
  expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/tasks`)).body).toEqual([]);
});

test("BEY-9 an upgrade finds who snoozed messages, one by one or together, so that they are told when they come back", async () => {
  const url = await withDatabase(inject("postgresUrl"), `snoozed_${randomUUID().replaceAll("-", "")}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const path = join(projectRoot, "migrations/meta/_journal.json");
  const { entries }: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
  const folder = migrationsUpTo(entries.findIndex(({ tag }) => tag === "0034_message_snoozed_by") - 1);
  await migrate(drizzle(client), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  const insert = async (into: string, values: string, params: unknown[] = []) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into ${into} values ${values} returning id`,
      params,
    );
    return rows.map(({ id }) => id);
  };
  const people = await insert(
    "users (email, first_name, last_name)",
    "('a@x.org', 'Ana', ''), ('b@x.org', 'Bo', '')",
  );
  const [ana, bo] = people;
  const [teamId] = await insert("teams (name)", "('Harbour')");
  const [account] = await insert("accounts (team_id, provider, external_id)", "($1, 'import', 'import')", [
    teamId,
  ]);
  const ids: (string | undefined)[] = [];
  for (const name of ["one", "together", "again", "never", "awake"])
    ids.push(
      ...(await insert(
        "messages (team_id, account_id, external_id, channel, sender, recipients, content, attachments, created_at)",
        "($1, $2, $3, 'email', 'Cy', '{}', 'Hi', '[]', now())",
        [teamId, account, name],
      )),
    );
  const [one, together, again, never, awake] = ids;
  await client.query("update messages set snoozed_until = '2099-01-01' where id <> all($1::uuid[])", [
    [never, awake],
  ]);
  const entry = (userId: string | undefined, action: string, change: object) =>
    insert("journal (team_id, user_id, action, summary, changes)", "($1, $2, $3, 'Snoozed', $4)", [
      ...[teamId, userId, action, JSON.stringify([{ kind: "changed", after: {}, ...change }])],
    ]);
  await entry(ana, "message.snoozed", { type: "message", id: one, before: {} });
  await entry(ana, "message.snoozed", { type: "message", id: again, before: {} });
  await entry(bo, "messages.snoozed", {
    ...{ type: "messages", id: randomUUID() },
    before: { rows: [together, again].map((id) => ({ id, before: null })) },
  });
  await entry(ana, "messages.snoozed", { type: "messages", id: randomUUID(), before: {} });
  await entry(ana, "message.snoozed", { type: "message", id: awake, before: {} });
  const [undone] = await entry(ana, "message.snoozed", { type: "message", id: again, before: {} });
  await client.query("update journal set undone_at = now() where id = $1", [undone]);
  await migrateDatabase(url);
  const { rows } = await client.query<{ id: string; by: string | null }>(
    "select id, snoozed_by as by from messages",
  );
  const by = new Map(rows.map((row) => [row.id, row.by]));
  expect(ids.map((id) => by.get(id as string))).toEqual([ana, bo, bo, null, null]);
  await client.end();
});

test("a database with the migrations that have become one since isn't given them again", async () => {
  const url = await withDatabase(inject("postgresUrl"), `folded_${randomUUID().replaceAll("-", "")}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const folder = migrationsUpTo(9);
  await migrate(drizzle(client), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  // The last of them, 0029, was generated then.
  const generated = 1_795_373_960_811;
  await client.query(
    "update drizzle.__drizzle_migrations set created_at = $1 where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
    [generated],
  );
  await migrateDatabase(url);
  const { rows } = await client.query("select to_regclass('area_facts') is not null as areas");
  expect(rows).toEqual([{ areas: true }]);
  await client.end();
});

test("a database that a newer version has updated is refused and left as it is, also by its commands", async () => {
  const url = await withDatabase(inject("postgresUrl"), `newer_${randomUUID().replaceAll("-", "")}`);
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations",
  );
  await client.end();
  const refusal = {
    code: "conflict",
    message: expect.stringMatching(
      /^A newer version of Zippy has updated this database.+Nothing was changed\./,
    ),
  };
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-newer-"));
  await expect(startTestApp({ DATABASE_URL: url, DATA_DIR: dataDir })).rejects.toMatchObject(refusal);
  // A key made here would be another one than that of a backup, which could then not be restored into this folder.
  expect(readdirSync(dataDir).filter((name) => /^(secret|local-identity)\.key$/.test(name))).toEqual([]);
  rmSync(join(dataDir, "local-key"), { force: true });
  await expect(
    rotateKey({ databaseUrl: url, dataDir, secretKey: undefined, columns: [] }),
  ).rejects.toMatchObject(refusal);
  expect(readdirSync(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true });
});
