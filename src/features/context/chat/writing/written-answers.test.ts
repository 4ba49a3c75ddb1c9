import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { type ModelStream, startStreamingModel } from "../../../../../test/stand-ins/streaming-model";
import { storeMessages } from "../../../../../test/support/store-messages";
import { incoming, type Person, startTestApp, type TestApp } from "../../../../../test/support/test-app";
import { importAccount } from "../../../inbox/storing/account-messages";
import type { OutsideCall } from "../../../privacy/contract";
import type { Answer, ChatMessage } from "../../contract";

const model = await startStreamingModel();
/** Waits for the model as long as a test holds it, also on a slow machine. */
const app = await startTestApp({ ...model.environment, LLM_TIMEOUT: "300" });
const impatient = await startTestApp({ ...model.environment, LLM_TIMEOUT: "1" });
const { db } = app.running.services;

const lease = "The lease of the Hamburg warehouse ends on 31 March 2027.";
const question = "When does the lease of the Hamburg warehouse end?";

beforeEach(() => {
  model.requests.length = 0;
});

const withLease = async (on = app): Promise<Person> => {
  const ana = await on.signIn("Ana Lopez");
  await ana.buildMessages([
    { subject: "Warehouse", content: `Hi Ana,\n\n${lease}\n\nJonas`, analysis: null },
  ]);
  return ana;
};
const path = (person: Person) => `/api/teams/${person.teamId}/chat`;
const ask = async (person: Person, message = question): Promise<Answer> => {
  const { status, body } = await person.post<ChatMessage>(path(person), { message });
  expect(status).toBe(200);
  return body.answer as Answer;
};
const history = async (person: Person) => (await person.get<ChatMessage[]>(`${path(person)}/history`)).body;
const calls = async (person: Person) =>
  (await person.get<OutsideCall[]>(`/api/teams/${person.teamId}/outside-calls`)).body;

/** The same call as events. */
const stream = (person: Person, signal?: AbortSignal, message = question, on = app) =>
  fetch(`${on.url}${path(person)}`, {
    method: "POST",
    headers: {
      cookie: person.cookie,
      origin: on.url,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ message }),
    ...(signal && { signal }),
  });
const eventsIn = (text: string) =>
  text
    .split("\n\n")
    .slice(0, -1)
    .map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null"));

test("CTX-2 a language model's sentences name their sources, and what nothing supports is marked", async () => {
  const ana = await withLease();
  model.on(({ write, end }) => {
    for (const piece of [
      "The lease of the ware",
      "house ends on 31 March 2027 [1].\nThe landlord is",
      " nice [1].\nSell it [7].",
    ])
      write(piece);
    end();
  });

  const answer = await ask(ana);

  expect(answer).toMatchObject({
    kind: "written",
    intro: "",
    sentences: [
      { text: "The lease of the warehouse ends on 31 March 2027.", sources: [1] },
      { text: "The landlord is nice.", sources: [] },
      { text: "Sell it.", sources: [] },
    ],
    sources: [
      { number: 1, type: "message", title: "Warehouse", author: "Jonas Weber", quote: { quote: lease } },
    ],
  });
  const [, kept] = await history(ana);
  expect(kept?.answer).toEqual(answer);
  expect(kept?.content).toContain("ends on 31 March 2027. [1]\nThe landlord is nice.");
  expect(model.requests[0]?.tools ?? []).toEqual([]);
  expect(await calls(ana)).toMatchObject([
    { purpose: "chat", outcome: "answered", subjectId: null, tokens: 100 },
  ]);
  const { body: summary } = await ana.get<{ configured: { purpose: string }[] }>(
    `/api/teams/${ana.teamId}/outside-calls/summary`,
  );
  expect(summary.configured.map(({ purpose }) => purpose)).toContain("chat");
});

