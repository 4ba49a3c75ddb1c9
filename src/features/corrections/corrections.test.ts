import { expect, test } from "vitest";
import { analyzed, digest } from "../../../test/support/analyzed-messages";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { analyzeWaiting } from "../inbox/analyze-waiting";
import type { Message, MessageWhy } from "../inbox/contract";
import { analyzeMessages } from "../inbox/storing/analyze-messages";
import type { Task } from "../tasks/contract";
import { loadTeamCorrections } from "./active-corrections";
import type { Correction, Proposal } from "./contract";

const app = await startTestApp();
const { db, pool } = app.running.services;

const request = analyzed({
  sender: "Dana Reyes",
  senderAddress: "dana@northwind.example",
  subject: "Lease",
  content: "Could you please sign the lease and send it back to me by Friday?",
});
const note = analyzed({
  sender: "Lee Park",
  senderAddress: "lee@northwind.example",
  subject: "Fair",
  content: "The fair went well yesterday, we had many visitors.",
});

const correct = (person: Person, message: { id: string } | undefined, body: object) =>
  person.post<Message>(`/api/messages/${message?.id}/correction`, body);
const read = async (person: Person, message: { id: string } | undefined) =>
  (await person.get<Message>(`/api/messages/${message?.id}`)).body;
const correctionsOf = async (person: Person) =>
  (await person.get<{ total: number; corrections: Correction[] }>(`/api/teams/${person.teamId}/corrections`))
    .body;
const proposal = async (person: Person) =>
  (await person.get<Proposal>(`/api/teams/${person.teamId}/corrections/proposal`)).body;
const answer = (person: Person, correctionIds: string[], apply: boolean) =>
  person.post<{ changed: number }>(`/api/teams/${person.teamId}/corrections/proposal`, {
    correctionIds,
    apply,
  });
const undo = (person: Person) => person.post(`/api/teams/${person.teamId}/journal/undo`, {});
const makeTask = (person: Person, message: { id: string } | undefined, axes: object = {}) =>
  person.post<Task>(`/api/messages/${message?.id}/create-task`, { teamId: person.teamId, ...axes });
const rows = async (person: Person) =>
  (
    await pool.query(
      "select id, ai_analysis::text, engine_analysis::text, has_task, priority from messages where team_id = $1 order by id",
      [person.teamId],
    )
  ).rows;
const correctedTo = async (person: Person) => JSON.stringify(await loadTeamCorrections(db, person.teamId));

test("BEY-14 “not a task” stays on its message, applies to later ones, and shows who decided", async () => {
  const ana = await app.signIn();
  const [first] = await ana.buildMessages([digest(1)]);
  expect(first?.aiAnalysis?.hasTask).toBe(true);

  const { status, body } = await correct(ana, first, { hasTask: false });

  expect(status).toBe(200);
  expect(body.aiAnalysis).toMatchObject({ hasTask: false, taskTitle: null, dueDate: null, confidence: 1 });
  expect(body.aiAnalysis?.decided).toEqual({ task: ana.user.id });
  const { analysis: _, ...next } = digest(2);
  const [stored] = await analyzeMessages(db, { teamId: ana.teamId, channel: "import" }, [next]);
  expect(stored?.analysis).toMatchObject({
    hasTask: false,
    fromCorrections: expect.arrayContaining(["task"]),
  });
  const { analysis: __, ...other } = request;
  const [unlike] = await analyzeMessages(db, { teamId: ana.teamId, channel: "import" }, [other]);
  const { confidence } = request.analysis!;
  expect(unlike?.analysis).toEqual({ ...request.analysis, confidence: expect.closeTo(confidence, 2) });
});

test("BEY-14 a message that waits for its analysis is analyzed with the team's corrections", async () => {
  const ana = await app.signIn();
  const [first] = await ana.buildMessages([digest(1)]);
  await correct(ana, first, { hasTask: false });
  await ana.buildMessages([{ ...digest(2), analysis: null }]);

  expect(await analyzeWaiting(db, ana.teamId, new AbortController().signal)).toBe(1);

  const all = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  expect(all.map(({ aiAnalysis }) => aiAnalysis?.hasTask)).toEqual([false, false]);
});

test("BEY-14 simultaneous requests for the same question all get its answer", async () => {
  const ana = await app.signIn();
  const [first] = await ana.buildMessages([digest(1), digest(2), digest(3)]);
  await correct(ana, first, { hasTask: false });
  const counts = await Promise.all(Array.from({ length: 4 }, async () => (await proposal(ana)).count));
  expect(counts).toEqual([2, 2, 2, 2]);
});

