import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storeMessages } from "../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../test/support/test-app";
import { importAccount } from "../inbox/storing/account-messages";
import type { ChatMessage, SearchHit, SearchHits } from "./contract";

const app = await startTestApp();
const { db, pool, context } = app.running.services;

const ask = async (person: Person, message: string) =>
  (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body;

const mail = (subject: string, content: string, fields = {}) => ({ subject, content, ...fields });

test("CTX-2 an answer quotes the team's own words, with author, date and the exact place", async () => {
  const ana = await app.signIn("Ana Lopez");
  const content =
    "Hi Ana,\n\nthe landlord called. The lease of the Hamburg warehouse ends on 31 March 2027. We should look around.\n\nJonas";
  const [message] = await ana.buildMessages([mail("Warehouse", content)]);
  await ana.buildMessages([
    mail("Lunch", "Shall we have lunch on Friday?"),
    mail("Printer", "It jams again."),
  ]);

  const { role, answer, content: text } = await ask(ana, "When does the lease of the Hamburg warehouse end?");

  expect(role).toBe("assistant");
  expect(answer?.kind).toBe("quotes");
  expect(answer?.sentences[0]).toEqual({
    text: "The lease of the Hamburg warehouse ends on 31 March 2027.",
    sources: [1],
  });
  const source = answer?.sources[0];
  expect(source).toMatchObject({
    number: 1,
    type: "message",
    id: message?.id,
    title: "Warehouse",
    author: "Jonas Weber",
    date: "2026-11-18T10:00:00.000Z",
  });
  expect(content.slice(source?.quote?.start, source?.quote?.end)).toBe(answer?.sentences[0]?.text);
  expect(text).toContain("“The lease of the Hamburg warehouse ends on 31 March 2027.” [1]");
});

test("CTX-2 what was said in a meeting is quoted with its speaker and its second", async () => {
  const ana = await app.signIn("Ana Lopez");
  const said = [
    ["Bo Lind", "Good morning, how was the weekend?"],
    ["Ana Berg", "Fine. About the boiler: the plumber comes on Tuesday and replaces the valve."],
    ["Bo Lind", "Great, then we can move on."],
  ];
  const { rows } = await pool.query(
    "insert into meetings (team_id, title, status, transcript) values ($1, 'Weekly', 'completed', $2) returning id",
    [ana.teamId, said.map(([speaker, text]) => `${speaker}: ${text}`).join("\n")],
  );
  for (const [position, [speaker, text]] of said.entries())
    await pool.query("insert into meeting_segments values ($1, $2, $3, $4, $5, $6, $7)", [
      ...[rows[0].id, position, ana.teamId, position * 10, position * 10 + 9, speaker, text],
    ]);

  const { answer } = await ask(ana, "When does the plumber replace the valve of the boiler?");

  expect(answer?.sentences[0]?.text).toBe(said[1]?.[1]);
  expect(answer?.sources[0]).toMatchObject({
    ...{ type: "meeting", id: rows[0].id, title: "Weekly", author: "Ana Berg" },
    quote: { part: "transcript", second: 10 },
  });
});

test("CTX-2 what nobody wrote about is refused, with what comes nearest", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([
    mail("Warehouse", "The warehouse in Hamburg is cold."),
    mail("Lunch", "On Friday?"),
  ]);

  const absent = await ask(ana, "Which vineyard delivers the Riesling for the wedding in Hamburg?");
  expect(absent.answer).toMatchObject({ kind: "nothing", sentences: [] });
  expect(absent.answer?.intro).toBe("I found nothing about that. Nearest to it:");
  expect(absent.answer?.sources.map(({ title }) => title)).toEqual(["Warehouse"]);

  const unknown = await ask(ana, "xylophone?");
  expect(unknown.answer).toMatchObject({
    kind: "nothing",
    intro: "I found nothing about that.",
    sources: [],
  });
});

