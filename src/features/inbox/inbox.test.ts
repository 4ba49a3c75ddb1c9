import { expect, test } from "vitest";
import { query } from "../../../test/support/collecting";
import { storeMessages } from "../../../test/support/store-messages";
import { incoming, startTestApp } from "../../../test/support/test-app";
import type { Task } from "../tasks/contract";
import { sendToAnalysis } from "./analyze-waiting";
import type { Message, MessageCounts } from "./contract";
import { importAccount } from "./storing/account-messages";

const app = await startTestApp();
const quiet = { ...incoming().analysis, hasTask: false, taskTitle: null, priority: "low" } as NonNullable<
  ReturnType<typeof incoming>["analysis"]
>;

test("INB-1 each of the three views lists its messages, for every channel", async () => {
  const ana = await app.signIn();
  const [asked] = await ana.buildMessages([{ subject: "Asks" }]);
  const [informing] = await ana.buildMessages([{ subject: "Tells", analysis: quiet }], "gmail");
  const [pressing] = await ana.buildMessages([
    { subject: "Presses", analysis: { ...quiet, priority: "high" } },
  ]);
  const [done] = await ana.buildMessages([{ subject: "Done" }]);
  await ana.patch(`/api/messages/${done?.id}`, { status: "resolved" });
  const list = async (query: string) =>
    new Set(
      (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?${query}`)).body.map(
        (message) => message.subject,
      ),
    );

  expect(await list("view=all")).toEqual(new Set(["Asks", "Tells", "Presses", "Done"]));
  expect(await list("view=requires_action")).toEqual(new Set(["Asks", "Presses"]));
  expect(await list("view=resolved")).toEqual(new Set(["Done"]));
  expect(await list("channel=gmail")).toEqual(new Set(["Tells"]));
  expect((await ana.get<MessageCounts>(`/api/teams/${ana.teamId}/messages/counts`)).body).toEqual({
    all: 4,
    requires_action: 2,
    uncertain: 0,
    resolved: 1,
    channels: { import: 3, gmail: 1 },
  });
  expect([asked, informing, pressing].every(Boolean)).toBe(true);
});

test("INB-1 Requires Action lists messages that the engine is sure about first, newest first in each part", async () => {
  const ana = await app.signIn();
  const sure = incoming().analysis as NonNullable<ReturnType<typeof incoming>["analysis"]>;
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour));
  await ana.buildMessages([
    { subject: "Early", sentAt: at(8) },
    { subject: "Unsure early", sentAt: at(9), analysis: { ...sure, uncertain: true } },
    { subject: "Late", sentAt: at(10) },
    { subject: "Unsure late", sentAt: at(11), analysis: { ...sure, uncertain: true } },
  ]);
  const list = async (query: string) =>
    (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?${query}`)).body.map(
      ({ subject }) => subject,
    );
  expect(await list("view=requires_action")).toEqual(["Late", "Early", "Unsure late", "Unsure early"]);
  expect(await list("view=requires_action&limit=2&offset=1")).toEqual(["Early", "Unsure late"]);
  expect(await list("view=all")).toEqual(["Unsure late", "Late", "Unsure early", "Early"]);
  const counts = await ana.get<MessageCounts>(`/api/teams/${ana.teamId}/messages/counts`);
  expect(counts.body).toMatchObject({ requires_action: 4, uncertain: 2 });
});

test("INB-3 a task made from a message takes title, due date, quadrant and evidence, and the message is processed", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);

  const made = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId });

  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    title: "Send the revised quote",
    dueDate: "2026-11-20T00:00:00.000Z",
    urgency: "urgent",
    importance: "not_important",
    messageId: message?.id,
    messageChannel: "import",
  });
  expect(made.body.evidence[0]).toMatchObject({
    sourceType: "message",
    sourceId: message?.id,
    start: 0,
    end: 38,
  });
  expect((await ana.get<Message>(`/api/messages/${message?.id}`)).body.status).toBe("processed");
});

test("a second click on Create Task returns the existing task", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);

  const [first, second] = await Promise.all([
    ana.post<Task>(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId }),
    ana.post<Task>(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId }),
  ]);

  expect(first?.body.id).toBe(second?.body.id);
  expect((await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`)).body).toHaveLength(1);
});

test("you can choose the quadrant when you create a task from a message without one", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{ subject: "Minutes", analysis: quiet }]);

  const made = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
    urgency: "urgent",
    importance: "important",
  });

  expect(made.body).toMatchObject({ title: "Minutes", urgency: "urgent", importance: "important" });
});

test("INB-4 Mark Resolved removes a message from Requires Action, and reopening adds it again", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);

  const resolved = await ana.patch<Message>(`/api/messages/${message?.id}`, { status: "resolved" });
  expect(resolved.body.status).toBe("resolved");
  await ana.patch<Message>(`/api/messages/${message?.id}`, { status: "new" });
  const waiting = await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?view=requires_action`);
  expect(waiting.body.map(({ id }) => id)).toEqual([message?.id]);
  expect((await ana.patch(`/api/messages/${message?.id}`, { status: "read" })).status).toBe(400);
});

