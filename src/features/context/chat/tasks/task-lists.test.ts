import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../../test/support/test-app";
import { dueLabel } from "../../../tasks/due-label";
import type { ChatMessage } from "../../contract";

const app = await startTestApp();

const ask = async (person: Person, message: string) =>
  (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body;

test("CTX-2 MTX-5 a task is overdue from when its card says so: an hour before its due date", async () => {
  const ana = await app.signIn("Ana Lopez");
  const minutes = (left: number) => new Date(Date.now() + left * 60_000).toISOString();
  const soon = await ana.buildTask({ title: "Call the landlord", dueDate: minutes(30), status: "blocked" });
  const later = await ana.buildTask({ title: "Pay the rent", dueDate: minutes(600) });
  const labels = [soon, later].map(({ dueDate }) => dueLabel(dueDate ?? "", Date.now()).text);
  expect(labels).toEqual(["Overdue", expect.stringMatching(/^Due: /)]);

  const { answer } = await ask(ana, "What is overdue?");
  expect(answer?.sources.map(({ id }) => id)).toEqual([soon.id]);
  const found = await ana.get<{ tasks: { id: string }[] }>(`/api/teams/${ana.teamId}/search?q=due:overdue`);
  expect(found.body.tasks.map(({ id }) => id)).toEqual([soon.id]);
  const { body: now } = await ana.get<{ overdue: number }>(`/api/teams/${ana.teamId}/tasks/now`);
  expect(now.overdue).toBe(1);
});

test("CTX-2 questions about open tasks, a quadrant or what nobody does are answered by the tasks, and counted", async () => {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "UTC" });
  const rent = await ana.buildTask({ title: "Pay the rent", urgency: "urgent", importance: "important" });
  const far = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 4, 31, 12));
  const plan = await ana.buildTask({
    ...{ title: "Plan the garden", urgency: "not_urgent", importance: "important" },
    ...{ assigneeId: ana.user.id, dueDate: far.toISOString() },
  });
  await ana.buildTask({ title: "Old paint", status: "resolved", urgency: "urgent" });

  const answerTo = async (question: string) => {
    const { answer } = await ask(ana, question);
    return { intro: answer?.intro, ids: answer?.sources.map(({ id }) => id) };
  };
  expect(await answerTo("How many tasks are open?")).toEqual({
    intro: "2 open tasks:",
    ids: [plan.id, rent.id],
  });
  const doFirst = { intro: "Open tasks in Do First:", ids: [rent.id] };
  expect(await answerTo("What tasks are in Do First?")).toEqual(doFirst);
  expect(await answerTo("What should I do next?")).toEqual(doFirst);
  expect(await answerTo("How many tasks are in Schedule?")).toMatchObject({
    intro: "1 open task in Schedule:",
  });
  expect(await answerTo("Which tasks are unassigned?")).toEqual({
    intro: "Open tasks assigned to nobody:",
    ids: [rent.id],
  });
  expect(await answerTo("What should I delegate?")).toEqual({
    intro: "No open task is in Delegate.",
    ids: [],
  });
  // Of one task, and with the year of another one.
  const { answer } = await ask(ana, "What is overdue?");
  expect(answer?.intro).toBe("No open task is overdue. The next one:");
  expect(answer?.sentences[0]?.text).toContain(`May 31, ${far.getUTCFullYear()}`);
});

test("CTX-2 a list that shows only the first tasks says how many there are", async () => {
  const ana = await app.signIn("Ana Lopez");
  const dueDate = new Date(Date.now() - 86_400_000).toISOString();
  const tasks = Array.from({ length: 23 }, (_, index) => ({ title: `Chore ${index}`, dueDate }));
  expect((await ana.post(`/api/teams/${ana.teamId}/tasks/many`, { tasks })).status).toBe(200);
  const intro = async (question: string) => (await ask(ana, question)).answer?.intro;
  expect(await intro("What is overdue?")).toBe("Open tasks overdue (the first 20 of 23):");
  expect(await intro("How many of my tasks are overdue?")).not.toContain("of 23");
  expect(await intro("How many tasks are overdue?")).toBe("23 open tasks overdue (the first 20):");
});

test("CTX-2 what is assigned to somebody is a list, also if they have left the team", async () => {
  const [ana, tom, eve] = [
    await app.signIn("Ana Lopez"),
    await app.signIn("Tom Baker"),
    await app.signIn("Tom Eve"),
  ];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await tom.post(`/api/invitations/${body.token}/accept`, {});
  const fence = await ana.buildTask({ title: "Paint the fence", assigneeId: tom.user.id });
  await ana.buildTask({ title: "Paint the roof", assigneeId: tom.user.id, status: "resolved" });
  await ana.buildTask({ title: "Paint the door" });
  await eve.buildTask({ title: "Of another team", assigneeId: eve.user.id });

  const answerTo = async (question: string) => {
    const { answer } = await ask(ana, question);
    return [answer?.intro, ...(answer?.sources.map(({ id }) => id) ?? [])];
  };
  const [asked, full] = ["What is assigned to Tom?", `What is assigned to ${tom.user.email}?`];
  expect(await answerTo(asked)).toEqual(["Open tasks assigned to Tom Baker:", fence.id]);
  expect(await answerTo(full)).toEqual(["Open tasks assigned to Tom Baker:", fence.id]);
  await ana.delete(`/api/teams/${ana.teamId}/members/${tom.user.id}`);
  const left = ["Open tasks assigned to Tom Baker (left the team):", fence.id];
  expect(await answerTo("Which tasks are assigned to Tom Baker?")).toEqual(left);
  expect(await answerTo("What is assigned to Ana?")).toEqual(["No open task is assigned to Ana Lopez."]);
  // Nobody by that name: messages may say it.
  expect((await answerTo("What is assigned to Zed?"))[0]).toMatch(/^I found nothing/);
});