test("CTX-2 questions about tasks are answered by the tasks themselves", async () => {
  const ana = await app.signIn("Ana Lopez");
  const now = Date.now();
  await ana.patch("/api/auth/user", { timeZone: "UTC" });
  const late = await ana.buildTask({
    title: "Pay the rent",
    dueDate: new Date(now - 3_600_000).toISOString(),
  });
  await ana.buildTask({ title: "Next year's plan", dueDate: new Date(now + 300 * 86_400_000).toISOString() });
  const stuck = await ana.buildTask({ title: "Order parts", status: "blocked" });
  const own = await ana.buildTask({ title: "Call Bo", assigneeId: ana.user.id });

  const titles = async (question: string) => (await ask(ana, question)).answer?.sources.map(({ id }) => id);
  expect(await titles("What is overdue?")).toEqual([late.id]);
  expect(await titles("What is blocked?")).toEqual([stuck.id]);
  expect(await titles("What is assigned to me?")).toEqual([own.id]);
  expect((await ask(ana, "What is due next week?")).answer).toMatchObject({
    kind: "list",
    intro: "No open task is due next week. The next one:",
    sources: [{ title: "Next year's plan" }],
  });
  expect(await titles("what do I have to do, and what is late?")).toEqual([late.id]);
  await ana.patch(`/api/tasks/${stuck.id}`, { status: "new" });
  expect((await ask(ana, "What is blocked?")).answer).toMatchObject({
    intro: "No task is blocked. This one is overdue:",
    sources: [{ id: late.id }],
  });
});

test("CTX-2 what I promised somebody is found in my own sent messages", async () => {
  const ana = await app.signIn("Ana Lopez");
  const sent = { sender: "Ana Lopez", senderAddress: ana.user.email, fromOwner: true, analysis: null };
  await ana.buildMessages([
    mail("Re: Quote", "Hi Bo,\n\nI'll send you the revised quote by Friday.\n\nAna", {
      ...sent,
      to: ["Bo Berg <bo@example.org>"],
    }),
    mail("Trip", "I will arrive at noon. I will be staying at the inn, and I'll be at the gym until eight.", {
      ...sent,
      to: ["Bo Berg <bo@example.org>"],
    }),
    mail("Re: Party", "I will bring the cake.", { ...sent, to: ["Cy <cy@example.org>"] }),
    mail("Quote", "I will never promise Bo anything.", { to: ["bo@example.org"] }),
  ]);

  const { answer } = await ask(ana, "What did I promise Bo?");

  expect(answer?.sentences.map(({ text }) => text)).toEqual(["I'll send you the revised quote by Friday."]);
  expect((await ask(ana, "what did I promise Dora")).answer).toMatchObject({
    kind: "nothing",
    intro: "I found no message of yours to Dora.",
  });
  expect((await ask(ana, "what did I promise Cy")).answer).toMatchObject({ kind: "quotes" });
  await ana.buildMessages([mail("Re: Hi", "See you.", { ...sent, to: ["eva@example.org"] })]);
  expect((await ask(ana, "what did I promise eva?")).answer).toMatchObject({
    kind: "nothing",
    intro: "I found no promise in your latest message to Eva. Nearest to it:",
    sources: [{ title: "Re: Hi" }],
  });
});

