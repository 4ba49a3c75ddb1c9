import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { beforeAll, expect, test } from "vitest";
import { createFactRepository } from "../src/features/areas/fact-repository";
import { createAreaRepository } from "../src/features/areas/repository";
import { createCountRepository } from "../src/features/context/chat/counting/count-repository";
import { createListRepository } from "../src/features/context/repository";
import { createCorrectionRepository } from "../src/features/corrections/repository";
import type { MessageQuery } from "../src/features/inbox/listing/order-repository";
import { createReanalysisRepository } from "../src/features/inbox/reanalysis/reanalysis-repository";
import { createRefineRepository } from "../src/features/inbox/refinement/refine-repository";
import { createMessageRepository } from "../src/features/inbox/repository";
import { importAccount } from "../src/features/inbox/storing/account-messages";
import { createToolCallRepository } from "../src/features/mcp/repository";
import { createMeetingRepository } from "../src/features/meetings/repository";
import { createPrivacyRepository } from "../src/features/privacy/repository";
import { createCommentRepository } from "../src/features/tasks/comments/repository";
import type { TaskFilter } from "../src/features/tasks/contract";
import { createTaskRepository } from "../src/features/tasks/repository";
import type { Executor } from "../src/server/database";
import { startTestApp } from "./support/test-app";

const app = await startTestApp();
const ana = await app.signIn();
const { pool, db } = app.running.services;
const page = { limit: 50, offset: 100 };

beforeAll(async () => {
  const account = await importAccount(db, ana.teamId);
  await pool.query(
    `insert into messages (team_id, account_id, external_id, channel, sender, recipients, content, attachments, created_at, has_task, status, ai_analysis)
     select $1, $2, 'n' || n, case when n % 2 = 0 then 'import' else 'gmail' end, 's' || n % 50, '{"to":[],"cc":[]}', 'c', '[]',
       now() - n * interval '1 minute', n % 3 = 0, case when n % 5 = 0 then 'resolved' else 'new' end,
       jsonb_build_object('category', case when n % 40 = 0 then 'billing' else 'social' end,
         'dueDate', case when n % 9 = 0 then to_char(now() + n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end)
     from generate_series(1, 5000) n`,
    [ana.teamId, account],
  );
  await pool.query(
    `insert into tasks (team_id, title, urgency, importance, status, due_date)
     select $1, 't', case when n % 2 = 0 then 'urgent' else 'not_urgent' end,
       case when n % 3 = 0 then 'important' else 'not_important' end,
       case when n % 4 = 0 then 'resolved' else 'new' end, now() + n * interval '1 hour'
     from generate_series(1, 5000) n`,
    [ana.teamId],
  );
  await pool.query(
    `insert into outside_calls (team_id, at, purpose, service, host, bytes_sent, redacted, outcome, tokens)
     select case when n % 10 = 0 then $1::uuid else $2 end, now() - n * interval '1 minute', 'triage', 's', 'h', 1, '{}', 'answered', 1
     from generate_series(1, 20000) n`,
    [ana.teamId, (await app.signIn()).teamId],
  );
  await pool.query(
    `insert into corrections (team_id, user_id, message_id, field, value, shown, traits, title, sender)
     select case when n % 10 = 0 then $1::uuid else $2 end, $3, gen_random_uuid(), 'task', 'none', '{}', '{}', 't', 's'
     from generate_series(1, 20000) n`,
    [ana.teamId, (await app.signIn()).teamId, ana.user.id],
  );
  await pool.query(
    `insert into meetings (team_id, title, status, created_at)
     select case when n % 10 = 0 then $1::uuid else $2 end, 't', 'completed', now() - n * interval '1 minute'
     from generate_series(1, 20000) n`,
    [ana.teamId, (await app.signIn()).teamId],
  );
  // Many small teams, for which the best plan is another one.
  await pool.query(
    `with small as (insert into teams (name) select 'Team ' || n from generate_series(1, 400) n returning id),
       opened as (insert into accounts (team_id, provider, external_id) select id, 'import', 'import' from small
         returning id, team_id)
     insert into messages (team_id, account_id, external_id, channel, sender, recipients, content, attachments, created_at, has_task, ai_analysis)
     select team_id, id, 'n' || n, 'import', 's' || n, '{"to":[],"cc":[]}', 'c', '[]', now() - n * interval '1 minute', n % 3 = 0,
       jsonb_build_object('category', 'social', 'dueDate', case when n % 9 = 0 then to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end)
     from opened, generate_series(1, 20) n`,
  );
  await pool.query(
    "insert into users (email, first_name) select n || '@example.net', 'Somebody' from generate_series(1, 20000) n",
  );
  // In all the others, a night's rows are few among many, too.
  await pool.query(
    `insert into areas (team_id, name, color) select $1, 'Area ' || n, 'blue' from generate_series(1, 3000) n`,
    [ana.teamId],
  );
  await pool.query(`insert into area_facts (team_id, area_id, text) select team_id, id, 'A fact' from areas`);
  await pool.query(
    `insert into tool_calls (team_id, user_id, token_name, tool)
     select $1, $2, 't', 'list_tasks' from generate_series(1, 3000)`,
    [ana.teamId, ana.user.id],
  );
  await pool.query(
    `insert into refinements (team_id, key, claimed_until) select $1, n, now() from generate_series(1, 3000) n`,
    [ana.teamId],
  );
  await pool.query(
    `with run as (insert into analysis_runs (team_id, version) values ($1, 'earlier') returning id)
     insert into replaced_analyses (run_id, team_id, message_id, analysis)
     select run.id, team_id, messages.id, '{}' from run, messages where team_id = $1`,
    [ana.teamId],
  );
  await pool.query(
    `insert into task_comments (team_id, task_id, author_id, body)
     select team_id, id, $2, 'c' from tasks where team_id = $1`,
    [ana.teamId, ana.user.id],
  );
  await pool.query("analyze");
});

