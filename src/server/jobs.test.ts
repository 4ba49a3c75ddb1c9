import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, inject, test } from "vitest";
import { atEnd } from "../../test/support/at-end";
import { templateDatabase, withDatabase } from "../../test/support/databases";
import { openDatabase } from "./database";
import { openJobs } from "./jobs";
import { listenToDatabase, notify } from "./notifications";

const letters = { name: "letters", retryLimit: 3 };

/** Job queues on a database of their own. */
async function openQueues(onQuery?: (text: string, send: () => Promise<unknown>) => unknown) {
  const name = `jobs_${randomUUID().replaceAll("-", "")}`;
  const url = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const problems: unknown[] = [];
  const report = (problem: unknown) => void problems.push(problem);
  const { db, pool, close } = openDatabase(url, report);
  const notifications = await listenToDatabase(url, report);
  const query = pool.query.bind(pool) as (text: string, values: unknown[]) => Promise<unknown>;
  const watched = Object.assign(Object.create(pool), {
    // The pool itself keeps its list of connections, from which broken ones are taken.
    connect: pool.connect.bind(pool),
    query: async (text: string, values: unknown[]) => {
      await onQuery?.(text, () => query(text, values));
      return query(text, values);
    },
  }) as typeof pool;
  const open = (goneAfter?: number) => openJobs(watched, notifications, [letters], report, goneAfter);
  const jobs = await open();
  atEnd(async () => {
    await jobs.stop(1000);
    await notifications.close();
    await close();
  });
  return { jobs, db, pool, problems, open, url };
}

/** What one side waits for and the other opens. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** The states of the jobs, in their order. */
async function states(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(
    "select state from pgboss.job where name = 'letters' order by data->>'n'",
  );
  return rows.map(({ state }) => state);
}

test("a worker takes waiting jobs one after another, without pausing between them", async () => {
  const { jobs, db, problems } = await openQueues();
  // With two seconds between them, these would take longer than a test may.
  const list = Array.from({ length: 70 }, (_, n) => ({ n }));
  await jobs.sendAll(db, letters.name, list);

  const done = await new Promise<object[]>((resolve) => {
    const seen: object[] = [];
    const run = async (job: object) => {
      seen.push(job);
      if (seen.length === list.length) resolve(seen);
    };
    void jobs.work([{ ...letters, queue: letters.name, concurrency: 1, run }]);
  });

  expect(new Set(done)).toEqual(new Set(list));
  expect(problems).toEqual([]);
});

test("a job ends once the database is back, if it was away at the job's end", async () => {
  let away = 2;
  const { jobs, db, pool, problems } = await openQueues((text) => {
    if (text.includes("completed_on = now()") && away-- > 0)
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  });
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  await jobs.work([{ ...letters, queue: letters.name, concurrency: 1, run: async () => undefined }]);

  await expect.poll(() => states(pool), { timeout: 20_000 }).toEqual(["completed"]);
  expect(problems.map(String)).toEqual(Array(2).fill("Error: connect ECONNREFUSED"));
});

test("a failure that is reported again, because its answer got lost, doesn't end the job's next run", async () => {
  const [nextRun, reported, ended] = [gate(), gate(), gate()];
  let reports = 0;
  const { jobs, db, pool } = await openQueues(async (text, send) => {
    if (!text.includes("retried_jobs") || !text.includes("$2::uuid[]")) return;
    if (++reports === 1) {
      await send();
      await pool.query("update pgboss.job set start_after = now() where name = 'letters'");
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    }
    await nextRun.opened;
    await send();
    reported.open();
  });
  let runs = 0;
  const run = async () => {
    if (++runs === 1) throw new Error("the first run fails");
    nextRun.open();
    await ended.opened;
  };
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  await jobs.work([{ ...letters, queue: letters.name, concurrency: 1, run }]);

  await reported.opened;
  expect(await states(pool)).toEqual(["active"]);
  ended.open();
  await expect.poll(() => states(pool), { timeout: 20_000 }).toEqual(["completed"]);
  expect(runs).toBe(2);
});

test("jobs stop while the database is away", async () => {
  let away = false;
  const { jobs, db } = await openQueues(() => {
    if (away) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  });
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  await new Promise<void>((begun) => {
    const run = (_: object, signal: AbortSignal) => {
      begun();
      return new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
    };
    void jobs.work([{ ...letters, queue: letters.name, concurrency: 1, run }]);
  });
  away = true;

  await jobs.stop(1000).catch(() => undefined);
  away = false;
});