test("INB-5 TASK-5 what relates beyond the conversation says why, and nobody sees others' private messages", async () => {
  const ana = await app.signIn("Ana Lopez");
  const bo = await app.signIn();
  const day = 86_400_000;
  const at = (days: number) => ({
    sentAt: new Date(Date.parse("2026-11-18T10:00:00Z") + days * day),
    analysis: null,
  });
  const source = {
    teamId: ana.teamId,
    accountId: await importAccount(db, ana.teamId),
    channel: "gmail",
    importId: null,
  };
  const from = (sender: string) => ({ sender, senderAddress: `${sender.toLowerCase()}@example.org` });
  const keep = async (messages: { subject: string }[], visibleTo: string | null = null) => {
    const rows = messages.map((one) => incoming(one));
    const stored = await storeMessages(db, { ...source, visibleTo }, rows);
    return rows.map(({ externalId }) => stored.get(externalId));
  };
  const [lease, visit] = await keep([
    mail("Lease", "The warehouse in Hamburg.", { ...from("Cy"), ...at(0) }),
    mail("Visit", "See you soon.", { ...from("Cy"), ...at(-2) }),
    mail("Old", "Long ago.", { ...from("Cy"), ...at(-90) }),
    mail("Doors", "The Hamburg warehouse needs new doors.", { ...from("Di"), ...at(-3) }),
    mail("Lunch", "On Friday?", { ...from("Ed"), ...at(-1) }),
  ]);
  await keep([mail("Secret", "The Hamburg warehouse is sold.", { ...from("Cy"), ...at(-1) })], bo.user.id);
  const { body: made } = await ana.post<{ id: string }>(`/api/messages/${visit}/create-task`, {
    teamId: ana.teamId,
  });

  const { body } = await ana.get<{ around: { id: string; title: string; why: string; type: string }[] }>(
    `/api/messages/${lease}/context`,
  );

  expect(body.around.map(({ type, title, why }) => [type, title, why])).toEqual([
    ["task", "Visit", "Open task from Cy"],
    ["message", "Doors", "Same words: warehouse, hamburg"],
    ["message", "Visit", "Also from Cy"],
  ]);
  expect(body.around[0]?.id).toBe(made.id);
});

test("CTX-2 a task that somebody asks for is offered, with its date, and waits for them", async () => {
  const ana = await app.signIn("Ana Lopez");
  const { answer, content } = await ask(ana, "Create a task to call the plumber on 1 March 2030");
  expect(answer).toMatchObject({
    kind: "list",
    intro: "I change nothing by myself. Confirm the task to add it:",
  });
  expect(answer?.proposals).toMatchObject([{ title: "Call the plumber", taskId: null }]);
  expect(answer?.proposals?.[0]?.dueDate).toMatch(/^2030-03-01T/);
  expect(content).toContain("Task to confirm: Call the plumber, due 2030-03-01");
  expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/tasks`)).body).toEqual([]);
});

test("CTX-1 the chat is kept per person and team, and can be deleted", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/chat`;
  await ask(ana, "  What is blocked?  ");
  const history = (await ana.get<ChatMessage[]>(`${path}/history`)).body;
  expect(history.map(({ role, content }) => [role, content])).toEqual([
    ["user", "What is blocked?"],
    ["assistant", "No task is blocked."],
  ]);
  const bo = await app.signIn();
  expect((await bo.get<ChatMessage[]>(`/api/teams/${bo.teamId}/chat/history`)).body).toEqual([]);
  expect((await bo.get(`${path}/history`)).status).toBe(404);
  expect((await ana.delete<{ deleted: number }>(`${path}/history`)).body).toEqual({ deleted: 2 });
  expect((await ana.get<ChatMessage[]>(`${path}/history`)).body).toEqual([]);
});

