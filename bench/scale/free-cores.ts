import { type Person, signIn } from "../../test/support/person";
import { openTwilioAccount } from "../channels/twilio-account";
import { median, report } from "../measure";
import { family, familyProcessorTime } from "../memory";
import { caller, ordinaryCall, repeat } from "./load";
import { type Machine, openMachines, startProgram } from "./machines";
import { openProcessorShares, type ProcessorShares } from "./processor-share";
import { type Fleet, measureWebhooks, numbers, openSocket, prepare, timeImports } from "./rounds";

/** The part of a core that each web and worker process gets. Eight of them leave more than a core to the rest. */
const share = 0.1;
/** Pairs of a web and a worker process, there and back, so that a slow moment of the machine affects all. */
const order = [1, 2, 4, 2, 1, 2, 1];
/**
 * `atATime` and `writers` are for each web process. A process may do nothing for most of a hundredth of a second, and the
 * proxy goes on giving it its turn of the calls: with few of them, these wait there while the others have nothing to do.
 * Imports are many small ones, because a worker takes one as a whole: of four, two workers may take three and one.
 */
const size = {
  ...{ seconds: 10, atATime: 32, deliveries: 500, mails: 60, imports: 12 },
  ...{ sockets: 192, events: 120, writers: 4 },
};

/** What happened in a second, and how much of the processor that took. */
interface Rates {
  requests: number;
  acknowledged: number;
  processed: number;
  mails: number;
  heard: number;
  /** How much of their shares the web processes used during the requests. */
  used: number;
  /** The same of PostgreSQL, which has no limit, in cores. */
  postgres: number;
}

interface Pair {
  web: Machine;
  worker: Machine;
}

/**
 * One, two and four web and worker processes on cores of their own: each gets a tenth of a core, and the database, the
 * proxy and the bench as much as they want. Says so where Linux doesn't let this user limit processes.
 */
export async function measureFreeCores(): Promise<void> {
  const shares = openProcessorShares();
  if (!shares) return skip();
  const twilio = await openTwilioAccount();
  const machines = await openMachines({ ...twilio.settings });
  const pairs: Pair[] = [];
  const rates = new Map<number, Rates[]>();
  try {
    let url = "";
    const database = await machines.connect();
    // If anything fails, it ends with its database, which must not hide what failed.
    database.on("error", () => undefined);
    let people: Person[] = [];
    for (const count of order) {
      while (pairs.length < count)
        pairs.push({ web: await machines.start("web"), worker: await machines.start("worker") });
      for (const { web, worker } of pairs.splice(count)) await Promise.all([web.stop(), worker.stop()]);
      const webs = pairs.map(({ web }) => web);
      const proxy = await startProgram("round-robin.ts", ...webs.map((web) => web.url));
      url = proxy.url;
      const isFirst = people.length === 0;
      if (isFirst)
        people = await Promise.all(
          Array.from({ length: size.imports }, (_, nth) => signIn(() => url, `Free ${nth}`)),
        );
      const [person, other] = people as [Person, Person];
      const fleet = { machines, url, webs, twilio, person, other, database };
      if (isFirst) for (const [nth, one] of people.entries()) await prepare(fleet, one, numbersOf(nth));
      const measured = await measureShared(fleet, people, pairs, proxy, shares);
      rates.set(count, [...(rates.get(count) ?? []), measured]);
      await proxy.stop();
    }
    await database.end();
    reportFreeCores(rates);
  } finally {
    shares.close();
    await machines.stop();
    twilio.stop();
  }
}

/** Each person's team gets as many of the numbers: what is locked for a team or an account would be shared else. */
const numbersOf = (nth: number): string[] => numbers.filter((_, at) => at % size.imports === nth);

function skip(): void {
  const because = "no control groups can be made here; root on Linux can";
  console.log(JSON.stringify({ skipped: "scale on free cores", because }));
}

