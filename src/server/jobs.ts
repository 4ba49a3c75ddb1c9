import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import PgBoss from "pg-boss";
import { minute } from "../shared/durations";
import { startLoop } from "./background-loop";
import type { Executor } from "./database";
import { type Notifications, notify } from "./notifications";
import { beginsJobs, findLeftJobs, noteProcess } from "./postgres/left-jobs";
import { markProcess, type ProcessMark } from "./postgres/process-mark";

const channel = "zippy_jobs";

/** A kind of background work. `run` must be safe to repeat, because it runs again after a crash. */
export interface JobHandler<Data extends object = object> {
  queue: string;
  /** Attempts before the job is parked as failed. */
  retryLimit: number;
  /** Jobs of this kind that one process runs in parallel. */
  concurrency: number;
  /** Cron expression (UTC) for recurring work. */
  schedule?: string;
  run(data: Data, signal: AbortSignal): Promise<void>;
}

/** Work that is queued in the database and runs in some process, at least once (ADR 13). */
export interface Jobs {
  /** Enqueues a job in the caller's transaction, so the job exists only if its rows do. */
  send(tx: Executor, queue: string, data: object, options?: { singletonKey?: string }): Promise<void>;
  /** Like {@link Jobs.send}, for many jobs at once. */
  sendAll(tx: Executor, queue: string, list: object[], options?: ManyOptions): Promise<void>;
  /** Removes the jobs whose data names this id: of one queue those that wait, otherwise all in every state. */
  forget(tx: Executor, id: string, queue?: string): Promise<void>;
  /** True if the queue exists. */
  has(queue: string): boolean;
  /** Starts processing the queues (ROLE all or worker). */
  work(handlers: JobHandler<never>[]): Promise<void>;
  /**
   * Stops fetching jobs and waits for running ones, at most `graceMs` milliseconds. Those that it interrupts run again
   * later, and keep all their attempts.
   */
  stop(graceMs: number): Promise<void>;
}

interface ManyOptions {
  /** Delay before the jobs may run (seconds). */
  startAfter?: number;
  /** Time after which a running job is given to another worker (seconds). */
  expireAfter?: number;
}

/**
 * Opens the job queues, which are stored in the same database.
 *
 * @param goneAfter - how long a process must seem ended until another one runs its jobs (milliseconds).
 */
