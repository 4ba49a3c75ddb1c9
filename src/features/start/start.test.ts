import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { KeptCrm } from "../crm/contract";
import type { Message, MessageCounts, MessageWhy } from "../inbox/contract";
import type { Meeting } from "../meetings/contract";
import type { Task } from "../tasks/contract";
import type { Start } from "./contract";

const app = await startTestApp();
const { pool } = app.running.services;

const path = ({ teamId }: Person, rest: string) => `/api/teams/${teamId}/${rest}`;
const startOf = async (person: Person) => (await person.get<Start>(path(person, "start"))).body;
const addSamples = (person: Person) =>
  person.post<Start>(path(person, "sample-data"), { timeZone: "Europe/Berlin" });
const removeSamples = (person: Person) => person.send<Start>("DELETE", path(person, "sample-data"));
const messagesOf = async (person: Person) =>
  (await person.get<Message[]>(path(person, "messages?limit=50"))).body;
const tasksOf = async (person: Person) => (await person.get<Task[]>(path(person, "tasks?limit=100"))).body;
const undo = (person: Person) => person.post(path(person, "journal/undo"), {});

test("BEY-12 a new team has done nothing, and each step counts once it is done", async () => {
  const ana = await app.signIn();
  const nothing = { messages: false, tasks: false, sorted: false, completed: false, sample: false };
  expect(await startOf(ana)).toEqual({ ...nothing, sampleTasks: 0, dismissed: false });

  const [message] = await ana.buildMessages([{}]);
  expect(await startOf(ana)).toMatchObject({ messages: true, sorted: false });

  const { body: task } = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
  });
  expect(await startOf(ana)).toMatchObject({ tasks: true, sorted: true, completed: false });

  await ana.send("PATCH", `/api/tasks/${task.id}`, { status: "resolved" });
  expect(await startOf(ana)).toMatchObject({ completed: true, dismissed: false });
});