test("BEY-14 similar messages are counted and shown, applied as one change, and one undo reverts all", async () => {
  const ana = await app.signIn();
  const built = await ana.buildMessages([digest(1), digest(2), digest(3), digest(4), request, note]);
  const first = built.find(({ sender }) => sender === "Harbour Weekly");
  const before = await rows(ana);
  await correct(ana, first, { hasTask: false });
  const corrected = await rows(ana);

  const asked = await proposal(ana);
  expect(asked.count).toBe(3);
  expect(asked.messages.map(({ sender }) => sender)).toEqual(Array(3).fill("Harbour Weekly"));
  expect(asked.messages[0]?.changes).toContainEqual({ field: "task", from: "task", to: "none" });
  expect(await rows(ana)).toEqual(corrected);

  const { status, body } = await answer(ana, asked.correctionIds, true);
  expect([status, body.changed]).toEqual([200, 3]);
  const after = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  const digests = after.filter(({ sender }) => sender === "Harbour Weekly");
  expect(digests.map(({ aiAnalysis }) => aiAnalysis?.hasTask)).toEqual([false, false, false, false]);
  expect(digests.filter(({ aiAnalysis }) => aiAnalysis?.fromCorrections?.includes("task"))).toHaveLength(3);
  for (const { sender, aiAnalysis } of after)
    if (sender !== "Harbour Weekly") expect(aiAnalysis?.fromCorrections).toBeUndefined();
  expect((await proposal(ana)).correctionIds).toEqual([]);
  expect((await correctionsOf(ana)).corrections[0]).toMatchObject({ changed: 3, answer: "applied" });

  await undo(ana);
  expect(await rows(ana)).toEqual(corrected);
  expect((await proposal(ana)).count).toBe(3);
  await undo(ana);
  expect(await rows(ana)).toEqual(before);
  expect(await correctedTo(ana)).toBe("null");
  expect((await correctionsOf(ana)).total).toBe(0);
});

test("BEY-14 two simultaneous answers count once, and one undo reverts it", async () => {
  const ana = await app.signIn();
  const [first] = await ana.buildMessages([digest(1), digest(2), digest(3)]);
  await correct(ana, first, { hasTask: false });
  const corrected = await rows(ana);
  const { correctionIds } = await proposal(ana);

  const answers = await Promise.all([answer(ana, correctionIds, true), answer(ana, correctionIds, true)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await correctionsOf(ana)).corrections[0]).toMatchObject({ changed: 2 });
  await undo(ana);
  expect(await rows(ana)).toEqual(corrected);
});

test("BEY-14 “Only this one” applies the correction only to its own message, and can be undone", async () => {
  const ana = await app.signIn();
  const built = await ana.buildMessages([digest(1), digest(2)]);
  await correct(ana, built[0], { hasTask: false });
  const fromCorrections = await correctedTo(ana);
  const { correctionIds, count } = await proposal(ana);
  expect(count).toBe(1);

  expect((await answer(ana, correctionIds, false)).body).toEqual({ changed: 0 });

  expect((await read(ana, built[0])).aiAnalysis?.hasTask).toBe(false);
  expect((await read(ana, built[1])).aiAnalysis?.hasTask).toBe(true);
  expect(await correctedTo(ana)).toBe("null");
  expect((await answer(ana, correctionIds, false)).status).toBe(404);
  await undo(ana);
  expect(await correctedTo(ana)).toBe(fromCorrections);
  expect((await proposal(ana)).count).toBe(1);
});

test("BEY-14 what a person decided about a message stays when others’ corrections are applied", async () => {
  const ana = await app.signIn();
  const built = await ana.buildMessages([digest(1), digest(2), digest(3)]);
  await correct(ana, built[1], { category: "social" });
  await answer(
    ana,
    (await correctionsOf(ana)).corrections.map(({ id }) => id),
    false,
  );
  await correct(ana, built[0], { category: "bulk" });

  const { correctionIds, messages } = await proposal(ana);
  expect(messages.map(({ id }) => id)).toEqual([built[2]?.id]);
  await answer(ana, correctionIds, true);

  expect((await read(ana, built[1])).aiAnalysis?.category).toBe("social");
  expect((await read(ana, built[2])).aiAnalysis?.category).toBe("bulk");
});

test("BEY-14 repeating a correction stores it once, with one change to undo", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([digest(1)]);
  await correct(ana, message, { hasTask: false });
  const once = await correctionsOf(ana);
  await correct(ana, message, { hasTask: false });

  expect(await correctionsOf(ana)).toEqual(once);
  await undo(ana);
  expect((await correctionsOf(ana)).total).toBe(0);
});