/** The plan of the query that the repository itself runs. */
async function planOf(run: (db: Executor) => Promise<unknown>): Promise<string> {
  const made: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void made.push({ query, params }) };
  await run(drizzle<Record<string, never>>(pool, { logger }));
  const [first] = made;
  if (!first) throw new Error("no query was made");
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${first.query}`, first.params);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test.each<MessageQuery>([
  { view: "all" },
  { view: "requires_action" },
  { view: "resolved" },
  { view: "all", channel: "gmail" },
  { view: "all", sender: "s7" },
  { view: "all", senderWords: "s7" },
  { view: "all", category: "billing" },
  { view: "all", sort: "oldest" },
  { view: "all", sort: "due" },
])("lists messages under %o from an index, in order", async (query) => {
  const plan = await planOf((db) => createMessageRepository(db).list(ana.teamId, ana.user.id, query, page));
  expect(plan).toMatch(/Index (Only )?Scan (Backward )?using messages_/);
  expect(plan).not.toContain("Sort");
});

test.each<MessageQuery>([
  { view: "all" },
  { view: "requires_action" },
  { view: "resolved" },
  { view: "all", sort: "oldest" },
  { view: "all", sort: "due" },
  { view: "requires_action", sort: "due" },
])("lists the first page under %o from an index, planned each time, as a later start does", async (query) => {
  const list = (executor: Executor, limit: number, offset: number) =>
    createMessageRepository(executor).list(ana.teamId, ana.user.id, query, { limit, offset });
  const plan = await planOf((executor) => list(executor, 50, 0));
  expect(plan).toMatch(/Index (Only )?Scan (Backward )?using messages_/);
  expect(plan).not.toContain("Sort");
  const { first, planned } = await db.transaction(async (tx) => ({
    first: await list(tx, 50, 0),
    planned: await tx.execute(
      sql`select from pg_prepared_statements where statement like '%from "messages"%'`,
    ),
  }));
  expect(planned.rows).toEqual([]);
  expect(first).toHaveLength(50);
  expect(first.slice(1)).toEqual(await list(db, 49, 1));
});

test("CTX-2 counts what a company sent from an index alone, without reading the messages", async () => {
  const viewer = { teamId: ana.teamId, userId: ana.user.id };
  const senders = { by: "company" as const, values: ["acme"] };
  const counted = { senders, state: null, span: { from: null, before: null } };
  for (const run of [
    (executor: Executor) => createCountRepository(executor).bySender(viewer, counted),
    (executor: Executor) => createCountRepository(executor).has(viewer, senders),
  ])
    expect(await planOf(run)).toContain("Index Only Scan using messages_by_company");
});

test("lists a later page of messages from the same index, after the last row", async () => {
  const { rows } = await pool.query<{ id: string }>("select id from messages where external_id = 'n4000'");
  for (const view of ["all", "requires_action"] as const) {
    const query = { view, after: rows[0]?.id };
    const plan = await planOf((db) => createMessageRepository(db).list(ana.teamId, ana.user.id, query, page));
    expect(plan).toMatch(/Index Scan Backward using messages_/);
    expect(plan).toMatch(view === "all" ? /Index Cond: .*created_at.* < / : /Index Cond: .*uncertain/);
    expect(plan).not.toContain("Sort");
  }
});

test.each<TaskFilter>([{}, { quadrant: "schedule" }, { quadrant: "schedule", status: "open" }])(
  "lists tasks under %o from an index, in order",
  async (filter) => {
    const plan = await planOf((db) => createTaskRepository(db).list(ana.teamId, ana.user.id, filter, page));
    expect(plan).toMatch(/Index Scan using tasks_/);
    expect(plan).not.toContain("Sort");
  },
);

test("MTX-6 lists the tasks of a month from the range of an index, in order", async () => {
  const [dueFrom, dueBefore] = [2, 44].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  for (const status of [undefined, "open"] as const) {
    const filter: TaskFilter = { dueFrom, dueBefore, status };
    const plan = await planOf((db) => createTaskRepository(db).list(ana.teamId, ana.user.id, filter, page));
    expect(plan).toMatch(/Index Scan using tasks_/);
    expect(plan).toMatch(/Index Cond: .*due_date >= .*due_date < /);
    // An index of open tasks by due date alone leaves only equal times to be sorted.
    expect(plan).not.toMatch(/-> +Sort/);
  }
});

test("MEET-6 lists meetings from an index, in order", async () => {
  const plan = await planOf((db) => createMeetingRepository(db).list(ana.teamId, page));
  expect(plan).toMatch(/Index Scan Backward using meetings_by_team/);
  expect(plan).not.toContain("Sort");
});

test("MEET-6 BEY-7 searches meetings by the index of words", async () => {
  const plan = await planOf((db) =>
    createMeetingRepository(db).list(ana.teamId, { ...page, q: "harbour talks" }),
  );
  expect(plan).toContain("passages_by_words");
  expect(plan).not.toMatch(/~~\*/);
});

test("BEY-17 lists the call ledger from an index, in order, and sums a day's tokens from an index", async () => {
  const { rows } = await pool.query<{ id: string }>("select id from outside_calls where seq = 2500");
  for (const before of [undefined, rows[0]?.id]) {
    const plan = await planOf((db) => createPrivacyRepository(db).list(ana.teamId, { limit: 50, before }));
    expect(plan).toMatch(/Index Scan (Backward )?using outside_calls_by_team/);
    expect(plan).not.toContain("Sort");
  }
  const since = new Date(Date.now() - 3_600_000);
  const plan = await planOf((db) => createPrivacyRepository(db).tokensSince(ana.teamId, since));
  expect(plan).toContain("outside_calls_by_time");
});

test("BEY-14 reads corrections from an index, in order, to list and to apply them", async () => {
  const listed = await planOf((db) =>
    createCorrectionRepository(db).list(ana.teamId, ana.user.id, { limit: 50, offset: 100 }),
  );
  expect(listed).toMatch(/Index Scan Backward using corrections_by_team/);
  const teamCorrections = await planOf((db) => createCorrectionRepository(db).active(ana.teamId, null, 800));
  expect(teamCorrections).toMatch(/Index Scan Backward using corrections_by_team/);
});

test("CTX-2 finds whom tasks are assigned to from the team, not from everybody in the installation", async () => {
  const viewer = { teamId: ana.teamId, userId: ana.user.id };
  const plan = await planOf((db) => createListRepository(db).assignees(viewer));
  expect(plan).not.toContain("Seq Scan on users");
});

const purges: [string, string, (db: Executor, before: Date) => Promise<void>][] = [
  ["messages", "messages_deleted", (db, before) => createMessageRepository(db).purgeDeletedBefore(before)],
  ["tasks", "tasks_deleted", (db, before) => createTaskRepository(db).purgeDeletedBefore(before)],
  [
    "comments",
    "task_comments_deleted",
    (db, before) => createCommentRepository(db).purgeDeletedBefore(before),
  ],
  ["meetings", "meetings_deleted", (db, before) => createMeetingRepository(db).purgeDeletedBefore(before)],
  ["areas", "areas_deleted", (db, before) => createAreaRepository(db).purge(before)],
  ["facts", "area_facts_deleted", (db, before) => createFactRepository(db).purge(before)],
  [
    "corrections",
    "corrections_removed",
    (db, before) => createCorrectionRepository(db).purgeRemovedBefore(before),
  ],
  ["outside calls", "outside_calls_pkey", (db, before) => createPrivacyRepository(db).purgeBefore(before)],
  ["tool calls", "tool_calls_pkey", (db, before) => createToolCallRepository(db).purgeBefore(before)],
  ["refinements", "refinements_by_age", (db, before) => createRefineRepository(db).purgeBefore(before)],
  [
    "replaced analyses",
    "replaced_analyses_by_age",
    (db, before) => createReanalysisRepository(db).purgeBefore(before),
  ],
];

test.each(purges)(
  "finds the %s of all teams that are to be deleted for good in an index",
  async (_name, index, purge) => {
    // Nothing is deleted: the rows of the lists above are younger.
    const plan = await planOf((db) => purge(db, new Date(Date.now() - 60 * 86_400_000)));
    expect(plan).toContain(`using ${index}`);
    expect(plan).not.toContain("Seq Scan");
  },
);