test("CTX-2 a team has few answers written at once, so that its daily tokens hold; others are quotes", async () => {
  const ana = await withLease();
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  model.on(async ({ write, end }) => {
    await held;
    write("The lease of the warehouse ends on 31 March 2027 [1].");
    end();
  });
  let done = 0;
  const asked = Array.from({ length: 8 }, async () => {
    const answer = await ask(ana);
    done++;
    return answer;
  });
  await expect.poll(() => [done, model.requests.length]).toEqual([3, 5]);
  goOn();
  const answers = await Promise.all(asked);
  const busy = answers.filter(({ intro }) => intro.startsWith("The language model is busy right now"));
  expect(busy.map(({ kind }) => kind)).toEqual(["quotes", "quotes", "quotes"]);
  expect((await ask(ana)).kind).toBe("written");
});

test("CTX-2 a demo never asks the language model, which may cost money", async () => {
  const demo = await fetch(`${app.url}/api/demo`, { method: "POST" });
  const { teamId } = (await demo.json()) as { teamId: string };
  const headers = {
    cookie: demo.headers.get("set-cookie")?.split(";", 1)[0] as string,
    "content-type": "application/json",
  };
  const post = async <Body>(to: string, body: object): Promise<Body> => {
    const sent = await fetch(app.url + to, { method: "POST", headers, body: JSON.stringify(body) });
    expect(sent.status).toBe(200);
    return (await sent.json()) as Body;
  };
  const { answer } = await post<ChatMessage>(`/api/teams/${teamId}/chat`, {
    message: "Who sent the draft of the new lease?",
  });
  expect(answer?.kind).toBe("quotes");
  const { id } = await post<{ id: string }>(`/api/teams/${teamId}/tasks`, { title: "Review the lease" });
  const { by } = await post<{ by: string }>(`/api/tasks/${id}/breakdown`, { steps: 3 });
  expect(by).toBe("templates");
  expect(model.requests).toEqual([]);
});

test("CTX-2 a client that accepts events gets the model's sentences as they arrive", async () => {
  const ana = await withLease();
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  model.on(async ({ write, end }) => {
    write("The lease of the warehouse ends on 31 March 2027 [1].\n");
    await held;
    write("It is a warehouse in Hamburg [1].");
    end();
  });
  const reader = (await stream(ana)).body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("31 March")) text += (await reader.read()).value ?? "";
  expect(eventsIn(text)).toEqual([
    { kind: "written", intro: "" },
    { sentence: { text: "The lease of the warehouse ends on 31 March 2027.", sources: [1] } },
  ]);
  goOn();
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  expect(eventsIn(text).at(-1)).toEqual((await history(ana))[1]);
  expect((await history(ana))[1]?.answer?.sentences).toHaveLength(2);
});

test("CTX-1 Stop ends the model's request, and nothing of the answer is kept", async () => {
  const ana = await withLease();
  let ended: Promise<unknown> = Promise.reject(new Error("the model wasn't asked"));
  ended.catch(() => {});
  model.on(({ write, closed }) => {
    ended = closed;
    write("The lease of the warehouse ends on 31 March 2027 [1].\n");
  });
  const stop = new AbortController();
  const reader = (await stream(ana, stop.signal)).body!.getReader();
  await reader.read();
  stop.abort();
  await reader.read().catch(() => {});
  await ended;
  await expect.poll(async () => (await calls(ana)).map(({ outcome }) => outcome)).toEqual(["failed"]);
  expect(await history(ana)).toEqual([]);
});

test("CTX-2 a written answer says which question its own one follows, from its first words on", async () => {
  const ana = await withLease();
  model.on(({ write, end }) => {
    write("The lease of the warehouse ends on 31 March 2027 [1].");
    end();
  });
  await ask(ana);
  const sent = await stream(ana, undefined, "And in Hamburg?");
  const events = eventsIn(await sent.text());
  const intro = `After “${question}”:`;
  expect(events[0]).toEqual({ kind: "written", intro });
  expect(events.at(-1).answer).toMatchObject({ kind: "written", intro, sentences: [{ sources: [1] }] });
});

/** Writes a text, and then ends by default. */
const saying =
  (text: string, then: (stream: ModelStream) => void = ({ end }) => end()) =>
  (stream: ModelStream) => {
    stream.write(text);
    then(stream);
  };

const failures: Record<
  string,
  { answer: (stream: ModelStream) => unknown; intro: string; outcome: string; on?: TestApp }