test("BEY-14 removing a correction restores exactly what was before; undo brings it back", async () => {
  const ana = await app.signIn();
  const built = await ana.buildMessages([digest(1), digest(2), digest(3), request, note]);
  const find = (sender: string) => built.find((message) => message.sender === sender);
  await correct(ana, find("Lee Park"), { category: "social" });
  const [before, correctedBefore] = [await rows(ana), await correctedTo(ana)];
  await correct(ana, find("Harbour Weekly"), { hasTask: false });
  const { correctionIds } = await proposal(ana);
  await answer(ana, correctionIds, true);
  const [changed, fromCorrections] = [await rows(ana), await correctedTo(ana)];
  expect(changed).not.toEqual(before);
  expect(fromCorrections).not.toBe(correctedBefore);
  const correction = (await correctionsOf(ana)).corrections.find(({ field }) => field === "task");

  expect((await ana.delete(`/api/corrections/${correction?.id}`)).status).toBe(200);

  expect(await rows(ana)).toEqual(before);
  expect(await correctedTo(ana)).toBe(correctedBefore);
  expect((await ana.delete(`/api/corrections/${correction?.id}`)).status).toBe(404);
  await undo(ana);
  expect(await rows(ana)).toEqual(changed);
  expect(await correctedTo(ana)).toBe(fromCorrections);
});

test("BEY-14 moving and deleting the task made from a message correct it; Z undoes the move and the correction together", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([request]);
  const { body: task } = await makeTask(ana, message);
  expect((await correctionsOf(ana)).total).toBe(0);
  const before = await rows(ana);
  const other = task.importance === "important" ? "not_important" : "important";

  await ana.patch(`/api/tasks/${task.id}`, { urgency: task.urgency, importance: other });
  expect((await correctionsOf(ana)).corrections).toMatchObject([
    { field: "importance", to: other, from: task.importance },
  ]);
  expect((await read(ana, message)).aiAnalysis).toMatchObject({
    importance: other,
    decided: { importance: ana.user.id },
  });
  await ana.patch(`/api/tasks/${task.id}`, { importance: task.importance });
  expect((await correctionsOf(ana)).total).toBe(0);
  expect(await rows(ana)).toEqual(before);
  await undo(ana);
  expect((await correctionsOf(ana)).corrections).toMatchObject([{ field: "importance", to: other }]);
  await undo(ana);
  expect((await correctionsOf(ana)).total).toBe(0);

  await ana.patch(`/api/tasks/${task.id}`, { title: "Another title" });
  expect((await correctionsOf(ana)).total).toBe(0);
  await ana.delete(`/api/tasks/${task.id}`);
  expect((await correctionsOf(ana)).corrections).toMatchObject([{ field: "task", from: "task", to: "none" }]);
  await undo(ana);
  expect(await rows(ana)).toEqual(before);
});

test("BEY-14 deleting a resolved task, or a task without a message, is no correction", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([request]);
  const { body: done } = await makeTask(ana, message);
  await ana.patch(`/api/tasks/${done.id}`, { status: "resolved" });
  await ana.delete(`/api/tasks/${done.id}`);
  const own = await ana.buildTask();
  await ana.patch(`/api/tasks/${own.id}`, { urgency: "urgent" });
  await ana.delete(`/api/tasks/${own.id}`);

  expect((await correctionsOf(ana)).total).toBe(0);
});

test("BEY-14 a task made where none was found, or in another quadrant, corrects the message", async () => {
  const ana = await app.signIn();
  const built = await ana.buildMessages([note, request]);
  const find = (sender: string) => built.find((message) => message.sender === sender);
  expect(find("Lee Park")?.aiAnalysis?.hasTask).toBe(false);

  await makeTask(ana, find("Lee Park"));
  await makeTask(ana, find("Dana Reyes"), { urgency: "urgent", importance: "not_important" });

  const { corrections } = await correctionsOf(ana);
  expect(corrections.find(({ sender }) => sender === "Lee Park")).toMatchObject({
    field: "task",
    to: "task",
  });
  const fields = corrections
    .filter(({ sender }) => sender === "Dana Reyes")
    .map(({ field, to }) => `${field} ${to}`);
  const analysis = find("Dana Reyes")?.aiAnalysis;
  expect(new Set(fields)).toEqual(
    new Set([
      ...(analysis?.urgency === "urgent" ? [] : ["urgency urgent"]),
      ...(analysis?.importance === "not_important" ? [] : ["importance not_important"]),
    ]),
  );
  expect(fields.length).toBeGreaterThan(0);
});