/** Warm processes get their shares, and give them back at the end. */
async function measureShared(
  fleet: Fleet,
  people: Person[],
  pairs: Pair[],
  proxy: Machine,
  shares: ProcessorShares,
): Promise<Rates> {
  const { url, webs, machines } = fleet;
  const calls = people.map((one) => ordinaryCall(caller(url, one.cookie), one.teamId));
  // Three reads and a write of one team, then of the next.
  const ordinary = async (nth: number) => calls[Math.floor(nth / 4) % calls.length]?.(nth);
  const offered = { ...size, atATime: size.atATime * webs.length };
  await repeat(3, offered.atATime, ordinary);
  await measureWebhooks(fleet, offered);
  await timeImports(people, size.mails);
  for (const { web, worker } of pairs) for (const { pid } of [web, worker]) shares.limit(pid, share);
  shares.favor([process.pid, proxy.pid, ...family(machines.postgres)]);
  const busy = () => webs.reduce((sum, { pid }) => sum + familyProcessorTime(pid), 0);
  const before = { busy: busy(), postgres: familyProcessorTime(machines.postgres) };
  const { done, seconds } = await repeat(size.seconds, offered.atATime, ordinary);
  const used = (busy() - before.busy) / seconds / (share * webs.length);
  const postgres = (familyProcessorTime(machines.postgres) - before.postgres) / seconds;
  const webhooks = await measureWebhooks(fleet, offered);
  const mails = (size.mails * people.length) / (await timeImports(people, size.mails));
  const heard = await measureHeard(fleet);
  shares.close();
  return { requests: done / seconds, ...webhooks, mails, heard, used, postgres };
}

/** A session may have 50. */
const socketsPerSession = 48;

/** How many events all sockets together hear in a second, while some writes of each web process are under way. */
async function measureHeard({ url, webs, person }: Fleet): Promise<number> {
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
  while (sockets.length < size.sockets) {
    const session = await signIn(url, "Free", person.user.email ?? "");
    const more = Array.from({ length: socketsPerSession }, () =>
      openSocket(url, { ...person, cookie: session.cookie }),
    );
    sockets.push(...(await Promise.all(more)));
  }
  const call = caller(url, person.cookie);
  const began = performance.now();
  const all = Promise.all(sockets.map((socket) => socket.heardAll(size.events)));
  let nth = 0;
  const write = async () => {
    while (nth < size.events)
      await call("POST", `/api/teams/${person.teamId}/tasks`, { title: `Heard ${nth++}` });
  };
  await Promise.all(Array.from({ length: size.writers * webs.length }, write));
  await all;
  const seconds = (performance.now() - began) / 1000;
  for (const { close } of sockets) close();
  return (size.sockets * size.events) / seconds;
}

function reportFreeCores(rates: Map<number, Rates[]>): void {
  const middle = (count: number, pick: (one: Rates) => number) => median((rates.get(count) ?? []).map(pick));
  const compare = (measure: string, pick: (one: Rates) => number) => {
    const [one, two, four] = [middle(1, pick), middle(2, pick), middle(4, pick)];
    for (const [count, value, least] of [
      [2, two, 1.8],
      [4, four, 0],
    ] as const)
      report({
        measure: `${measure}, ${count} web and ${count} worker processes with ${share} of a core each`,
        value,
        unit: "/s",
        ratio: value / one,
        against: `one of each (${one.toPrecision(3)}/s)`,
        goal: least ? `ratio ≥ ${least}` : "report",
        met: value / one >= least,
      });
  };
  compare("requests", (one) => one.requests);
  compare("webhooks acknowledged", (one) => one.acknowledged);
  compare("webhooks processed", (one) => one.processed);
  compare(`mails of ${size.imports} imports at once`, (one) => one.mails);
  compare(`live events heard in ${size.sockets} sockets`, (one) => one.heard);
  for (const count of rates.keys()) {
    const [used, postgres] = [middle(count, (one) => one.used), middle(count, (one) => one.postgres)];
    // A share that isn't used up means that something else was the limit.
    report({
      measure: `part of their shares that ${count} web processes used for the requests (PostgreSQL ${postgres.toFixed(2)} cores)`,
      value: used,
      unit: "",
      goal: "≥ 0.9",
      met: used >= 0.9,
    });
  }
}