> = {
  "a refused request": {
    answer: ({ refuse }) => refuse(429),
    ...{ intro: "The language model is busy right now", outcome: "rate_limited" },
  },
  "an internal error": {
    answer: ({ refuse }) => refuse(500),
    ...{ intro: "The language model can't be reached right now", outcome: "failed" },
  },
  "a redirect": {
    answer: ({ refuse }) => refuse(302, { location: "http://attacker.example/" }),
    ...{ intro: "The language model can't be reached right now", outcome: "failed" },
  },
  "text that isn't about the question": {
    answer: saying("Colorless green ideas sleep furiously [1]. {}"),
    ...{ intro: "The language model gave no usable answer", outcome: "answered" },
  },
  "an empty text": {
    answer: ({ end }) => end(),
    ...{ intro: "The language model declined to answer", outcome: "refused" },
  },
  "an answer that was filtered": {
    answer: saying("The lease", ({ end }) => end("content_filter")),
    ...{ intro: "The language model declined to answer", outcome: "refused" },
  },
  "a model that hangs": {
    answer: ({ write }) => write("The lease of the warehouse ends on 31 March 2027 [1].\nIt"),
    ...{ intro: "The language model took too long", outcome: "timed_out" },
    on: impatient,
  },
  "a connection that breaks": {
    answer: saying("The lease of the warehouse ends on 31 March 2027 [1].\nIt", ({ cut }) => cut()),
    ...{ intro: "The language model stopped in the middle", outcome: "unreadable" },
  },
  "a text without end": {
    answer: ({ write }) => {
      for (let n = 0; n < 60; n++) write("lease ".repeat(200));
    },
    ...{ intro: "The language model gave no usable answer", outcome: "unreadable" },
  },
};

test.each(Object.entries(failures))(
  "CTX-2 after %s, the answer is quotes and says why",
  async (_what, { answer, intro, outcome, on }) => {
    const ana = await withLease(on);
    model.on(answer);
    const events = eventsIn(await (await stream(ana, undefined, question, on)).text());
    const done = events.at(-1).answer;
    expect(done).toMatchObject({
      kind: "quotes",
      intro: `${intro}, so these are quotes. This sentence comes closest:`,
      sentences: [{ text: lease, sources: [1] }],
    });
    // What a screen has shown of the broken answer is replaced: a kind begins the answer again.
    const last = events.findLastIndex((event) => "kind" in event);
    expect(events.slice(last, -1)).toEqual([
      { kind: "quotes", intro: done.intro },
      { sentence: done.sentences[0] },
    ]);
    await expect.poll(async () => (await calls(ana)).map((call) => call.outcome)).toEqual([outcome]);
  },
);

test("CTX-2 a model that finds no answer in the passages leads to what comes nearest", async () => {
  const ana = await withLease();
  model.on(saying("NOTHING"));
  expect(await ask(ana)).toMatchObject({ kind: "nothing", sources: [{ title: "Warehouse", quote: null }] });
});