test("CTX-1 blank is refused; a question of 100,000 characters, SQL and HTML are answered", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/chat`;
  expect((await ana.post(path, { message: " \n " })).status).toBe(400);
  for (const message of [
    "warehouse ".repeat(10_000),
    "'; drop table passages; -- team:x & | ! :* <->",
    "<script>alert(1)</script> \\ ' \" ( ) \u202e",
    "the of and",
  ])
    expect((await ana.post(path, { message })).status).toBe(200);
});

test("CTX-1 a client that accepts events gets the same answer as it grows", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([mail("Warehouse", "The lease of the warehouse ends in March.")]);
  const response = await fetch(`${app.url}/api/teams/${ana.teamId}/chat`, {
    method: "POST",
    headers: {
      cookie: ana.cookie,
      origin: app.url,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ message: "When does the lease end?" }),
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const events = (await response.text())
    .trim()
    .split("\n\n")
    .map((event) => event.split("\n"))
    .map(([name, data]) => [name, JSON.parse((data ?? "").slice("data: ".length))] as const);
  expect(events.map(([name]) => name)).toEqual(["event: delta", "event: delta", "event: done"]);
  expect(events[1]?.[1]).toEqual({
    sentence: { text: "The lease of the warehouse ends in March.", sources: [1] },
  });
  const [, kept] = (await ana.get<ChatMessage[]>(`/api/teams/${ana.teamId}/chat/history`)).body;
  expect(events[2]?.[1]).toEqual(kept);
});

test("what is deleted, edited or hidden leaves the index at once, and comes back with an undo", async () => {
  const ana = await app.signIn();
  const indexed = async () =>
    (await pool.query("select source_id from passages where team_id = $1", [ana.teamId])).rows.length;
  const task = await ana.buildTask({ title: "Zebra crossing" });
  const [message] = await ana.buildMessages([mail("Warehouse", "The giraffe is tall.")]);
  expect(await indexed()).toBe(2);
  await ana.patch(`/api/tasks/${task.id}`, { title: "Okapi crossing" });
  expect((await ask(ana, "zebra")).answer?.kind).toBe("nothing");
  expect((await ask(ana, "okapi crossing")).answer?.sources[0]?.id).toBe(task.id);

  await ana.delete(`/api/tasks/${task.id}`);
  expect(await indexed()).toBe(1);
  await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(await indexed()).toBe(2);

  await pool.query("update messages set deleted_at = now() where id = $1", [message?.id]);
  expect(await indexed()).toBe(1);
  await pool.query("delete from tasks where id = $1", [task.id]);
  expect(await indexed()).toBe(0);
});

test("CTX-2 of many meetings with the words, the transcripts of a few are read", async () => {
  const ana = await app.signIn();
  const { rows } = await pool.query<{ id: string }>(
    "insert into meetings (team_id, title, status) select $1, 'Lease ' || n, 'completed' from generate_series(1, 8) n returning id",
    [ana.teamId],
  );
  const found = rows.map(({ id }) => ({ type: "meeting" as const, id, position: 0 }));
  const read = await context.retrieval.read({ teamId: ana.teamId, userId: ana.user.id }, found);
  expect(read.map(({ id }) => id)).toEqual(rows.slice(0, 5).map(({ id }) => id));
});

test("BEY-7 WORK-3 a search finds tasks, messages, meetings and people by the beginnings of words, and by operators", async () => {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "UTC" });
  const cy = { sender: "Cy Ode", senderAddress: "cy@example.org" };
  await ana.buildMessages([
    mail("Lease", "Der Vertrag für die Übergabe in Hamburg.", cy),
    mail("Lunch", "On Friday? 100 % sure_thing."),
  ]);
  await ana.buildTask({ title: "Sign the lease", status: "blocked", dueDate: new Date().toISOString() });
  await ana.buildTask({ title: "Leasing offer", status: "resolved" });
  await pool.query("insert into meetings (team_id, title, status) values ($1, 'Lease talks', 'completed')", [
    ana.teamId,
  ]);
  const find = async (q: string) => {
    const { status, body } = await ana.get<SearchHits>(
      `/api/teams/${ana.teamId}/search?q=${encodeURIComponent(q)}`,
    );
    expect(status).toBe(200);
    const titles = (hits: SearchHit[]) => hits.map(({ title }) => title);
    return [body.tasks, body.messages, body.meetings, body.people].map(titles);
  };
  expect(await find("leas")).toEqual([["Sign the lease", "Leasing offer"], ["Lease"], ["Lease talks"], []]);
  expect(await find("LEASE si")).toEqual([["Sign the lease"], [], [], []]);
  expect(await find("übergabe")).toEqual([[], ["Lease"], [], []]);
  expect(await find("cy od")).toEqual([[], ["Lease"], [], ["Cy Ode"]]);
  expect(await find("from:cy")).toEqual([[], ["Lease"], [], []]);
  expect(await find('from:"jonas weber" lunch')).toEqual([[], ["Lunch"], [], []]);
  expect(await find("is:blocked")).toEqual([["Sign the lease"], [], [], []]);
  expect(await find("is:snoozed")).toEqual([[], [], [], []]);
  await pool.query("update messages set snoozed_until = now() + interval '1 hour' where subject = 'Lunch'");
  await pool.query(
    "update tasks set snoozed_until = now() + interval '1 hour' where title = 'Leasing offer'",
  );
  expect(await find("is:snoozed")).toEqual([["Leasing offer"], ["Lunch"], [], []]);
  expect(await find("due:today lease")).toEqual([["Sign the lease"], [], [], []]);
  expect((await find("channel:import"))[1]?.toSorted()).toEqual(["Lease", "Lunch"]);
  expect(await find("xylophone' & | ! \\\\ :* \"")).toEqual([[], [], [], []]);
  expect((await ana.get(`/api/teams/${ana.teamId}/search?q=a`)).status).toBe(400);

  const listed = async (q: string) =>
    (await ana.get<{ subject: string }[]>(`/api/teams/${ana.teamId}/messages?q=${q}`)).body;
  expect((await listed("hambu")).map(({ subject }) => subject)).toEqual(["Lease"]);
  await pool.query("update meetings set deleted_at = now() where team_id = $1", [ana.teamId]);
  expect(await find("lease talks")).toEqual([[], [], [], []]);
});

test("API-3 no question retrieves another team's row, or another person's private one", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const words = ["lease", "warehouse", "invoice", "quote", "Friday", "Jonas", "boiler"];
  const someWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });
  const spread = fc.sample(
    fc.tuple(someWords, fc.constantFrom("team", "ana", "bo", "foreign", "sameKey")),
    80,
  );
  const mine = new Set<string>();
  const batches = { team: null, ana: ana.user.id, bo: bo.user.id, foreign: null, sameKey: null };
  // The index tells teams apart by the beginning of their ids.
  const sameKey = ana.teamId.slice(0, 9) + randomUUID().slice(9);
  await pool.query("insert into teams (id, name) values ($1, 'Same key')", [sameKey]);
  const others: Record<string, string> = { foreign: bo.teamId, sameKey };
  for (const [kind, visibleTo] of Object.entries(batches)) {
    const teamId = others[kind] ?? ana.teamId;
    const source = {
      teamId,
      accountId: await importAccount(db, teamId),
      channel: "gmail",
      importId: null,
      visibleTo,
    };
    const rows = spread
      .filter(([, of]) => of === kind)
      .map(([text]) => incoming({ subject: text.join(" "), content: `${text.join(" ")}.` }));
    const stored = await storeMessages(db, source, rows);
    if (kind === "team" || kind === "ana") for (const id of stored.values()) mine.add(id);
  }
  await ana.buildTask({ title: "Pay the lease invoice" });
  const { rows } = await pool.query("select id from tasks where team_id = $1", [ana.teamId]);
  for (const { id } of rows) mine.add(id);
  await bo.buildTask({ title: "Pay the lease invoice" });

  const viewer = { teamId: ana.teamId, userId: ana.user.id };
  const span = { from: new Date("2026-11-01"), before: new Date("2026-12-01") };
  let retrieved = 0;
  await fc.assert(
    fc.asyncProperty(someWords, fc.boolean(), async (question, timed) => {
      const asking = { ...viewer, ...(timed && { span }) };
      const { found } = await context.retrieval.retrieve(asking, question.join(" "), { limit: 50 });
      retrieved += found.length;
      expect(found.filter(({ window }) => !mine.has(window.of.id))).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(retrieved).toBeGreaterThan(100);
  for (const word of words) {
    const q = `/api/teams/${ana.teamId}/messages?q=${word}`;
    const listed = (await ana.get<{ id: string }[]>(q)).body;
    expect(listed.filter(({ id }) => !mine.has(id))).toEqual([]);
  }
});