test("INB-1 BEY-14 a message doesn't require action just because its task moves to Do First", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([note, request]);
  const waiting = async () =>
    (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?view=requires_action`)).body;
  for (const message of await waiting())
    await makeTask(ana, message, { urgency: "urgent", importance: "important" });

  const high = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body.filter(
    ({ priority }) => priority === "high",
  );
  expect(await waiting()).toHaveLength(request.analysis?.priority === "high" ? 1 : 0);
  expect(high).toHaveLength(request.analysis?.priority === "high" ? 1 : 0);
});

test("BEY-14 category and priority are corrected; choosing the engine's own value removes the correction", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([note]);
  const before = await rows(ana);

  const high = await correct(ana, message, { priority: "high", category: "problem_report" });
  expect(high.body).toMatchObject({
    priority: "high",
    aiAnalysis: { urgency: "urgent", importance: "important", category: "problem_report", priority: "high" },
  });
  expect(high.body.aiAnalysis?.decided).toEqual({
    urgency: ana.user.id,
    importance: ana.user.id,
    category: ana.user.id,
  });
  const { category, priority } = message?.aiAnalysis ?? {};
  const back = await correct(ana, message, { priority, category });
  expect(back.body.aiAnalysis?.decided).toBeUndefined();
  expect(await rows(ana)).toEqual(before);
  expect((await correct(ana, message, {})).status).toBe(400);
  expect((await correct(ana, message, { category: "nonsense" })).status).toBe(400);
});

test("BEY-13 BEY-14 the explanation names the team's corrections, a person's decision, and what is missing in the stored analysis", async () => {
  const ana = await app.signIn();
  const built = await ana.buildMessages([digest(1), digest(2)]);
  await correct(ana, built[0], { hasTask: false });
  const why = async (message: Message | undefined) =>
    (await ana.get<MessageWhy>(`/api/messages/${message?.id}/why`)).body;

  const own = (await why(built[0])).conclusions.find(({ field }) => field === "task");
  expect(own).toMatchObject({ conclusion: "none", score: null });
  expect(own?.rule).toContain("Someone on your team decided this");
  const similar = await why(built[1]);
  expect(similar.stored).toMatchObject({ current: true, differs: expect.arrayContaining(["task"]) });
  const task = similar.conclusions.find(({ field }) => field === "task");
  expect(task?.conclusion).toBe("none");
  expect(task?.reasons.map(({ reason }) => reason).join()).toContain(
    "Your team’s corrections of messages from editor@harbour.example",
  );
  expect(task?.changes[0]).toMatchObject({
    condition: "Without your team's corrections",
    outcome: "task",
  });
  const sum = [...(task?.reasons ?? []), ...(task?.against ?? [])].reduce(
    (total, { contribution }) => total + (contribution ?? 0),
    task?.bias ?? 0,
  );
  expect(sum).toBeCloseTo(task?.score ?? Number.NaN, 8);
});

test("API-3 BEY-14 one team's corrections neither show nor apply in another", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const [message] = await ana.buildMessages([digest(1)]);
  await eve.buildMessages([digest(1), digest(2)]);
  const before = await rows(eve);
  await correct(ana, message, { hasTask: false });
  const [correction] = (await correctionsOf(ana)).corrections;

  expect((await correct(eve, message, { hasTask: false })).status).toBe(404);
  expect((await eve.get(`/api/teams/${ana.teamId}/corrections`)).status).toBe(404);
  expect((await eve.get(`/api/teams/${ana.teamId}/corrections/proposal`)).status).toBe(404);
  expect(
    (
      await eve.post(`/api/teams/${ana.teamId}/corrections/proposal`, {
        correctionIds: [correction?.id],
        apply: true,
      })
    ).status,
  ).toBe(404);
  expect((await answer(eve, [correction?.id as string], true)).status).toBe(404);
  expect((await eve.delete(`/api/corrections/${correction?.id}`)).status).toBe(404);

  expect(await correctedTo(eve)).toBe("null");
  expect((await correctionsOf(eve)).total).toBe(0);
  expect((await proposal(eve)).count).toBe(0);
  expect(await rows(eve)).toEqual(before);
});

test("BEY-14 a correction of a private message applies and shows only to its owner", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([digest(1)]);
  await pool.query("update messages set visible_to = $1 where id = $2", [ana.user.id, message?.id]);
  await correct(ana, message, { hasTask: false });

  expect((await correctionsOf(ana)).total).toBe(1);
  expect(await correctedTo(ana)).toBe("null");
  expect(await loadTeamCorrections(db, ana.teamId, ana.user.id)).toHaveLength(1);
  await pool.query("update corrections set visible_to = gen_random_uuid() where team_id = $1", [ana.teamId]);
  expect((await correctionsOf(ana)).total).toBe(0);
});
