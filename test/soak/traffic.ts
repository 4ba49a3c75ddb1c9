import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Import } from "../../src/features/imports/contract";
import type { ImapStandIn } from "../stand-ins/imap";
import { privateMessage } from "../stand-ins/telegram";
import { mail } from "../support/mail-journey";
import type { Person } from "../support/person";

/** What was sent by one way in, by the words that every sent text has once. */
export type SentTexts = Record<"imports" | "webhooks" | "syncs" | "tasks", Set<string>>;

/** Messages of one archive. */
const perArchive = 1000;
/** Longest wait for a response (milliseconds). The server must give up before. */
const patience = 150_000;

/**
 * Sends from all sides until it is stopped, each thing repeatedly until the server has confirmed it: messages like a
 * provider of webhooks, tasks like a program with idempotency keys, archives like a person, and mails to two mailboxes.
 */
export function startTraffic({
  url,
  ana,
  webhook,
  mailboxes,
}: {
  url: string;
  ana: Person;
  webhook: { url: string; secret: string };
  mailboxes: { server: ImapStandIn; user: string }[];
}) {
  const sent: SentTexts = { imports: new Set(), webhooks: new Set(), syncs: new Set(), tasks: new Set() };
  /** Calls that nobody answered in time. */
  const unanswered: string[] = [];
  let stopping = false;

  /** @returns the status, or 0 if the connection broke. */
  async function post(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      const signal = AbortSignal.timeout(patience);
      const response = await fetch(new URL(path, url), { method: "POST", signal, ...init });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    } catch (error) {
      if (error instanceof DOMException) unanswered.push(path);
      return { status: 0, body: null };
    }
  }

  /** Repeats a call until it succeeds. */
  async function insist(path: string, init: () => RequestInit, pause = 100): Promise<unknown> {
    for (;;) {
      const { status, body } = await post(path, init());
      if (status === 200) return body;
      if (status >= 400 && status < 429 && status !== 408)
        throw new Error(`${path} was refused: ${JSON.stringify(body)}`);
      await sleep(pause);
    }
  }

  const json = { "content-type": "application/json" };

  async function pushMessages(): Promise<void> {
    for (let n = 1; !stopping; n++) {
      const text = `Pushed ${n}`;
      sent.webhooks.add(text);
      const update = { update_id: n, message: privateMessage({ message_id: n, text }) };
      const headers = { ...json, "x-telegram-bot-api-secret-token": webhook.secret };
      await insist(webhook.url, () => ({ headers, body: JSON.stringify(update) }));
      await sleep(150);
    }
  }

  async function createTasks(): Promise<void> {
    for (let n = 1; !stopping; n++) {
      const title = `Task ${n}`;
      sent.tasks.add(title);
      const headers = { ...json, cookie: ana.cookie, "idempotency-key": randomUUID() };
      await insist(`/api/teams/${ana.teamId}/tasks`, () => ({ headers, body: JSON.stringify({ title }) }));
      await sleep(200);
    }
  }

  async function importArchives(): Promise<void> {
    const imports = `/api/teams/${ana.teamId}/imports`;
    for (let n = 1; !stopping; n++) {
      const headers = { cookie: ana.cookie };
      const subjects = Array.from({ length: perArchive }, (_, m) => `Archive ${n} mail ${m}`);
      const content = subjects.map(archived).join("");
      const form = () => {
        const body = new FormData();
        body.append("files", new Blob([content]), "inbox.mbox");
        return { headers, body };
      };
      const { id } = (await insist(imports, form, 1000)) as Import;
      for (const subject of subjects) sent.imports.add(subject);
      for (let done = false; !done; ) {
        // A start whose response was lost is repeated, and then refused because it has started.
        await post(`${imports}/${id}/start`, { headers: { ...headers, ...json }, body: "{}" });
        const response = await fetch(`${url}${imports}/${id}`, { headers }).catch(() => null);
        const { status } = response?.status === 200 ? ((await response.json()) as Import) : { status: null };
        done = status === "completed";
        if (!done) await sleep(1000);
      }
      await sleep(10_000);
    }
  }

  async function deliverMails(): Promise<void> {
    for (let n = 1; !stopping; n++) {
      for (const [index, { server, user }] of mailboxes.entries()) {
        const subject = `Mailbox ${index} mail ${n}`;
        sent.syncs.add(subject);
        server.deliver(user, mail({ id: `box-${index}-${n}`, subject, date: new Date() }));
      }
      await sleep(1500);
    }
  }

  const running = Promise.all([pushMessages(), createTasks(), importArchives(), deliverMails()]);
  return {
    sent,
    unanswered,
    /** Rejects when the server refuses for good what it should take. */
    running,
    /** Stops once everything that was begun is confirmed. */
    async stop(): Promise<void> {
      stopping = true;
      await running;
    },
  };
}

function archived(subject: string, index: number): string {
  const raw = mail({ id: `${subject.replaceAll(" ", "-")}`, subject, daysAgo: 2 + (index % 20) });
  return `From jonas@example.org Mon Nov 16 09:00:00 2026\n${raw.replaceAll("\r\n", "\n")}\n`;
}
