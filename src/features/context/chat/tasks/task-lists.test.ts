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
