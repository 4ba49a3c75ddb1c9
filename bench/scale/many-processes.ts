import pg from "pg";
import { openDatabase } from "../../src/server/database";
import { listenToDatabase, type Notifications, notify } from "../../src/server/notifications";
import { median, report, times } from "../measure";
import { ownMemory } from "../memory";
import { repeat } from "./load";
import type { Machines } from "./machines";

/** A process opens at most ten connections for its queries and one to listen. */
export const mostPerProcess = 11;

const atATime = 16;

/**
 * Transactions that notify, beside the same without: PostgreSQL commits those that notify one after another, so this
 * is where the writes of one installation stop, however many processes it has.
 */
export async function measureNotifying({ databaseUrl }: Machines): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: atATime });
  await pool.query("create table bench_notes (id int generated always as identity, text text)");
  const write = async (notifies: boolean) => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query("insert into bench_notes (text) values ('x')");
    if (notifies) await client.query("select pg_notify('bench', 'x')");
    await client.query("commit");
    client.release();
  };
  const rates: Record<"plain" | "notifying", number[]> = { plain: [], notifying: [] };
  for (let round = 0; round < 2; round++)
    for (const kind of ["plain", "notifying"] as const) {
      const { done, seconds } = await repeat(1.5, atATime, () => write(kind === "notifying"));
      rates[kind].push(done / seconds);
    }
  await pool.query("drop table bench_notes");
  await pool.end();
  const [value, plain] = [median(rates.notifying), median(rates.plain)];
  report({
    measure: `transactions that notify, ${atATime} at a time`,
    value,
    unit: "/s",
    ratio: value / plain,
    against: `the same without (${Math.round(plain)}/s)`,
    goal: "≥ 300/s",
    met: value >= 300,
  });
}

/** Opens what as many processes open on the database, all at once busy, and measures what that costs. */
export async function simulateProcesses(
  { databaseUrl, postgres }: Machines,
  processes: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "bench" });
  await client.connect();
  const look = async () =>
    median(
      await times(200, () =>
        client.query("select count(*) from messages where team_id = '00000000-0000-4000-8000-000000000000'"),
      ),
    );
  const before = { look: await look(), memory: ownMemory(postgres) };
  const simulated = `${databaseUrl}?application_name=simulated`;
  const databases = Array.from({ length: processes }, () => openDatabase(simulated, () => undefined));
  const listening: Notifications[] = [];
  try {
    for (let n = 0; n < processes; n++) listening.push(await listenToDatabase(simulated, () => undefined));
    await Promise.all(
      databases.flatMap(({ pool }) => Array.from({ length: 10 }, () => pool.query("select pg_sleep(2)"))),
    );
    const { rows } = await client.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'simulated'",
    );
    const [value, most] = [rows[0].n, processes * mostPerProcess];
    const measure = `connections of ${processes} simulated processes`;
    report({ measure, value, unit: "", goal: `≤ ${most}`, met: value <= most });
    const added = ownMemory(postgres) - before.memory;
    report({
      measure: `memory of PostgreSQL for connections of ${processes} simulated processes, which have run one query each`,
      value: added,
      unit: "MB",
      goal: "≤ 4000 MB",
      met: added <= 4000,
    });
    const during = await look();
    report({
      measure: `a query while ${processes} simulated processes are connected, p50`,
      value: during,
      unit: "ms",
      ratio: during / before.look,
      against: `the same before (${before.look.toFixed(2)} ms)`,
      goal: "ratio ≤ 1.5",
      met: during <= 1.5 * before.look,
    });
    await measureReach(listening, databases[0]?.db);
  } finally {
    await Promise.all(listening.map((one) => one.close()));
    await Promise.all(databases.map(({ close }) => close()));
    await client.end();
  }
}

/** From one process's notification until the last process has heard it. */
async function measureReach(
  listening: Notifications[],
  db: Parameters<typeof notify>[0] | undefined,
): Promise<void> {
  if (!db) return;
  let missing = 0;
  let done = (): void => undefined;
  for (const one of listening)
    await one.on("bench_reach", () => {
      if (--missing === 0) done();
    });
  const delays = await times(50, async () => {
    missing = listening.length;
    const all = new Promise<void>((resolve) => {
      done = resolve;
    });
    await notify(db, "bench_reach");
    await all;
  });
  const value = median(delays);
  const measure = `a notification until the last of ${listening.length} simulated processes has it, p50`;
  report({ measure, value, unit: "ms", goal: "≤ 20 ms", met: value <= 20 });
}