test("INB-3 a message keeps its one task after it is resolved and reopened", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  const path = `/api/messages/${message?.id}`;
  const createTask = async () =>
    (await ana.post<Task>(`${path}/create-task`, { teamId: ana.teamId })).body.id;
  const set = async (status: string) => (await ana.patch<Message>(path, { status })).body.status;

  const made = await createTask();
  expect(await set("resolved")).toBe("resolved");
  expect(await createTask()).toBe(made);
  expect((await ana.get<Message>(path)).body.status).toBe("resolved");
  const many = await ana.post<{ changed: number }>(`/api/teams/${ana.teamId}/messages/create-tasks`, {
    ids: [message?.id],
    urgency: "urgent",
    importance: "important",
    includePrivate: true,
  });
  expect(many.body).toEqual({ changed: 0 });

  // It is where it was before it was resolved, so nothing offers to create the task again.
  expect(await set("new")).toBe("processed");
  expect(await createTask()).toBe(made);
  expect((await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`)).body).toHaveLength(1);

  // As an earlier version reopened it.
  await query(app, "update messages set status = 'new' where id = $1", [message?.id]);
  expect(await createTask()).toBe(made);
  expect((await ana.get<Message>(path)).body.status).toBe("processed");

  await set("resolved");
  await ana.delete(`/api/tasks/${made}`);
  expect(await set("new")).toBe("new");
});

test("BEY-10 a message's change names its journal entry, so that undo reverts exactly it", async () => {
  const ana = await app.signIn();
  const [first, second] = await ana.buildMessages([{ subject: "First" }, { subject: "Second" }]);
  const send = (method: "PATCH" | "POST", path: string, body: object) =>
    fetch(`${app.url}/api/messages/${path}`, {
      method,
      headers: { cookie: ana.cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const entryOf = (response: Response) => response.headers.get("journal-entry");
  const corrected = await send("POST", `${first?.id}/correction`, { category: "scheduling" });
  const resolved = await send("PATCH", `${first?.id}`, { status: "resolved" });
  const made = await send("POST", `${second?.id}/create-task`, { teamId: ana.teamId });
  const reopened = await send("PATCH", `${first?.id}`, { status: "new" });

  const message = async (id?: string) => (await ana.get<Message>(`/api/messages/${id}`)).body;
  const undo = async (response: Response) =>
    (await ana.post(`/api/teams/${ana.teamId}/journal/undo`, { id: entryOf(response) })).status;
  expect(await undo(made)).toBe(200);
  expect((await message(second?.id)).status).toBe("new");
  expect((await message(first?.id)).aiAnalysis?.category).toBe("scheduling");
  expect([await undo(reopened), await undo(resolved), await undo(corrected)]).toEqual([200, 200, 200]);
  expect(await message(first?.id)).toMatchObject({ status: "new", aiAnalysis: first?.aiAnalysis });

  expect(entryOf(await send("PATCH", `${first?.id}`, { status: "new" }))).toBeNull();
  await send("POST", `${second?.id}/create-task`, { teamId: ana.teamId });
  expect(entryOf(await send("POST", `${second?.id}/create-task`, { teamId: ana.teamId }))).toBeNull();
});

test("INB-7 messages come in pages of 50, newest first, without gaps or duplicates when times are equal", async () => {
  const ana = await app.signIn();
  const { db } = app.running.services;
  const source = {
    teamId: ana.teamId,
    accountId: await importAccount(db, ana.teamId),
    channel: "import",
    importId: null,
  };
  await storeMessages(
    db,
    source,
    Array.from({ length: 120 }, (_, n) => incoming({ sentAt: new Date(Date.UTC(2026, 0, 1 + (n % 7))) })),
  );

  const pages = await Promise.all(
    [0, 50, 100].map((offset) =>
      ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?limit=50&offset=${offset}`),
    ),
  );

  expect(pages.map((page) => page.body.length)).toEqual([50, 50, 20]);
  const all = pages.flatMap((page) => page.body);
  expect(new Set(all.map(({ id }) => id)).size).toBe(120);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  );
});

