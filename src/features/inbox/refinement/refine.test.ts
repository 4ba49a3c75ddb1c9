import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { startModelServer } from "../../../../test/support/aimock";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import { createLanguageModel } from "../../../server/language-model/language-model";
import type { LanguageModelSettings } from "../../../server/language-model/settings";
import type { Message } from "../contract";
import { purgeMessages } from "../service";
import type { IncomingMessage } from "../source-message";
import { createRefinement } from "./refine";

const server = await startModelServer();
const app = await startTestApp(server.environment());
const { db, jobs, privacy } = app.running.services;

const answer = {
  hasTask: true,
  taskTitle: "Send the revised quote by Friday",
  category: "billing",
  sentiment: "positive",
  urgency: "not_urgent",
  importance: "important",
  dueWords: "by Friday",
  quotes: {
    task: ["send me the revised quote"],
    urgency: [],
    importance: ["revised quote"],
    category: [],
    sentiment: [],
  },
};

interface Call {
  outcome: string | null;
  bytesSent: number;
  tokens: number | null;
  subjectId: string;
}

const never = new AbortController().signal;
const lines: string[] = [];
/** As the server creates it, but without waits that another test caused. */
const refinement = (settings: Partial<LanguageModelSettings> = {}) => {
  const all = server.settings("openai-compatible", { timeoutMs: 2000, ...settings });
  return createRefinement({
    db,
    jobs,
    privacy,
    model: createLanguageModel(all),
    bounds: all,
    log: (line) => lines.push(line),
  });
};
const jobFor = ({ id, teamId }: Message) => ({ messageId: id, teamId });
const calls = async (person: Person): Promise<Call[]> =>
  (await person.get<Call[]>(`/api/teams/${person.teamId}/outside-calls`)).body;
const now = async (person: Person, { id }: Message): Promise<Message> =>
  (await person.get<Message>(`/api/messages/${id}`)).body;

async function build(person: Person, more: Partial<IncomingMessage> = {}): Promise<Message> {
  const [message] = await person.buildMessages([
    { content: "Please send me the revised quote by Friday.", ...more },
  ]);
  return message as Message;
}

beforeEach(() => {
  server.clearFixtures();
  server.clearRequests();
  server.resetMatchCounts();
  lines.length = 0;
});

test("a language model's analysis replaces the embedded one, with its quotes, and is recorded in the ledger", async () => {
  const ana = await app.signIn();
  const message = await build(ana);
  server.onMessage(/revised quote/, { content: answer });

  expect(await refinement()(jobFor(message), never)).toBe("refined");

  const { aiAnalysis, priority } = await now(ana, message);
  expect(aiAnalysis).toMatchObject({
    engine: "llm",
    version: "openai-compatible/test-model refine-1",
    taskTitle: "Send the revised quote by Friday",
    category: "billing",
    sentiment: "positive",
    urgency: "not_urgent",
    importance: "important",
    dueDate: "2026-11-20T17:00:00.000Z",
  });
  expect(priority).toBe("medium");
  expect(aiAnalysis?.evidence.task).toEqual([
    {
      sourceType: "message",
      sourceId: message.id,
      part: "content",
      start: 7,
      end: 32,
      quote: "send me the revised quote",
    },
  ]);
  expect(await calls(ana)).toMatchObject([{ outcome: "answered", subjectId: message.id }]);
});

test.each([
  ["the team's", false],
  ["private", true],
])("screens are notified of a message that is %s after its analysis is stored", async (_whose, own) => {
  const ana = await app.signIn();
  const message = await build(ana);
  const onlyFor = own ? { onlyFor: ana.user.id } : {};
  if (own) await db.execute(sql`update messages set visible_to = ${ana.user.id} where id = ${message.id}`);
  server.onMessage(/revised quote/, { content: answer });
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("listen zippy_live");
  const heard = new Promise<unknown>((resolve) =>
    client.on("notification", ({ payload }) => {
      const event = JSON.parse(payload ?? "{}") as { id?: string };
      if (event.id === message.id) resolve(event);
    }),
  );

  await refinement()(jobFor(message), never);

  const named = { teamId: ana.teamId, id: message.id, single: true };
  expect(await heard).toEqual({ type: "message_updated", ...named, ...onlyFor });
  await client.end();
  // The whole team reads the ledger.
  expect(await calls(ana)).toMatchObject([{ subjectId: own ? null : message.id }]);
});

/** A port where nothing listens. */
async function unusedAddress(): Promise<string> {
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  http.close();
  return `http://127.0.0.1:${port}/v1`;
}

const failures: Record<
  string,
  { prepare: () => void; how: string; settings?: Partial<LanguageModelSettings> }