test("a job that fails with a message the database refuses is tried again, and the process goes on", async () => {
  const { jobs, db, pool } = await openQueues();
  let runs = 0;
  const run = async () => {
    if (runs++ === 0) throw new Error("a name with \0 in it");
  };
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  await jobs.work([{ ...letters, queue: letters.name, concurrency: 1, run }]);

  // Else the next attempt comes after ten seconds.
  const statesInHaste = async () => {
    await pool.query("update pgboss.job set start_after = now() where state = 'retry'");
    await notify(db, "zippy_jobs", letters.name);
    return states(pool);
  };
  await expect.poll(statesInHaste, { timeout: 30_000 }).toEqual(["completed"]);
  expect(runs).toBe(2);
});

test("stops cost a job none of its attempts, whether it ends by itself or is still running", async () => {
  const { jobs, db, pool, open } = await openQueues();
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  let current = jobs;
  for (let stop = 0; stop <= letters.retryLimit + 1; stop++) {
    const [begun, over] = [gate(), gate()];
    const run = async (_: object, signal: AbortSignal) => {
      begun.open();
      if (stop % 2 === 0) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      else await over.opened;
      throw new Error("interrupted");
    };
    await current.work([{ ...letters, queue: letters.name, concurrency: 1, run }]);
    await begun.opened;
    await current.stop(100);
    over.open();
    // Its last statement may still be on its way.
    await expect.poll(() => states(pool)).toEqual(["retry"]);
    await pool.query("update pgboss.job set start_after = now() where name = 'letters'");
    current = await open();
  }
  await current.work([{ ...letters, queue: letters.name, concurrency: 1, run: async () => undefined }]);
  await expect.poll(() => states(pool), { timeout: 20_000 }).toEqual(["completed"]);
  await current.stop(1000);
});

/** Starts another process, which begins a job and never ends it. Resolves once it has begun. */
async function startProcess(url: string): Promise<{ child: ChildProcess; job: { n: number } }> {
  const script = new URL("../../test/support/workers/job-process.ts", import.meta.url);
  const child = fork(script, [url], { execArgv: ["--import", import.meta.resolve("tsx")] });
  atEnd(() => void child.kill("SIGKILL"));
  const job = await new Promise<{ n: number }>((resolve, reject) => {
    child.once("message", (begun) => resolve(begun as { n: number }));
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
  return { child, job };
}

/** Ids of the connections that hold a process's mark. */
const marks = async (pool: pg.Pool): Promise<number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    `select l.pid from pg_locks l join pgboss.job j on state = 'active'
       and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('process ' || (output->>'process'), 0)
     where l.locktype = 'advisory' and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
};

test("a job of a killed process runs in another one, and those of living processes go on, also after a broken connection", async () => {
  const { db, pool, jobs, open, url } = await openQueues();
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  const killed = await startProcess(url);
  await jobs.sendAll(db, letters.name, [{ n: 2 }]);
  const living = await startProcess(url);
  expect([killed.job, living.job]).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await marks(pool)).toHaveLength(2);

  killed.child.kill("SIGKILL");
  await expect.poll(() => marks(pool), { timeout: 20_000 }).toHaveLength(1);
  const [connection] = await marks(pool);
  await pool.query("select pg_terminate_backend($1)", [connection]);
  await expect
    .poll(async () => (await marks(pool)).filter((one) => one !== connection), { timeout: 20_000 })
    .toHaveLength(1);

  const third = await open(3000);
  atEnd(() => third.stop(1000));
  const ran: object[] = [];
  await third.work([
    { ...letters, queue: letters.name, concurrency: 2, run: async (job) => void ran.push(job) },
  ]);
  await expect.poll(() => ran, { timeout: 60_000 }).toEqual([{ n: 1 }]);
  // What the third one does next is after it has looked again.
  await jobs.sendAll(db, letters.name, [{ n: 3 }]);
  await expect.poll(() => ran, { timeout: 60_000 }).toEqual([{ n: 1 }, { n: 3 }]);
  expect(await states(pool)).toEqual(["completed", "active", "completed"]);
  const { rows } = await pool.query("select retry_count from pgboss.job where data->>'n' = '1'");
  expect(rows).toEqual([{ retry_count: 1 }]);
});

test("a job whose process ended at its last attempt fails instead of ending the next process", async () => {
  const { db, pool, jobs, open } = await openQueues();
  await jobs.sendAll(db, letters.name, [{ n: 1 }]);
  await pool.query(
    `update pgboss.job set state = 'active', started_on = now(), retry_count = retry_limit,
       output = '{"process":"gone"}' where name = 'letters'`,
  );
  const other = await open(100);
  atEnd(() => other.stop(1000));
  await other.work([]);
  await expect.poll(() => states(pool), { timeout: 20_000 }).toEqual(["failed"]);
});
