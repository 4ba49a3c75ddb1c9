import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import WebSocket from "ws";
import type { Person } from "../../test/support/person";
import { poster } from "../channels/channels";
import type { TwilioAccount } from "../channels/twilio-account";
import { importFile } from "../imports";
import { median } from "../measure";
import { familyProcessorTime } from "../memory";
import { fillMessages, fillTasks } from "../product";
import { writeSampleMailbox } from "../sample-mailbox";
import { caller, ordinaryCall, repeat } from "./load";
import type { Machine, Machines } from "./machines";

export const numbers = Array.from({ length: 8 }, (_, n) => `+1555300000${n}`);
export const size = { seconds: 4, atATime: 16, deliveries: 1000, mails: 1000, sockets: 40, events: 40 };

/** What one round measured. */
export interface Round {
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
export interface Fleet {
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

/** Connects numbers, and fills the team. */
export async function prepare(
  { database }: Fleet,
  person: Person,
  phoneNumbers: string[] = numbers,
): Promise<void> {
  for (const phoneNumber of phoneNumbers) {
    const { status } = await person.post("/api/integrations/sms/connect", {
      teamId: person.teamId,
      phoneNumber,
    });
    if (status !== 200) throw new Error(`connecting ${phoneNumber} returned ${status}`);
  }
  await fillMessages(database, person.teamId, 2000);
  await fillTasks(database, person.teamId, 500);
}

/** Measures everything once. */
export async function measureRound(fleet: Fleet): Promise<Round> {
  const requests = await measureRequests(fleet);
  const webhooks = await measureWebhooks(fleet);
  const [oneImport, twoImports] = [
    await timeImports([fleet.person]),
    await timeImports([fleet.person, fleet.other]),
  ];
  return { ...requests, ...webhooks, oneImport, twoImports, ...(await measureFanOut(fleet)) };
}

/** A fresh process needs some work until it reaches its speed. */
export async function warmUp({ url, person, other }: Fleet): Promise<void> {
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

/** Deliveries acknowledged and processed in a second. */
export async function measureWebhooks(
  { url, twilio, database }: Fleet,
  { deliveries, atATime }: { deliveries: number; atATime: number } = size,
) {
  const posts = numbers.map((number) => poster(url, twilio, number));
  const began = performance.now();
  let next = 0;
  const one = async () => {
    for (let nth = next++; nth < deliveries; nth = next++) await posts[nth % posts.length]?.();
  };
  await Promise.all(Array.from({ length: atATime }, one));
  const acknowledged = deliveries / ((performance.now() - began) / 1000);
  const waiting = "select 1 from webhook_events where handled_at is null limit 1";
  while ((await database.query(waiting)).rowCount) await sleep(20);
  return { acknowledged, processed: deliveries / ((performance.now() - began) / 1000) };
}

let seed = 100;

/** Imports a different mailbox for each person, all at once. @returns seconds until the last one has ended. */
export async function timeImports(people: Person[], mails = size.mails): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "zippy-mails-"));
  const paths: string[] = [];
  for (const { teamId } of people) {
    const path = join(folder, `${teamId}.mbox`);
    await writeSampleMailbox(path, { mails, seed: ++seed });
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

/** A screen that counts the tasks it hears of. */
export async function openSocket(url: string, person: Person) {
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
  return {
    next: () => until("task_created"),
    /** Resolves once it has heard so many. */
    heardAll: (count: number) =>
      new Promise<void>((resolve) => {
        notify = () => {
          if (heard >= count) resolve();
        };
      }),
    heard: () => heard,
    close: () => socket.close(),
  };
}
