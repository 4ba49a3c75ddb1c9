import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { readSettings } from "../../src/app/settings";
import { type RunningProduct, startProduct } from "../../src/app/start";
import type { Message } from "../../src/features/inbox/contract";
import type { IncomingMessage } from "../../src/features/inbox/source-message";
import { importAccount } from "../../src/features/inbox/storing/account-messages";
import type { Task } from "../../src/features/tasks/contract";
import { pauses } from "../../src/server/background-loop";
import { atEnd } from "./at-end";
import { templateDatabase, withDatabase } from "./databases";
import { writeLocalKey } from "./local-key";
import { type Person as SignedIn, signIn } from "./person";
import { storeMessages } from "./store-messages";

/** A signed-in user who can add data to their own team. */
export interface Person extends SignedIn {
  /** Adds a task to the user's team. */
  buildTask(fields?: Record<string, unknown>): Promise<Task>;
  /** Stores messages in the user's team, as a source would. */
  buildMessages(messages: Partial<IncomingMessage>[], channel?: string): Promise<Message[]>;
}

export interface TestApp {
  url: string;
  databaseUrl: string;
  dataDir: string;
  running: RunningProduct;
  /** Signs in a new user with their own team. */
  signIn(name?: string): Promise<Person>;
  /** Errors in background work. A test that expects some removes them. */
  problems: string[];
}

/**
 * Lets background loops look for work often until the end of the test file. Call it before a product starts. Each has
 * about ten, so that shorter pauses would take the processor from the tests.
 */
export function shortenPauses(): void {
  pauses.longest = 250;
  atEnd(() => {
    pauses.longest = Number.POSITIVE_INFINITY;
  });
}

/**
 * Starts the real product on its own database. It stops with the test file, and background errors fail the
 * file.
 */
export async function startTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const databaseUrl =
    settings.DATABASE_URL ??
    (await withDatabase(inject("postgresUrl"), `test_${randomUUID().replaceAll("-", "")}`, templateDatabase));
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), "zippy-app-"));
  writeLocalKey(dataDir);
  const problems: string[] = [];
  const config = readSettings({
    PORT: "0",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "silent",
    // Hundreds of users sign in from one address here, and some work faster than anybody can.
    SIGN_IN_LIMIT: "100000",
    PERSON_LIMIT: "1000000",
    // Nothing is downloaded here.
    STT_ENGINE: "off",
    ...settings,
  });
  const running = await startProduct(config, (line) => problems.push(line));
  const url = running.app?.listeningOrigin as string;
  atEnd(async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
    expect(problems).toEqual([]);
  });
  let people = 0;
  return {
    url,
    databaseUrl,
    dataDir,
    running,
    problems,
    async signIn(name = `Person ${++people}`) {
      return withBuilders(await signIn(url, name), running);
    },
  };
}

async function withBuilders(person: SignedIn, running: RunningProduct): Promise<Person> {
  const { teamId } = person;
  // Object.assign instead of a spread, because the cookie is a getter.
  return Object.assign(person, {
    async buildTask(fields: Record<string, unknown> = {}) {
      const { status, body } = await person.post<Task>(`/api/teams/${teamId}/tasks`, {
        title: "A task",
        ...fields,
      });
      expect(status).toBe(200);
      return body;
    },
    async buildMessages(messages: Partial<IncomingMessage>[], channel = "import") {
      const { db } = running.services;
      const source = { teamId, accountId: await importAccount(db, teamId), channel, importId: null };
      const stored = await storeMessages(db, source, messages.map(incoming));
      const list = await person.get<Message[]>(`/api/teams/${teamId}/messages?limit=50`);
      const ids = new Set(stored.values());
      return list.body.filter((message) => ids.has(message.id));
    },
  });
}

/** A message as a source delivers it, by default with a task. */
export function incoming(fields: Partial<IncomingMessage> = {}): IncomingMessage {
  return {
    externalId: randomUUID(),
    threadKey: null,
    sender: "Jonas Weber",
    senderAddress: "jonas@example.org",
    to: ["ana@example.com"],
    cc: [],
    subject: "Quote",
    content: "Please send me the revised quote by Friday.",
    attachments: [],
    sentAt: new Date("2026-11-18T10:00:00Z"),
    bulk: false,
    fromOwner: false,
    problem: null,
    analysis: {
      hasTask: true,
      uncertain: false,
      taskTitle: "Send the revised quote",
      category: "action_request",
      sentiment: "neutral",
      priority: "medium",
      urgency: "urgent",
      importance: "not_important",
      dueDate: "2026-11-20T00:00:00.000Z",
      confidence: 0.9,
      engine: "embedded",
      version: "test",
      evidence: {
        task: [{ part: "content", start: 0, end: 38, quote: "Please send me the revised quote by Fr" }],
      },
    },
    ...fields,
  };
}