export async function openJobs(
  pool: pg.Pool,
  notifications: Notifications,
  queues: { name: string; retryLimit: number }[],
  onError: (error: Error) => void,
  goneAfter = minute,
): Promise<Jobs> {
  let stopped = false;
  let mark: ProcessMark | undefined;
  let stopLooking = async (): Promise<void> => undefined;
  const stopping = new AbortController();
  /** Which run of a job this process has begun, by the job's id. */
  const runs = new Map<string, number>();
  /** What this process has given back at its stop. Another one may run it by now. */
  const givenBack = new Set<string>();
  const recordEnd = async (text: string, [queue, ids, output]: unknown[]) => {
    const [id = ""] = ids as string[];
    if (givenBack.has(id)) return nothing;
    const isInterrupted = stopping.signal.aborted && text.includes("retried_jobs");
    if (isInterrupted) givenBack.add(id);
    const ofRun = isInterrupted ? giveBack : text.replace(endedJobs, runIsActive);
    let given = [queue, ids, output, runs.get(id) ?? null];
    for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait))
      try {
        const answer = await pool.query(ofRun, given);
        if (runs.get(id) === given[3]) runs.delete(id);
        return answer;
      } catch (error) {
        onError(error as Error);
        // An error's message may have characters that the database refuses. Without it, the job can still end.
        const shorter = isInvalidData(error) && given[2] !== null;
        if (shorter) given = [queue, ids, null, given[3]];
        // Without a database, a stop must end too. The job runs again, as after a crash.
        else if (stopping.signal.aborted) return nothing;
        else await sleep(wait, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
  };
  const boss = new PgBoss({
    db: {
      // A job that outlasts the stop can't report its end any more. It runs again, as after a crash.
      executeSql: async (text, values = []) => {
        if (stopped) return nothing;
        if (beginsJobs(text)) {
          // Without its mark, others would take this process for gone.
          if (!mark?.isHeld()) return { rows: [] };
          return pool.query(noteProcess(text, mark.id), values);
        }
        return reportsEnd(text) ? recordEnd(text, values) : pool.query(text, values);
      },
    },
    // A long transcription is a single job. Its own row shows how far it is, not this limit.
    expireInHours: 23,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
  });
  boss.on("error", onError);
  await boss.start();
  // To find that a queue exists takes as long as creating a row, once for each.
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, retryLimit } of queues.filter((queue) => !existing.has(queue.name)))
    await boss.createQueue(name, { name, retryLimit, retryDelay: 5, retryBackoff: true });

  const workers = new Map<string, string[]>();
  const wakeWorkers = (queue: string): void => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
  };

  return {
    async send(tx, queue, data, options = {}) {
      const db = { executeSql: async (text: string, values: unknown[]) => tx.execute(bind(text, values)) };
      const id = await boss.send(queue, data, { ...options, db: db as PgBoss.Db });
      // Without a singleton key, null means that the queue doesn't exist and the job was silently dropped.
      if (id === null && !options.singletonKey) throw new Error(`the queue ${queue} does not exist`);
      await notify(tx, channel, queue);
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
      await notify(tx, channel, queue);
    },
    async forget(tx, id, queue) {
      const named = sql`(data::text like ${`%"${id}"%`} or singleton_key = ${id})`;
      if (queue) {
        const waits = sql`name = ${queue} and state in ('created', 'retry')`;
        await tx.execute(sql`delete from pgboss.job where ${waits} and ${named}`);
        return;
      }
      await tx.execute(sql`delete from pgboss.job where ${named}`);
      await tx.execute(sql`delete from pgboss.archive where ${named}`);
    },
    has: (queue) => queues.some(({ name }) => name === queue),
    async work(handlers) {
      mark = await markProcess(pool);
      const giveBackLeft = findLeftJobs(pool, goneAfter);
      const { stop } = await startLoop({
        name: "jobs of ended processes",
        log: (line) => onError(new Error(line)),
        async work() {
          for (const queue of await giveBackLeft()) wakeWorkers(queue);
          return goneAfter / 4;
        },
      });
      stopLooking = stop;
      for (const handler of handlers)
        for (let n = 0; n < handler.concurrency; n++) {
          let id = "";
          const options = { pollingIntervalSeconds: 2, includeMetadata: true as const };
          id = await boss.work<object>(handler.queue, options, async (jobs) => {
            for (const job of jobs) {
              runs.set(job.id, job.retryCount);
              await handler.run(job.data as never, stopping.signal);
            }
            // Another job may be waiting. Without this, the worker would pause before it looks.
            boss.notifyWorker(id);
          });
          workers.set(handler.queue, [...(workers.get(handler.queue) ?? []), id]);
        }
      for (const { queue, schedule } of handlers) if (schedule) await boss.schedule(queue, schedule, {});
      await notifications.on(channel, wakeWorkers);
    },
    async stop(graceMs) {
      stopping.abort();
      void stopLooking();
      await boss.stop({ graceful: true, wait: true, timeout: graceMs });
      stopped = true;
      mark?.release();
    },
  };
}

/** What a statement answers that changed nothing. */
const nothing = { rows: [{ count: 0 }] };

/** Waits between the attempts to record that a job ended (milliseconds). */
const firstWait = 500;
const longestWait = 30_000;

/**
 * Whether pg-boss records with it that jobs succeeded or failed. It doesn't await that, so a failure would end the
 * process; and a job whose end isn't recorded counts as running for hours.
 */
const reportsEnd = (text: string): boolean => endedJobs.test(text);

/** How pg-boss names the jobs that ended, and the state in which they still may. */
const endedJobs = /id IN \(SELECT UNNEST\(\$2::uuid\[\]\)\)\s+AND state (?:=|<) '\w+'/;

/**
 * The same jobs, while the run that ended is still the current one: an end that was recorded although its answer got
 * lost is reported again, and must not end the job's next run. pg-boss counts the runs of a job.
 */
const runIsActive =
  "id IN (SELECT UNNEST($$2::uuid[])) AND state = 'active' AND ($$4::int is null or retry_count = $$4::int)";

/**
 * Lets a job that a stop has interrupted run again after its usual pause, in which the process ends. It counts as not
 * begun: pg-boss takes an attempt from a job that it starts once more, and a stop is no failure of the job.
 */
const giveBack = `
  with interrupted as (
    update pgboss.job
    set state = 'retry', started_on = null, start_after = now() + retry_delay * interval '1 second', output = $3::jsonb
    where name = $1 and id in (select unnest($2::uuid[])) and state = 'active'
      and ($4::int is null or retry_count = $4::int)
    returning 1)
  select count(*) from interrupted`;

/** Whether the database refuses the values themselves (SQLSTATE class 22), so that another attempt changes nothing. */
const isInvalidData = (error: unknown): boolean => /^22/.test((error as { code?: string }).code ?? "");

/**
 * Turns a text with `$1` placeholders and its values into a drizzle query, so it can run in a transaction.
 */
function bind(text: string, values: unknown[] = []): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 ? sql`${sql.param(values[Number(part) - 1])}` : sql.raw(part))),
  );
}
