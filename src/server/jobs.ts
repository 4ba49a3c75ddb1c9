import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import PgBoss from "pg-boss";
import type { Executor } from "./database";
import type { Notifications } from "./notifications";

const channel = "zippy_jobs";

/** A kind of background work. `run` must be safe to repeat: a crash in the middle runs it again. */
export interface JobHandler<Data extends object = object> {
  queue: string;
  /** Tries before the job is parked as failed. */
  retryLimit: number;
  /** How many jobs of this kind one process runs at a time. */
  concurrency: number;
  /** Cron expression (UTC) for work that comes round by itself. */
  schedule?: string;
  run(data: Data, signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists exactly when the rows it works on do. */
  send(tx: Executor, queue: string, data: object, options?: { singletonKey?: string }): Promise<void>;
  /** As {@link Jobs.send}, many at once, each with its data. */
  sendAll(tx: Executor, queue: string, list: object[], options?: ManyOptions): Promise<void>;
  /** Whether there is such a queue: somebody works on what is sent to it. */
  has(queue: string): boolean;
  /** Starts working on the queues (ROLE all or worker). */
  work(handlers: JobHandler<never>[]): Promise<void>;
  /** Stops fetching and waits for what runs, at most `graceMs` (milliseconds). */
  stop(graceMs: number): Promise<void>;
}

interface ManyOptions {
  /** Seconds from now until they may run. */
  startAfter?: number;
  /** A job that runs longer is given to somebody else (seconds). */
  expireAfter?: number;
}

/** Opens the job queues, which live in the same database. */
export async function openJobs(
  pool: pg.Pool,
  notifications: Notifications,
  queues: { name: string; retryLimit: number }[],
  onError: (error: Error) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // A long import is one job; its own progress row, not this limit, says how it goes.
    expireInHours: 23,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
  });
  boss.on("error", onError);
  await boss.start();
  for (const { name, retryLimit } of queues)
    await boss.createQueue(name, { name, retryLimit, retryDelay: 5, retryBackoff: true });

  const stopping = new AbortController();
  return {
    async send(tx, queue, data, options = {}) {
      const db = { executeSql: async (text: string, values: unknown[]) => tx.execute(bind(text, values)) };
      const id = await boss.send(queue, data, { ...options, db: db as PgBoss.Db });
      // Null without a singleton key means that the queue does not exist, and the job would be gone without a word.
      if (id === null && !options.singletonKey) throw new Error(`the queue ${queue} does not exist`);
      await tx.execute(sql`select pg_notify(${channel}, ${queue})`);
    },
    async sendAll(tx, queue, list, { startAfter = 0, expireAfter } = {}) {
      if (list.length === 0) return;
      const db = { executeSql: async (text: string, values: unknown[]) => tx.execute(bind(text, values)) };
      const jobs = list.map((data) => ({
        name: queue,
        data,
        startAfter: String(startAfter),
        ...(expireAfter && { expireInSeconds: expireAfter }),
      }));
      await boss.insert(jobs as unknown as PgBoss.JobInsert[], { db: db as PgBoss.Db });
      await tx.execute(sql`select pg_notify(${channel}, ${queue})`);
    },
    has: (queue) => queues.some(({ name }) => name === queue),
    async work(handlers) {
      const workers = new Map<string, string[]>();
      for (const handler of handlers)
        for (let n = 0; n < handler.concurrency; n++) {
          const id = await boss.work<object>(handler.queue, { pollingIntervalSeconds: 2 }, async (jobs) => {
            for (const job of jobs) await handler.run(job.data as never, stopping.signal);
          });
          workers.set(handler.queue, [...(workers.get(handler.queue) ?? []), id]);
        }
      for (const { queue, schedule } of handlers) if (schedule) await boss.schedule(queue, schedule, {});
      await notifications.on(channel, (queue) => {
        for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
      });
    },
    async stop(graceMs) {
      stopping.abort();
      await boss.stop({ graceful: true, wait: true, timeout: graceMs });
    },
  };
}

/** A text with `$1`-style places and its values as one drizzle query, so that it runs on a transaction's connection. */
function bind(text: string, values: unknown[] = []): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 ? sql`${sql.param(values[Number(part) - 1])}` : sql.raw(part))),
  );
}
