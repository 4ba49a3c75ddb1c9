import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Task } from "../../src/features/tasks/contract";
import { signIn } from "../../test/support/person";
import { openTwilioAccount } from "../channels/twilio-account";
import { report } from "../measure";
import { ownMemory } from "../memory";
import { caller } from "./load";
import { type Machine, type Machines, openMachines, startProgram } from "./machines";
import { measureNotifying, mostPerProcess, simulateProcesses } from "./many-processes";
import { type Fleet, measureRound, prepare, type Round, size, warmUp } from "./rounds";

const cores = availableParallelism();
/** With fewer cores, the processes, the database and the bench share them, so a second pair can't add any. */
const enoughCores = 8;

/**
 * Two web and two worker processes beside one of each, on one database, behind a proxy without stickiness. The rounds
 * are one, two, two, one, so that a slow moment of the machine affects both.
 */
export async function measureScale(): Promise<void> {
  const twilio = await openTwilioAccount();
  const machines = await openMachines({ ...twilio.settings });
  const proxies: Machine[] = [];
  try {
    const web = await machines.start("web");
    const database = await machines.connect();
    await countConnections(database, 1);
    await machines.start("worker");
    await countConnections(database, 2);
    const alone = await startProgram("round-robin.ts", web.url);
    proxies.push(alone);
    let { url } = alone;
    const [person, other] = [await signIn(() => url, "Bench"), await signIn(() => url, "Other")];
    const fleet = { machines, url, webs: [web], twilio, person, other, database };
    await prepare(fleet, person);
    await warmUp(fleet);
    const one = [await measureRound(fleet)];

    const secondWeb = await machines.start("web");
    const secondWorker = await machines.start("worker");
    await countConnections(database, 4);
    const both = await startProgram("round-robin.ts", web.url, secondWeb.url);
    proxies.push(both);
    url = both.url;
    const doubled = { ...fleet, url, webs: [web, secondWeb] };
    await checkReads(doubled);
    await warmUp(doubled);
    const busiest = watchConnections(database);
    const two = [await measureRound(doubled), await measureRound(doubled)];
    reportConnections(await busiest.stop(), machines);
    await Promise.all([secondWeb.stop(), secondWorker.stop()]);
    url = alone.url;
    one.push(await measureRound(fleet));
    reportRounds(one, two);
    await database.end();
    await measureNotifying(machines);
    await simulateProcesses(machines, 50);
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await machines.stop();
    twilio.stop();
  }
}

/** Each write goes to one web process and the read after it to the other. */
async function checkReads({ url, person: { cookie, teamId } }: Fleet): Promise<void> {
  const call = caller(url, cookie);
  const writes = 100;
  let missed = 0;
  for (let nth = 0; nth < writes; nth++) {
    const { id } = (await call("POST", `/api/teams/${teamId}/tasks`, { title: `Read ${nth}` })) as Task;
    await call("GET", `/api/tasks/${id}`).catch(() => missed++);
  }
  report({
    measure: `writes that the other web process doesn't show at once, of ${writes}`,
    value: missed,
    unit: "",
    goal: "≤ 0",
    met: missed === 0,
  });
}

const counting =
  "select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and application_name <> 'bench'";

async function countConnections(database: pg.Client, processes: number): Promise<void> {
  const { rows } = await database.query<{ n: number }>(counting);
  const [value, most] = [rows[0]?.n ?? 0, processes * mostPerProcess];
  const measure = `connections of ${processes} process${processes > 1 ? "es" : ""} that just started`;
  report({ measure, value, unit: "", goal: `≤ ${most}`, met: value <= most });
}

/** Looks at the number of connections until it is stopped. @returns the highest seen. */
function watchConnections(database: pg.Client) {
  let [highest, stopped] = [0, false];
  const watching = (async () => {
    for (; !stopped; await sleep(100))
      highest = Math.max(highest, (await database.query<{ n: number }>(counting)).rows[0]?.n ?? 0);
    return highest;
  })();
  return {
    stop() {
      stopped = true;
      return watching;
    },
  };
}

function reportConnections(highest: number, { postgres }: Machines): void {
  report({
    measure: "connections of 4 busy processes",
    value: highest,
    unit: "",
    goal: `≤ ${4 * mostPerProcess}`,
    met: highest <= 4 * mostPerProcess,
  });
  const value = ownMemory(postgres) / highest;
  const measure = "memory of PostgreSQL for each of these connections";
  report({ measure, value, unit: "MB", goal: "≤ 20 MB", met: value <= 20 });
}

function reportRounds(one: Round[], two: Round[]): void {
  const mean = (rounds: Round[], pick: (round: Round) => number) =>
    rounds.reduce((sum, round) => sum + pick(round), 0) / rounds.length;
  const rate = (measure: string, pick: (round: Round) => number, withCores: number) => {
    const [value, peer] = [mean(two, pick), mean(one, pick)];
    const least = cores >= enoughCores ? withCores : 0.7;
    report({
      measure: `${measure}, 2 web and 2 worker processes (${cores} cores)`,
      value,
      unit: "/s",
      ratio: value / peer,
      against: `1 web and 1 worker process (${peer.toPrecision(3)}/s)`,
      goal: `ratio ≥ ${least}`,
      met: value / peer >= least,
    });
  };
  rate("requests", (round) => round.requests, 1.6);
  rate("webhooks acknowledged", (round) => round.acknowledged, 1.4);
  rate("webhooks processed", (round) => round.processed, 1.4);
  rate("mails of one import", (round) => size.mails / round.oneImport, 0.9);
  rate("mails of two imports at once", (round) => (2 * size.mails) / round.twoImports, 1.4);
  const [delay, before] = [mean(two, (round) => round.fanOut), mean(one, (round) => round.fanOut)];
  report({
    measure: `write → event in each of ${size.sockets} sockets, 2 web processes, p50`,
    value: delay,
    unit: "ms",
    ratio: delay / before,
    against: `1 web process (${before.toPrecision(3)} ms)`,
    goal: "ratio ≤ 1.5",
    met: delay <= 1.5 * before,
  });
  const rounds = [...one, ...two];
  const missing = rounds.reduce((sum, { expected, heard }) => sum + expected - heard, 0);
  report({ measure: "live events not heard", value: missing, unit: "", goal: "≤ 0", met: missing === 0 });
  const cost = (rounds: Round[]) => ({
    web: mean(rounds, (round) => round.cost.web),
    postgres: mean(rounds, (round) => round.cost.postgres),
  });
  const [single, double] = [cost(one), cost(two)];
  const [little, much] = [single.web + single.postgres, double.web + double.postgres];
  // Beside other programs, this says more than the rates: as long as it stays the same, more cores do more requests.
  report({
    measure: "processor time of one request, 2 web processes and PostgreSQL",
    value: much,
    unit: "ms",
    ratio: much / little,
    against: `1 web process and PostgreSQL (${little.toPrecision(3)} ms)`,
    goal: "ratio ≤ 1.25",
    met: much <= 1.25 * little,
  });
  report({
    measure: "processor time of one request, PostgreSQL",
    value: double.postgres,
    unit: "ms",
    ratio: double.postgres / double.web,
    against: `a web process (${double.web.toPrecision(3)} ms)`,
    goal: "ratio ≤ 1",
    met: double.postgres <= double.web,
  });
}
