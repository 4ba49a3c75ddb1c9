import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import WebSocket from "ws";
import type { Task } from "../../src/features/tasks/contract";
import { type Person, signIn } from "../../test/support/person";
import { poster } from "../channels/channels";
import { openTwilioAccount, type TwilioAccount } from "../channels/twilio-account";
import { importFile } from "../imports";
import { median, report } from "../measure";
import { familyProcessorTime, ownMemory } from "../memory";
import { fillMessages, fillTasks } from "../product";
import { writeSampleMailbox } from "../sample-mailbox";
import { caller, ordinaryCall, repeat } from "./load";
import { type Machine, type Machines, openMachines, startProgram } from "./machines";
import { measureNotifying, mostPerProcess, simulateProcesses } from "./many-processes";

const cores = availableParallelism();
/** With fewer cores, the processes, the database and the bench share them, so a second pair can't add any. */
const enoughCores = 8;
const numbers = Array.from({ length: 8 }, (_, n) => `+1555300000${n}`);
const size = { seconds: 4, atATime: 16, deliveries: 1000, mails: 1000, sockets: 40, events: 40 };

/** What one round measured. */
interface Round {
  requests: number;
  acknowledged: number;
  processed: number;
  /** Seconds. */
  oneImport: number;
  twoImports: number;
  /** Milliseconds from a write until every socket has heard of it. */
  fanOut: number;
  /** Events that should have been heard, and those that were. */
  expected: number;
  heard: number;
  /** Processor time of one request (milliseconds). */
  cost: { web: number; postgres: number };
}

/** The addresses and processes of one round. */
interface Fleet {
  machines: Machines;
  /** The proxy. */
  url: string;
  webs: Machine[];
  twilio: TwilioAccount;
  person: Person;
  /** A second person, in another team. */
  other: Person;
  database: pg.Client;
}

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
    await prepare(fleet);
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

async function prepare({ person, database }: Fleet): Promise<void> {
  for (const phoneNumber of numbers) {
    const { status } = await person.post("/api/integrations/sms/connect", {
      teamId: person.teamId,
      phoneNumber,
    });
    if (status !== 200) throw new Error(`connecting ${phoneNumber} returned ${status}`);
  }
  await fillMessages(database, person.teamId, 2000);
  await fillTasks(database, person.teamId, 500);
}

async function measureRound(fleet: Fleet): Promise<Round> {
  const requests = await measureRequests(fleet);
  const webhooks = await measureWebhooks(fleet);
  const [oneImport, twoImports] = [
    await timeImports([fleet.person]),
    await timeImports([fleet.person, fleet.other]),
  ];
  return { ...requests, ...webhooks, oneImport, twoImports, ...(await measureFanOut(fleet)) };
}

/** A fresh process needs some work until it reaches its speed. */
async function warmUp({ url, person, other }: Fleet): Promise<void> {
  await repeat(2, size.atATime, ordinaryCall(caller(url, person.cookie), person.teamId));
  await timeImports([person, other]);
}

async function measureRequests({ url, person, machines, webs }: Fleet) {
  const web = () => webs.reduce((sum, { pid }) => sum + familyProcessorTime(pid), 0);
  const before = { web: web(), postgres: familyProcessorTime(machines.postgres) };
  const { done, seconds } = await repeat(
    size.seconds,
    size.atATime,
    ordinaryCall(caller(url, person.cookie), person.teamId),
  );
  const each = (after: number, at: number) => ((after - at) * 1000) / done;
  return {
    requests: done / seconds,
    cost: {
      web: each(web(), before.web),
      postgres: each(familyProcessorTime(machines.postgres), before.postgres),
    },
  };
}

async function measureWebhooks({ url, twilio, database }: Fleet) {
  const posts = numbers.map((number) => poster(url, twilio, number));
  const began = performance.now();
  let next = 0;
  const one = async () => {
    for (let nth = next++; nth < size.deliveries; nth = next++) await posts[nth % posts.length]?.();
  };
  await Promise.all(Array.from({ length: size.atATime }, one));
  const acknowledged = size.deliveries / ((performance.now() - began) / 1000);
  const waiting = "select 1 from webhook_events where handled_at is null limit 1";
  while ((await database.query(waiting)).rowCount) await sleep(20);
  return { acknowledged, processed: size.deliveries / ((performance.now() - began) / 1000) };
}

let seed = 100;

/** Imports a different mailbox for each person, all at once. @returns seconds until the last one has ended. */
async function timeImports(people: Person[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "zippy-mails-"));
  const paths: string[] = [];
  for (const { teamId } of people) {
    const path = join(folder, `${teamId}.mbox`);
    await writeSampleMailbox(path, { mails: size.mails, seed: ++seed });
    paths.push(path);
  }
  const imported = await Promise.all(people.map((person, n) => importFile(person, paths[n] as string)));
  rmSync(folder, { recursive: true, force: true });
  return Math.max(...imported.map(({ milliseconds }) => milliseconds)) / 1000;
}

/** Writes over the proxy, and hears over sockets that it spread over the web processes. */
async function measureFanOut({ url, person }: Fleet) {
  const sockets = await Promise.all(Array.from({ length: size.sockets }, () => openSocket(url, person)));
  const call = caller(url, person.cookie);
  const delays: number[] = [];
  for (let nth = 0; nth < size.events; nth++) {
    const began = performance.now();
    const all = sockets.map((socket) => socket.next());
    await call("POST", `/api/teams/${person.teamId}/tasks`, { title: `Live ${nth}` });
    await Promise.all(all);
    delays.push(performance.now() - began);
  }
  const heard = sockets.reduce((sum, socket) => sum + socket.heard(), 0);
  for (const { close } of sockets) close();
  return { fanOut: median(delays), heard, expected: size.sockets * size.events };
}

async function openSocket(url: string, person: Person) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers: { cookie: person.cookie } });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let heard = 0;
  let notify: (type: string) => void = () => undefined;
  const until = (wanted: string) =>
    new Promise<void>((resolve) => {
      notify = (type) => type === wanted && resolve();
    });
  socket.on("message", (data) => {
    const { type } = JSON.parse(String(data));
    if (type === "task_created") heard++;
    notify(type);
  });
  const subscribed = until("subscribed");
  socket.send(JSON.stringify({ type: "authenticate", userId: person.user.id, teamId: person.teamId }));
  socket.send(JSON.stringify({ type: "subscribe_team", teamId: person.teamId }));
  await subscribed;
  return { next: () => until("task_created"), heard: () => heard, close: () => socket.close() };
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