test("BEY-12 closing the checklist is remembered for the person, not for the team", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const { body: invitation } = await ana.post<{ token: string }>(path(ana, "invitations"), {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`);

  const { body } = await ana.post<Start>(path(ana, "start/dismiss"));
  expect(body.dismissed).toBe(true);
  await ana.post(path(ana, "start/dismiss"));

  expect((await startOf(ana)).dismissed).toBe(true);
  expect((await bo.get<Start>(path(ana, "start"))).body.dismissed).toBe(false);
});

test("BEY-12 sample data is marked as such, and none of it counts as sorted by the person", async () => {
  const ana = await app.signIn();
  const [own] = await ana.buildMessages([{ subject: "Own" }]);

  expect((await addSamples(ana)).body).toMatchObject({ sample: true, sorted: false, completed: false });
  const ownTask = await ana.buildTask({ title: "Own" });

  const messages = await messagesOf(ana);
  expect(messages.length).toBeGreaterThan(18);
  expect(messages.filter(({ sample }) => !sample).map(({ id }) => id)).toEqual([own?.id]);
  const tasks = await tasksOf(ana);
  expect(tasks.length).toBeGreaterThan(8);
  expect(tasks.filter(({ sample }) => !sample).map(({ id }) => id)).toEqual([ownTask.id]);
});

test("BEY-12 CRM-3 sample messages show the sender's company and deal, and a deal is why one is important", async () => {
  const ana = await app.signIn();
  await addSamples(ana);
  const messages = await messagesOf(ana);
  const companies = messages.flatMap(({ contact }) => contact?.companyName ?? []);
  expect(new Set(companies)).toEqual(new Set(["Pell Harrow", "Copperleaf Foods", "Tidewell"]));
  const thanks = messages.find(({ subject }) => subject === "The new signs");
  expect(thanks).toMatchObject({
    aiAnalysis: { importance: "important" },
    contact: { crm: "Sample CRM", openDeals: 1, deals: [{ stage: "Negotiation", amount: 6_200 }] },
  });
  const { body: why } = await ana.get<MessageWhy>(`/api/messages/${thanks?.id}/why`);
  expect(why.conclusions.find(({ field }) => field === "importance")).toMatchObject({
    conclusion: "important",
    rule: "An open deal in Sample CRM with Ruth Abel of Tidewell: “Signs for the second shop” (Negotiation).",
  });
});

test("BEY-12 MEET-4 in sample data, people go by their own name, and what they say they'll do is proposed as theirs", async () => {
  const ana = await app.signIn();
  await addSamples(ana);

  const name = `${ana.user.firstName} ${ana.user.lastName}`;
  const senders = (await messagesOf(ana)).map(({ sender }) => sender);
  expect(senders).toContain(name);
  expect(senders).not.toContain("Demo Visitor");
  const { body: meetings } = await ana.get<Meeting[]>(path(ana, "meetings?limit=50"));
  expect(meetings[0]?.transcript).toContain(`${name}: Fine. I'll send Copperleaf Foods a revised quote`);
  const assignees = meetings.flatMap(({ extractedTasks }) => extractedTasks.map((task) => task.assigneeId));
  expect(assignees).toContain(ana.user.id);
});

test("BEY-12 sample messages don't count as brought in, and the tasks that would go with them are counted", async () => {
  const ana = await app.signIn();
  const { body } = await addSamples(ana);
  const amount = (await tasksOf(ana)).length;
  expect(body).toMatchObject({ messages: false, tasks: true, sample: true, sampleTasks: amount });
  await ana.buildTask({ title: "Own" });
  await ana.buildMessages([{ subject: "Own" }]);
  expect(await startOf(ana)).toMatchObject({ messages: true, sampleTasks: amount });
});

test("BEY-12 adding sample data twice, even at once, adds it once", async () => {
  const ana = await app.signIn();
  const answers = await Promise.all([addSamples(ana), addSamples(ana)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const amount = (await tasksOf(ana)).length;
  await addSamples(ana);
  expect(await tasksOf(ana)).toHaveLength(amount);
});

test("BEY-12 removing sample data also removes what was made from it, and leaves everything else", async () => {
  const ana = await app.signIn();
  const [own] = await ana.buildMessages([{ subject: "Own" }]);
  const ownTask = await ana.buildTask({ title: "Own" });
  await addSamples(ana);
  const waiting = (await messagesOf(ana)).find(
    ({ sample, status, aiAnalysis }) => sample && status === "new" && aiAnalysis?.hasTask,
  );
  const made = await ana.post<Task>(`/api/messages/${waiting?.id}/create-task`, {
    teamId: ana.teamId,
    urgency: "urgent",
    importance: "important",
  });
  expect(made.body.sample).toBe(true);

  const crms = () => ana.get<KeptCrm[]>(path(ana, "crm/kept"));
  expect((await crms()).body).toMatchObject([{ sample: true, counts: { contacts: 3, deals: 3 } }]);

  expect((await removeSamples(ana)).body).toMatchObject({ sample: false, messages: true });

  expect((await crms()).body).toEqual([]);

  expect((await messagesOf(ana)).map(({ id }) => id)).toEqual([own?.id]);
  expect((await tasksOf(ana)).map(({ id }) => id)).toEqual([ownTask.id]);
  const { body: counts } = await ana.get<MessageCounts>(path(ana, "messages/counts"));
  expect(counts).toMatchObject({ all: 1, channels: { import: 1 } });
  const { body: corrections } = await ana.get<{ total: number }>(path(ana, "corrections?limit=10&offset=0"));
  expect(corrections.total).toBe(0);
  const { rows } = await pool.query(
    "select distinct subject_id as id from events where team_id = $1 order by 1",
    [ana.teamId],
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([own?.id, ownTask.id].sort());
});

test("BEY-2 one undo removes sample data, and the next undo reverts the change before it", async () => {
  const ana = await app.signIn();
  const own = await ana.buildTask({ title: "Own" });
  await addSamples(ana);
  expect((await undo(ana)).status).toBe(200);
  expect((await tasksOf(ana)).map(({ id }) => id)).toEqual([own.id]);

  await addSamples(ana);
  const sample = (await tasksOf(ana)).find((task) => task.sample && task.status === "new");
  await ana.send("PATCH", `/api/tasks/${sample?.id}`, { title: "Changed" });
  await removeSamples(ana);
  expect((await undo(ana)).status).toBe(200);
  expect(await tasksOf(ana)).toEqual([]);
});

test("BEY-12 sample data can be added again after it was removed", async () => {
  const ana = await app.signIn();
  await addSamples(ana);
  const amount = (await messagesOf(ana)).length;
  await removeSamples(ana);
  expect(await messagesOf(ana)).toEqual([]);
  await addSamples(ana);
  expect(await messagesOf(ana)).toHaveLength(amount);
});