test("a message is stored once, however often and in whichever batches it arrives", async () => {
  const ana = await app.signIn();
  const { db } = app.running.services;
  const source = {
    teamId: ana.teamId,
    accountId: await importAccount(db, ana.teamId),
    channel: "import",
    importId: null,
  };
  const message = incoming({ externalId: "same" });

  const stored = await Promise.all([
    storeMessages(db, source, [message, message]),
    storeMessages(db, source, [message, incoming()]),
    storeMessages(db, source, [message]),
  ]);

  expect(stored.filter((ids) => ids.has("same"))).toHaveLength(1);
  expect((await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body).toHaveLength(2);
});

test("a list cuts long contents, the single call returns them completely", async () => {
  const ana = await app.signIn();
  const [listed] = await ana.buildMessages([{ content: "x".repeat(30_000) }]);

  expect(listed).toMatchObject({ contentCut: true });
  expect(listed?.content).toHaveLength(10_000);
  const whole = await ana.get<Message>(`/api/messages/${listed?.id}`);
  expect(whole.body.content).toHaveLength(30_000);
});

test("INB-1 a list counts the characters of a content, not its bytes", async () => {
  const ana = await app.signIn();
  const listed = await Promise.all(
    [10_000, 10_001].map(async (length) => {
      // Each takes two bytes.
      const [message] = await ana.buildMessages([{ content: "ü".repeat(length) }]);
      return [message?.content.length, message?.contentCut];
    }),
  );
  expect(listed).toEqual([
    [10_000, false],
    [10_000, true],
  ]);
});

test("INB-5 the context of a message is its conversation, oldest first, and the tasks made from it", async () => {
  const ana = await app.signIn();
  const messages = await ana.buildMessages([
    { threadKey: "t", subject: "Second", sentAt: new Date("2026-11-02T00:00:00Z") },
    { threadKey: "t", subject: "First", sentAt: new Date("2026-11-01T00:00:00Z") },
    { threadKey: "other", subject: "Elsewhere" },
  ]);
  const second = messages.find(({ subject }) => subject === "Second");
  const { body: task } = await ana.post<Task>(`/api/messages/${second?.id}/create-task`, {
    teamId: ana.teamId,
  });

  const { body } = await ana.get<{
    conversation: Message[];
    related: { id: string }[];
    around: { title: string; why: string }[];
  }>(`/api/messages/${second?.id}/context`);

  expect(body.conversation.map(({ subject }) => subject)).toEqual(["First", "Second"]);
  expect(body.related.map(({ id }) => id)).toEqual([task.id]);
  expect(body.around.map(({ title }) => title)).toEqual(["Elsewhere"]);
  const context = await ana.get<{ title: string; why: string }[]>(`/api/tasks/${task.id}/context`);
  expect(context.body.map(({ title, why }) => [title, why])).toEqual([
    ["Second", "Its source"],
    ["First", "Same conversation"],
    ["Elsewhere", expect.stringMatching(/^Same words: .*revised, quote/)],
  ]);
});

test("API-3 another team's message returns 404, even if the call names your own team", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const [message] = await ana.buildMessages([{}]);

  expect((await eve.get(`/api/messages/${message?.id}`)).status).toBe(404);
  expect((await eve.get(`/api/messages/${message?.id}/context`)).status).toBe(404);
  expect((await eve.patch(`/api/messages/${message?.id}`, { status: "resolved" })).status).toBe(404);
  expect((await eve.post(`/api/messages/${message?.id}/create-task`, { teamId: eve.teamId })).status).toBe(
    404,
  );
  expect((await eve.post(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId })).status).toBe(
    404,
  );
  expect((await eve.get(`/api/teams/${ana.teamId}/messages`)).status).toBe(404);
});

test("a message is stored without an analysis if the engine fails, and a job analyzes it later", async () => {
  const ana = await app.signIn();
  const { db, jobs } = app.running.services;
  const source = {
    teamId: ana.teamId,
    accountId: await importAccount(db, ana.teamId),
    channel: "import",
    importId: null,
  };
  await db.transaction(async (tx) => {
    await storeMessages(tx, source, [incoming({ analysis: null })]);
    await sendToAnalysis(tx, jobs, ana.teamId);
  });

  let [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  for (let tries = 0; !message?.aiAnalysis && tries < 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  }

  expect(message?.aiAnalysis).toMatchObject({ engine: "embedded", hasTask: true });
});

test("a job isn't enqueued if its transaction fails", async () => {
  const ana = await app.signIn();
  const { db, jobs, pool } = app.running.services;
  await expect(
    db.transaction(async (tx) => {
      await sendToAnalysis(tx, jobs, ana.teamId);
      throw new Error("changed its mind");
    }),
  ).rejects.toThrow("changed its mind");
  const { rows } = await pool.query("select 1 from pgboss.job where data ->> 'teamId' = $1", [ana.teamId]);
  expect(rows).toEqual([]);
  await expect(db.transaction((tx) => jobs.send(tx, "no-such-queue", {}))).rejects.toThrow();
});
