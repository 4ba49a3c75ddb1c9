import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import WebSocket from "ws";
import { startBareRoute } from "../calls/bare-route";
import { median, report, times } from "../measure";
import { openProduct, type Product } from "../product";
import { openTwilioAccount, type TwilioAccount, webhookPath } from "./twilio-account";

/**
 * Messages that arrive by webhook and by background sync. SMS represents all channels, because it needs no
 * other service.
 */
export async function measureChannels(): Promise<void> {
  const twilio = await openTwilioAccount();
  const product = await openProduct({ ...twilio.settings, BILLING: "off" });
  try {
    const to = "+15551234567";
    await connect(product, to);
    const post = poster(product.server.url, twilio, to);
    await measureAcknowledgement(post);
    await settle(product);
    await measureWebhookToScreen(product, post);
    await measureThroughput(product, twilio, to);
    await settle(product);
    await measureBackground(product, twilio);
  } finally {
    await product.stop();
    twilio.stop();
  }
}

export async function connect({ person }: Product, phoneNumber: string): Promise<void> {
  const fields = { teamId: person.teamId, phoneNumber };
  const { status, body } = await person.post("/api/integrations/sms/connect", fields);
  if (status !== 200) throw new Error(`connecting ${phoneNumber} failed: ${JSON.stringify(body)}`);
}

/** Delivers one message. Resolves when it is acknowledged. */
export type Post = () => Promise<void>;

let messages = 0;

export function poster(url: string, twilio: TwilioAccount, to: string): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return () =>
    new Promise((resolve, reject) => {
      const { headers, body } = twilio.delivery({ to, id: ++messages });
      const sent = request(`${url}${webhookPath}`, { method: "POST", agent, headers }, (answer) => {
        answer.resume();
        answer.once("end", () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`the response was ${answer.statusCode}`)),
        );
      });
      sent.once("error", reject);
      sent.end(body);
    });
}

/** Sends 200 deliveries a second for ten seconds, each on schedule, without waiting for earlier ones. */
async function measureAcknowledgement(post: Post): Promise<void> {
  const rate = 200;
  await Promise.all(await paced(rate, rate, post));
  const taken = await Promise.all(await paced(rate, 10 * rate, post));
  const sorted = taken.toSorted((a, b) => a - b);
  const [p50, p99] = [median(taken), sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN];
  const measure = `webhook acknowledged at ${rate}/s`;
  report({ measure: `${measure}, p50`, value: p50, unit: "ms", goal: "≤ 8 ms", met: p50 <= 8 });
  report({ measure: `${measure}, p99`, value: p99, unit: "ms", goal: "≤ 40 ms", met: p99 <= 40 });
}

