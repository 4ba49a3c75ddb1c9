import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../src/server/postgres/postgres";
import { type Person, signIn } from "../test/support/person";
import { type ServerProcess, startServerProcess } from "../test/support/server-process";
import { endWithBench } from "./end-with-bench";

/** The built product on its own embedded database, with production settings and a signed-in user. */
export interface Product {
  dataDir: string;
  server: ServerProcess;
  person: Person;
  /** URL of the database, for comparisons in separate processes. */
  databaseUrl: string;
  /** Opens a bare connection to the same database, for comparisons. */
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

export async function openProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-bench-"));
  chmodSync(dataDir, 0o755);
  const server = await startServerProcess(dataDir, settings);
  // Joins the database that the server started.
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  return {
    dataDir,
    server,
    databaseUrl: postgres.url,
    person: await signIn(server.url, "Bench"),
    async connect() {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      return client;
    },
    stop: endWithBench(async () => {
      await postgres.stop();
      await server.kill("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    }),
  };
}

/**
 * Inserts messages into a team with plain SQL: one per minute, a third of them with a task.
 *
 * @param sentences - of each message; 60 make about 2 KB.
 */
export async function fillMessages(
  client: pg.Client,
  teamId: string,
  count: number,
  sentences = 60,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into accounts (team_id, provider, external_id) values ($1, 'import', 'import')
     on conflict (team_id, provider, external_id) do update set provider = excluded.provider returning id`,
    [teamId],
  );
  await client.query(
    `insert into messages (team_id, account_id, external_id, channel, sender, recipients, subject, content, attachments, created_at, has_task, priority, ai_analysis)
     select $1, $2, 'bench-' || n, 'import', 'Sender ' || n % 500, '{"to":["a@example.com"],"cc":[]}', 'Subject ' || n,
       'Please send me report ' || n || '. ' || repeat('The figures are in the appendix. ', $4), '[]',
       now() - n * interval '1 minute', n % 3 = 0, 'medium',
       jsonb_build_object('hasTask', n % 3 = 0, 'uncertain', false, 'taskTitle', 'Send report ' || n, 'category', 'action_request', 'sentiment', 'neutral',
         'priority', 'medium', 'urgency', 'urgent', 'importance', 'not_important', 'dueDate', null, 'confidence', 0.9,
         'engine', 'embedded', 'version', 'bench', 'evidence', '{}'::jsonb)
     from generate_series(1, $3::int) n`,
    [teamId, rows[0]?.id, count, sentences],
  );
  await client.query("vacuum analyze messages");
}

/** Inserts open tasks into a team with plain SQL, spread evenly over the quadrants. */
export async function fillTasks(client: pg.Client, teamId: string, count: number): Promise<void> {
  await client.query(
    `insert into tasks (team_id, title, description, urgency, importance, due_date)
     select $1, 'Task number ' || n, repeat('What is to be done is written here. ', 6),
       case when n % 2 = 0 then 'urgent' else 'not_urgent' end,
       case when n % 4 < 2 then 'important' else 'not_important' end, now() + n * interval '1 hour'
     from generate_series(1, $2::int) n`,
    [teamId, count],
  );
  await client.query("vacuum analyze tasks");
}