> = {
  "a refusal": {
    prepare: () => server.onMessage(/quote/, { content: "No.", finishReason: "content_filter" }),
    how: "kept",
  },
  "broken JSON twice": { prepare: () => server.onMessage(/quote/, { content: '{"hasTask":' }), how: "kept" },
  "an answer of another form": {
    prepare: () => server.onMessage(/quote/, { content: { tasks: [] } }),
    how: "kept",
  },
  "a giant answer": {
    prepare: () => server.onMessage(/quote/, { content: { ...answer, taskTitle: "x".repeat(1_000_000) } }),
    how: "kept",
  },
  "a wrong key": {
    prepare: () => server.onMessage(/quote/, { error: { message: "key" }, status: 401 }),
    how: "kept",
  },
  "no time": {
    prepare: () =>
      server.onMessage(/quote/, { error: { message: "slow down" }, status: 429, retryAfter: 60 }),
    how: "waiting",
  },
  "a slow service": {
    prepare: () => server.onMessage(/quote/, { content: answer }, { chaos: { latencyMs: 3000 } }),
    how: "no response in time",
    settings: { timeoutMs: 100 },
  },
  "a broken service": {
    prepare: () => server.onMessage(/quote/, { error: { message: "boom" }, status: 500 }),
    how: "the service answered 500",
  },
  "a cut connection": {
    prepare: () => server.onMessage(/quote/, { content: answer }, { chaos: { disconnectRate: 1 } }),
    how: "the connection ended before the response was complete",
  },
  "an unreachable service": {
    prepare: () => undefined,
    how: "the service is unreachable (ECONNREFUSED)",
    settings: { baseUrl: await unusedAddress() },
  },
};

test.each(Object.entries(failures))(
  "with %s, the embedded analysis stays",
  async (_, { prepare, how, settings }) => {
    const ana = await app.signIn();
    const message = await build(ana);
    prepare();

    const outcome = await refinement(settings)(jobFor(message), never).catch((error: Error) => error.message);

    expect(outcome).toBe(how);
    expect(await now(ana, message)).toEqual(message);
    const written = await calls(ana);
    expect(written.length).toBeGreaterThan(0);
    for (const { outcome, bytesSent } of written) {
      expect(outcome).not.toBeNull();
      expect(outcome).not.toBe("answered");
      expect(bytesSent).toBeGreaterThan(500);
    }
    // The next try asks again: no claim is left.
    server.clearFixtures();
    server.onMessage(/revised quote/, { content: answer });
    expect(await refinement()(jobFor(message), never)).toBe("refined");
  },
);

test("a rejected key is logged once, with a sentence for the administrator", async () => {
  const ana = await app.signIn();
  server.onMessage(/quote/, { error: { message: "key" }, status: 401 });
  const refine = refinement();
  await refine(jobFor(await build(ana)), never);
  await refine(jobFor(await build(ana, { subject: "Another" })), never);
  expect(lines).toEqual([expect.stringMatching(/answered 401. Check the LLM settings/)]);
});

test("broken JSON and then a good answer are two rows in the ledger", async () => {
  const ana = await app.signIn();
  const message = await build(ana);
  server.on({ sequenceIndex: 0 }, { content: "{" });
  server.on({ sequenceIndex: 1 }, { content: answer });

  expect(await refinement()(jobFor(message), never)).toBe("refined");
  expect((await calls(ana)).map(({ outcome }) => outcome)).toEqual(["answered", "unreadable"]);
});

test("the same text is asked about once per team", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  server.onMessage(/revised quote/, { content: answer });
  const refine = refinement();

  for (const person of [ana, ana, eve]) {
    const message = await build(person);
    expect(await refine(jobFor(message), never)).toBe("refined");
    expect((await now(person, message)).aiAnalysis?.engine).toBe("llm");
  }
  expect(server.getRequests()).toHaveLength(2);
  expect(await calls(ana)).toHaveLength(1);
  expect(await calls(eve)).toHaveLength(1);
});

test("a team that has used up its daily tokens sends nothing, and its messages keep their analysis", async () => {
  const ana = await app.signIn();
  server.onMessage(/revised quote/, {
    content: answer,
    usage: { prompt_tokens: 70, completion_tokens: 30, total_tokens: 100 },
  });
  const refine = refinement({ dailyTokens: 100 });
  expect(await refine(jobFor(await build(ana)), never)).toBe("refined");
  const next = await build(ana, { subject: "Another" });

  expect(await refine(jobFor(next), never)).toBe("capped");

  expect(await now(ana, next)).toEqual(next);
  expect(server.getRequests()).toHaveLength(1);
  expect(await refine(jobFor(await build(await app.signIn())), never)).toBe("refined");
});

test("two processes with the same message ask once", async () => {
  const ana = await app.signIn();
  const message = await build(ana);
  server.onMessage(/revised quote/, { content: answer }, { chaos: { latencyMs: 300 } });

  const outcomes = await Promise.all([
    refinement()(jobFor(message), never),
    refinement()(jobFor(message), never),
  ]);

  expect(outcomes.toSorted()).toEqual(["refined", "waiting"]);
  expect(server.getRequests()).toHaveLength(1);
});