/** @returns the duration of each delivery (milliseconds), from the time it was due. */
async function paced(rate: number, count: number, post: Post): Promise<Promise<number>[]> {
  const began = performance.now();
  const under: Promise<number>[] = [];
  for (let index = 0; index < count; index++) {
    const due = began + (index * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const from = Math.max(due, performance.now());
    under.push(post().then(() => performance.now() - from));
  }
  return under;
}

/** Waits until every delivery has been processed. */
async function settle({ connect: open }: Product): Promise<void> {
  const client = await open();
  for (;;) {
    const { rows } = await client.query("select 1 from webhook_events where handled_at is null limit 1");
    if (rows.length === 0) break;
    await sleep(100);
  }
  await client.end();
}

/** From a delivery to the live event on an open screen: stored, analyzed and published (milliseconds, median). */
export async function webhookToScreen({ person, server }: Product, post: Post): Promise<number> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`, {
    headers: { cookie: person.cookie },
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const next = (type: string) =>
    new Promise<void>((resolve) => {
      const hear = (data: unknown) => {
        if (JSON.parse(String(data)).type !== type) return;
        socket.off("message", hear);
        resolve();
      };
      socket.on("message", hear);
    });
  const subscribed = next("subscribed");
  socket.send(JSON.stringify({ type: "authenticate", userId: person.user.id, teamId: person.teamId }));
  socket.send(JSON.stringify({ type: "subscribe_team", teamId: person.teamId }));
  await subscribed;
  const delays = await times(200, async () => {
    const event = next("new_message");
    await Promise.all([event, post()]);
  });
  socket.close();
  return median(delays);
}

async function measureWebhookToScreen(product: Product, post: Post): Promise<void> {
  const p50 = await webhookToScreen(product, post);
  const measure = "webhook → live event, triage included, p50";
  report({ measure, value: p50, unit: "ms", goal: "≤ 60 ms", met: p50 <= 60 });
}

/** As many deliveries as possible, 16 at a time, alternating with a bare route that inserts the same row. */
async function measureThroughput(
  { server, databaseUrl }: Product,
  twilio: TwilioAccount,
  to: string,
): Promise<void> {
  const bare = await startBareRoute("bench/channels/bare-webhook.ts", databaseUrl);
  const own: number[] = [];
  const peer: number[] = [];
  try {
    for (let turn = 0; turn < 3; turn++) {
      own.push(await throughput(poster(server.url, twilio, to)));
      peer.push(await throughput(poster(bare.url, twilio, to)));
    }
  } finally {
    bare.stop();
  }
  const ratio = median(own) / median(peer);
  report({
    measure: "webhooks acknowledged, sustained",
    value: median(own),
    unit: "/s",
    ratio,
    against: `a bare Fastify route that inserts the same row (${Math.round(median(peer))}/s)`,
    goal: "ratio ≥ 0.5",
    met: ratio >= 0.5,
  });
}

/** Deliveries per second over five seconds, after a warm-up second. */
async function throughput(post: Post): Promise<number> {
  const run = async (seconds: number) => {
    const until = performance.now() + seconds * 1000;
    let done = 0;
    const one = async () => {
      for (; performance.now() < until; done++) await post();
    };
    await Promise.all(Array.from({ length: 16 }, one));
    return done / seconds;
  };
  await run(1);
  return run(5);
}

const accounts = 1000;
/** Seconds. The shortest interval, a fifth of the default. */
const interval = 60;

/** How late accounts are polled when a thousand are connected, each with its own schedule. */
async function measureBackground(product: Product, twilio: TwilioAccount): Promise<void> {
  for (let index = 0; index < accounts; index++) await connect(product, `+1555${2_000_000 + index}`);
  const client = await product.connect();
  try {
    await spread(client);
    twilio.polls.clear();
    const due = await readSchedule(client, 2 * interval);
    reportLateness(due, twilio.polls);
  } finally {
    await client.end();
  }
}

/** Waits until every account was checked once, then spreads their schedules. */
async function spread(client: pg.Client): Promise<void> {
  const unchecked = "select 1 from connections where last_sync_at is null limit 1";
  while ((await client.query(unchecked)).rows.length > 0) await sleep(200);
  await client.query(
    `update connections set sync_interval = $1::int, next_sync_at = now() + random() * $1::int * interval '1 second'`,
    [interval],
  );
  await client.query("notify zippy_sync");
}

function reportLateness(due: Map<string, number[]>, polls: Map<string, number[]>): void {
  const late = [...due].flatMap(([number, planned]) => latenessOf(planned, polls.get(number) ?? []));
  const worst = Math.max(...late) / (interval * 1000);
  report({
    measure: `background sync of ${accounts} accounts every ${interval} s: latest start of ${late.length}, share of the interval`,
    value: worst,
    unit: "",
    goal: "≤ 0.1",
    met: late.length >= accounts && worst <= 0.1,
  });
}

/**
 * Watches the schedule of each number for some seconds. @returns due times (milliseconds since 1970) by
 * number, ascending.
 */
async function readSchedule(client: pg.Client, seconds: number): Promise<Map<string, number[]>> {
  const due = new Map<string, number[]>();
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(2000)) {
    const { rows } = await client.query<{ external_id: string; next_sync_at: Date }>(
      "select external_id, next_sync_at from connections where next_sync_at is not null and claimed_by is null",
    );
    for (const { external_id: number, next_sync_at: next } of rows) {
      const planned = due.get(number) ?? [];
      if (planned.at(-1) !== next.getTime()) due.set(number, [...planned, next.getTime()]);
    }
  }
  return due;
}

/** Delay between each due time and the poll of a number (milliseconds). Missing polls count up to now. */
function latenessOf(planned: number[], polls: number[]): number[] {
  return planned
    .filter((time) => time < Date.now())
    .map((time) => (polls.find((one) => one >= time - 50) ?? Date.now()) - time);
}