test("CTX-2 tasks are offered only if the question asks for some, and added only when they are confirmed", async () => {
  const ana = await withLease();
  await ana.buildMessages([
    { subject: "Keys", content: "Bo needs the keys of the Hamburg warehouse by Friday.", analysis: null },
  ]);
  const text = "TASK: Send Bo the keys [1]\nTASK: <img src=x>\nTASK: Extend the lease\n";
  model.on(saying(text));
  const tasks = async () => (await ana.get<{ title: string }[]>(`/api/teams/${ana.teamId}/tasks`)).body;

  // Nobody asked for tasks, so the model's are dropped, and its answer is unusable.
  expect(await ask(ana)).toMatchObject({ kind: "quotes" });
  const { body: turn } = await ana.post<ChatMessage>(path(ana), {
    message: "Create tasks from what Bo needs for the Hamburg warehouse",
  });
  expect(turn.answer).toMatchObject({
    kind: "written",
    proposals: [
      { title: "Send Bo the keys", dueDate: null, taskId: null },
      { title: "Extend the lease", dueDate: null, taskId: null },
    ],
  });
  expect(model.requests.map(({ messages }) => /TASK:/.test(messages[0]?.content ?? ""))).toEqual([
    false,
    true,
  ]);
  expect(await tasks()).toEqual([]);

  const confirm = (proposal: number, person = ana) =>
    person.post<ChatMessage>(`/api/teams/${person.teamId}/chat/${turn.id}/confirm`, { proposal });
  // Twice at once, and again.
  const both = await Promise.all([confirm(0), confirm(0)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { body: confirmed } = await confirm(0);
  expect((await tasks()).map(({ title }) => title)).toEqual(["Send Bo the keys"]);
  expect(confirmed.answer?.proposals?.map(({ taskId }) => taskId !== null)).toEqual([true, false]);
  expect((await history(ana)).at(-1)).toEqual(confirmed);
  expect((await confirm(5)).status).toBe(404);
  expect((await confirm(1, await app.signIn())).status).toBe(404);
  await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(await tasks()).toEqual([]);
});

test("CTX-2 no model is asked for lists, for what nobody wrote about, or beyond the day's tokens", async () => {
  const ana = await withLease();
  await ask(ana, "What is due this week?");
  await ask(ana, "xylophone?");
  expect(model.requests).toEqual([]);
  await db.execute(sql`insert into outside_calls (team_id, purpose, service, host, bytes_sent, redacted, tokens)
    values (${ana.teamId}, 'chat', 's', 'h', 1, '{}', 300000)`);
  expect((await ask(ana)).intro).toMatch(
    /^Your team has used up its language model tokens for today, so these/,
  );
  expect(model.requests).toEqual([]);
});

test("BEY-17 secrets are taken out before a question is sent, and names too if the team wants, and come back", async () => {
  const ana = await withLease();
  await ana.buildMessages([
    {
      subject: "Alarm",
      content: "The alarm of the Hamburg warehouse: password: hunter2secret. Jonas Weber knows it.",
      analysis: null,
    },
  ]);
  await ana.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames: true });
  model.on(saying("[person 1] knows the password of the alarm in Hamburg [1]."));

  const answer = await ask(ana, "Does Jonas Weber know the alarm password of the Hamburg warehouse?");

  const [sent] = model.requests;
  expect(JSON.stringify(sent)).not.toMatch(/hunter2secret|Jonas|Weber/);
  expect(sent?.messages.at(-1)?.content).toContain("Does [person 1] know the alarm password");
  expect(answer.sentences[0]?.text).toBe("Jonas Weber knows the password of the alarm in Hamburg.");
  expect((await calls(ana))[0]?.redacted).toEqual({ access_key: 1, name: 6 });
});

test("API-3 CTX-2 no other team's row, and no other person's private one, reaches the model", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const words = ["lease", "warehouse", "invoice", "quote", "boiler"];
  const some = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 });
  const owners = { team: null, ana: ana.user.id, bo: bo.user.id, foreign: null };
  const rows = fc.sample(fc.tuple(some, fc.constantFrom("team", "ana", "bo", "foreign")), 80);
  for (const [kind, visibleTo] of Object.entries(owners)) {
    const teamId = kind === "foreign" ? bo.teamId : ana.teamId;
    const accountId = await importAccount(db, teamId);
    const messages = rows
      .filter(([, of]) => of === kind)
      .map(([text]) =>
        incoming({ subject: text.join(" "), content: `${kind}mark ${text.join(" ")}.`, analysis: null }),
      );
    await storeMessages(db, { teamId, accountId, channel: "gmail", importId: null, visibleTo }, messages);
  }
  let sent = "";
  model.on(({ prompt, write, end }) => {
    sent += prompt;
    // Names every passage there could be.
    write(
      `${words.join(" ")} teammark anamark bomark foreignmark ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `[${n}]`).join("")}.`,
    );
    end();
  });
  await fc.assert(
    fc.asyncProperty(some, async (asked) => {
      const answer = JSON.stringify(await ask(ana, asked.join(" ")));
      expect(answer).not.toMatch(/"quote":"[^"]*(?:bomark|foreignmark)/);
    }),
    { numRuns: 25 },
  );
  expect(sent).toContain("teammark");
  expect(sent).toContain("anamark");
  expect(sent).not.toMatch(/bomark|foreignmark/);
});