test("a question of a crashed process is asked again after its claim expires", async () => {
  const ana = await app.signIn();
  const message = await build(ana);
  const stop = new AbortController();
  server.onMessage(/revised quote/, { content: answer });
  // A crash leaves the question claimed.
  await refinement()(jobFor(message), stop.signal);
  await db.execute(sql`update refinements set answer = null, claimed_until = now() + interval '1 minute'`);
  const again = await build(ana);
  expect(await refinement()(jobFor(again), never)).toBe("waiting");
  await db.execute(sql`update refinements set claimed_until = now() - interval '1 second'`);
  expect(await refinement()(jobFor(again), never)).toBe("refined");
});

test("a busy service is retried when it says so, and given up after a while", async () => {
  const ana = await app.signIn();
  const message = await build(ana);
  server.onMessage(/quote/, { error: { message: "slow down" }, status: 429, retryAfter: 500 });

  expect(await refinement()(jobFor(message), never)).toBe("waiting");

  const { rows } = await db.execute<{ wait: number; waits: number }>(sql`
    select extract(epoch from start_after - now())::float as wait, (data->>'waits')::int as waits
    from pgboss.job where name = 'refine-messages' and data->>'messageId' = ${message.id}`);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.waits).toBe(1);
  expect(rows[0]?.wait).toBeGreaterThan(490);
  await expect(refinement()({ ...jobFor(message), waits: 10 }, never)).rejects.toThrow("gave up");
});

test("resolved or corrected messages and the owner's own mail are not sent", async () => {
  const ana = await app.signIn();
  const resolved = await build(ana);
  const { status } = await ana.patch(`/api/messages/${resolved.id}`, { status: "resolved" });
  expect(status).toBe(200);
  const own = await build(ana, { fromOwner: true });
  const decided = await build(ana, {
    analysis: {
      ...(incoming().analysis as NonNullable<IncomingMessage["analysis"]>),
      decided: { task: ana.user.id },
    },
  });
  const waiting = await build(ana, { analysis: null });

  for (const message of [resolved, own, decided, waiting])
    expect(await refinement()(jobFor(message), never)).toBe("kept");
  expect(await refinement()({ messageId: randomUUID(), teamId: ana.teamId }, never)).toBe("kept");
  const eve = await app.signIn();
  expect(await refinement()({ messageId: resolved.id, teamId: eve.teamId }, never)).toBe("kept");
  expect(server.getRequests()).toHaveLength(0);
});

test("a person's change during the request stays", async () => {
  const ana = await app.signIn();
  const message = await build(ana);
  server.onMessage(/revised quote/, { content: answer }, { chaos: { latencyMs: 500 } });

  const refining = refinement()(jobFor(message), never);
  const { status } = await ana.patch(`/api/messages/${message.id}`, { status: "resolved" });
  expect(status).toBe(200);

  expect(await refining).toBe("kept");
  expect((await now(ana, message)).aiAnalysis?.engine).toBe("embedded");
});

test("BEY-17 secrets and, if the team wants it, names are not sent, but still appear on screen", async () => {
  const ana = await app.signIn();
  await ana.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames: true, redactAddresses: true });
  const content =
    "Jonas Weber here. Please charge 4242 4242 4242 4242 and send Jonas Weber the revised quote by Friday.";
  const message = await build(ana, { content });
  server.onMessage(/revised quote/, (request) => {
    const prompt = String(request.messages.at(-1)?.content);
    const person = /send (\[person \d+\])/.exec(prompt)?.[1];
    const card = /charge (\[[^\]]+\])/.exec(prompt)?.[1];
    const quotes = { ...answer.quotes, task: [`charge ${card}`, `send ${person} the revised quote`] };
    return { content: JSON.stringify({ ...answer, taskTitle: `Send ${person} the revised quote`, quotes }) };
  });

  expect(await refinement()(jobFor(message), never)).toBe("refined");

  const sent = JSON.stringify(server.getLastRequest()?.body);
  for (const secret of ["4242", "Jonas", "Weber", "jonas@example.org"]) expect(sent).not.toContain(secret);
  const { aiAnalysis } = await now(ana, message);
  expect(aiAnalysis?.taskTitle).toBe("Send Jonas Weber the revised quote");
  expect(aiAnalysis?.evidence.task?.map(({ quote }) => quote)).toEqual([
    "send Jonas Weber the revised quote",
  ]);
  const [call] = (
    await ana.get<{ redacted: Record<string, number> }[]>(`/api/teams/${ana.teamId}/outside-calls`)
  ).body;
  expect(call?.redacted).toMatchObject({ card_number: 1 });
});

test("stored answers are deleted after thirty days, like everything else", async () => {
  const ana = await app.signIn();
  server.onMessage(/revised quote/, { content: answer });
  expect(await refinement()(jobFor(await build(ana)), never)).toBe("refined");
  const count = async () =>
    (await db.execute(sql`select from refinements where team_id = ${ana.teamId} and answer is not null`)).rows
      .length;

  await purgeMessages(db, new Date(Date.now() - 1000 * 60));
  expect(await count()).toBe(1);
  await purgeMessages(db, new Date(Date.now() + 1000));
  expect(await count()).toBe(0);
});
