import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Person, signIn } from "../../test/support/person";
import { median, report, times } from "../measure";
import { familyProcessorTime } from "../memory";
import { fillMessages, fillTasks } from "../product";
import { caller, ordinaryCall } from "./load";
import { type Machine, type Machines, openMachines, startProgram } from "./machines";

/** Of each of five teams, ten webhooks get each of its facts. */
const teams = 5;
const webhooks = 10;
/** The least that is offered (deliveries per second). It is aimed a little higher, because the last step ends early. */
const rate = 1000;
const factsPerSecond = (1.05 * rate) / (teams * webhooks);

/** Calls in each block without deliveries, seconds of those with them, and blocks of each, in turns. */
const calls = 300;
const seconds = 5;
const blocks = 2;

/** What queueing 1,000 deliveries to outgoing webhooks a second adds to the calls of people. */
export async function measureOutgoing(): Promise<void> {
  const machines = await openMachines();
  const receivers: Machine[] = [];
  try {
    const web = await machines.start("web");
    const worker = await machines.start("worker");
    const person = await signIn(web.url, "Bench");
    const database = await machines.connect();
    await fillMessages(database, person.teamId, 2000);
    await fillTasks(database, person.teamId, 500);
    for (const kind of ["answer", "hang"] as const) {
      const receiver = await startProgram("receiver.ts", kind);
      receivers.push(receiver);
      const others: Person[] = [];
      for (let n = 0; n < teams; n++) others.push(await addWebhooks(web.url, `${receiver.url}/${n}`));
      await compare({ machines, database, person, url: web.url, worker, others, kind });
    }
    await database.end();
  } finally {
    await machines.stop();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  }
}

async function addWebhooks(url: string, address: string): Promise<Person> {
  const person = await signIn(url, "Follower");
  for (let n = 0; n < webhooks; n++) {
    const { status } = await person.post(`/api/teams/${person.teamId}/webhooks`, {
      url: `${address}/${n}`,
      types: ["task.created"],
    });
    if (status !== 200) throw new Error(`adding a webhook returned ${status}`);
  }
  return person;
}

interface Comparison {
  machines: Machines;
  database: pg.Client;
  person: Person;
  url: string;
  worker: Machine;
  /** One of each team that has webhooks. */
  others: Person[];
  /** What the receivers do; while they hang, a worker only queues. */
  kind: "answer" | "hang";
}

async function compare({ machines, database, person, url, worker, others, kind }: Comparison): Promise<void> {
  const call = ordinaryCall(caller(url, person.cookie), person.teamId);
  const [without, during]: [number[], number[]] = [[], []];
  let [offered, queued, posted, took, lag, workerTime, postgresTime] = [0, 0, 0, 0, 0, 0, 0];
  const facts = await machines.connect();
  await times(calls, call);
  for (let block = 0; block < blocks; block++) {
    without.push(...(await times(calls, call)));
    const before = await countDeliveries(database);
    const at = { worker: familyProcessorTime(worker.pid), postgres: familyProcessorTime(machines.postgres) };
    const began = performance.now();
    const stop = recordFacts(facts, others);
    // Measured once deliveries are being made.
    await sleep(1000);
    while (performance.now() - began < (1 + seconds) * 1000) during.push(...(await times(50, call, 0)));
    offered += (await stop()) * teams * webhooks;
    const recorded = performance.now();
    took += (recorded - began) / 1000;
    await untilQueued(database);
    lag = Math.max(lag, (performance.now() - recorded) / 1000);
    workerTime += familyProcessorTime(worker.pid) - at.worker;
    postgresTime += familyProcessorTime(machines.postgres) - at.postgres;
    const after = await countDeliveries(database);
    queued += after.queued - before.queued;
    posted += after.posted - before.posted;
    // What isn't posted yet would slow the next calls without deliveries.
    await database.query("update deliveries set status = 'failed' where status = 'waiting'");
    await sleep(1000);
  }
  await facts.end();
  const share = (time: number) => `${Math.round((100 * time) / took)}%`;
  const what = kind === "hang" ? "receivers hang" : "receivers answer";
  report({
    measure: `deliveries queued, ${what} (of ${Math.round(offered / took)}/s offered; the last one after ${lag.toFixed(1)} s; ${availableParallelism()} cores; ${Math.round(posted / took)}/s posted meanwhile; the worker at ${share(workerTime)} of a core, PostgreSQL at ${share(postgresTime)})`,
    value: queued / took,
    unit: "/s",
    goal: `≥ ${rate.toLocaleString("en-US")}/s, all that is offered, within 2 s`,
    met: queued >= offered && offered / took >= rate && lag <= 2,
  });
  const ratio = median(during) / median(without);
  report({
    measure: `a call while deliveries are queued, ${what}, HTTP p50`,
    value: median(during),
    unit: "ms",
    ratio,
    against: `the same call without (${median(without).toFixed(2)} ms)`,
    goal: "ratio ≤ 1.2",
    met: ratio <= 1.2,
  });
}

/**
 * Records the teams' facts ten times a second, as calls do, until it is stopped.
 *
 * @returns a function that stops it, and returns how many facts each team has got.
 */
function recordFacts(client: pg.Client, people: Person[]): () => Promise<number> {
  const ids = people.map(({ teamId }) => teamId);
  const began = performance.now();
  let [stopped, recorded] = [false, 0];
  const running = (async () => {
    for (; !stopped; await sleep(100)) {
      // Keeps to the schedule, even if a step came late.
      const due = Math.floor(((performance.now() - began) / 1000) * factsPerSecond) - recorded;
      recorded += due;
      await client.query(
        `with fact as (
           insert into events (team_id, type, subject_id)
           select team, 'task_created', gen_random_uuid() from unnest($1::uuid[]) team, generate_series(1, $2::int)
           returning team_id, type, subject_id, at)
         insert into followed_facts (team_id, type, subject_id, at) select * from fact`,
        [ids, due],
      );
    }
  })();
  return async () => {
    stopped = true;
    await running;
    return recorded;
  };
}

async function untilQueued(database: pg.Client): Promise<void> {
  while ((await database.query("select 1 from followed_facts limit 1")).rowCount) await sleep(20);
}

async function countDeliveries(database: pg.Client): Promise<{ queued: number; posted: number }> {
  const { rows } = await database.query(
    "select count(*)::int as queued, count(*) filter (where status = 'delivered')::int as posted from deliveries",
  );
  return rows[0];
}
