import { expect, test } from "vitest";
import { type Person, shortenPauses, startTestApp } from "../../../../test/support/test-app";
import type { JournalEntry } from "../../journal/contract";
import type { Notification, NotificationList } from "../../notifications/contract";
import { headingOf } from "../../notifications/notification-names";
import type { Task } from "../contract";
import type { Comment } from "./contract";
import { purgeComments } from "./service";

shortenPauses();
const app = await startTestApp();
const { db, pool } = app.running.services;

/** The bell looks every two seconds. */
const soon = { timeout: 20_000 };
type Failure = { message: string };
const add = (person: Person, task: Task, body: string, mentions: string[] = []) =>
  person.post<Comment & Failure>(`/api/tasks/${task.id}/comments`, { body, mentions });
const path = (task: Task, comment: Comment) => `/api/tasks/${task.id}/comments/${comment.id}`;
const list = async (person: Person, task: Task, query = "") =>
  (await person.get<Comment[]>(`/api/tasks/${task.id}/comments${query}`)).body;
const count = async (person: Person, task: Task) =>
  (await person.get<Task>(`/api/tasks/${task.id}`)).body.commentCount;
const undo = (person: Person, id?: string | null) =>
  person.post<JournalEntry & Failure>(`/api/teams/${person.teamId}/journal/undo`, id ? { id } : {});
const bell = async (person: Person, teamId: string) =>
  (await person.get<NotificationList>(`/api/teams/${teamId}/notifications`)).body;

/** A second member of a person's team, seen from which `teamId` is that team. */
async function colleague(person: Person, name: string): Promise<Person> {
  const other = await app.signIn(name);
  const { body } = await person.post<{ token: string }>(`/api/teams/${person.teamId}/invitations`, {
    role: "member",
  });
  await other.post(`/api/invitations/${body.token}/accept`);
  return Object.assign(other, { teamId: person.teamId });
}

test("WORK-3 comments are listed newest first in pages, counted on the task, and plain text", async () => {
  const ana = await app.signIn("Ana Berg");
  const task = await ana.buildTask({ title: "Quote" });
  for (let n = 1; n <= 53; n++)
    await add(ana, task, n === 53 ? "<b>Last</b> [x](http://evil.example)" : `No. ${n}`);

  const first = await list(ana, task);
  expect(first).toHaveLength(50);
  expect(first[0]).toMatchObject({
    body: "<b>Last</b> [x](http://evil.example)",
    author: { firstName: "Ana", lastName: "Berg" },
    mentions: [],
    editedAt: null,
  });
  const rest = await list(ana, task, `?before=${first.at(-1)?.id}`);
  expect(rest.map(({ body }) => body)).toEqual(["No. 3", "No. 2", "No. 1"]);
  expect(await count(ana, task)).toBe(53);
  const { body } = await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`);
  expect(body[0]?.commentCount).toBe(53);
});

test("BEY-9 a mention is in that person's bell once, also after an edit; the author and strangers get none", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await colleague(ana, "Bo Lind");
  const eve = await app.signIn("Eve Roth");
  const task = await ana.buildTask({ title: "Quote" });

  const refused = await add(ana, task, "@Eve Roth look", [eve.user.id]);
  expect([refused.status, refused.body.message]).toEqual([400, "mentions: Mention members of this team."]);
  const { body: comment } = await add(ana, task, "@Bo Lind and @Ana Berg, look", [bo.user.id, ana.user.id]);
  expect(comment.mentions.map(({ firstName }) => firstName).sort()).toEqual(["Ana", "Bo"]);
  await expect
    .poll(async () => (await bell(bo, ana.teamId)).items, soon)
    .toMatchObject([
      {
        type: "mentioned",
        subjectType: "task",
        subjectId: task.id,
        title: "Quote",
        by: "Ana Berg",
        count: 1,
      },
    ]);
  await ana.patch(path(task, comment), { body: "@Bo Lind look again", mentions: [bo.user.id] });
  await add(ana, task, "@Bo Lind twice", [bo.user.id]);
  await expect.poll(async () => (await bell(bo, ana.teamId)).items[0]?.count, soon).toBe(2);
  expect((await bell(ana, ana.teamId)).items).toEqual([]);
  expect(headingOf((await bell(bo, ana.teamId)).items[0] as Notification)).toBe("Ana Berg mentioned you");

  // Off is off; who is mentioned with him shows that the bell has looked.
  const cy = await colleague(ana, "Cy Roth");
  await bo.patch("/api/notifications/choice", { off: ["mentioned"], quiet: null });
  await add(ana, task, "@Bo Lind and @Cy Roth", [bo.user.id, cy.user.id]);
  await expect.poll(async () => (await bell(cy, ana.teamId)).items.length, soon).toBe(1);
  expect((await bell(bo, ana.teamId)).items[0]?.count).toBe(2);
});

test("BEY-2 one's own comment is changed and deleted, each with undo; somebody else's isn't, not even by undo", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await colleague(ana, "Bo Lind");
  const task = await ana.buildTask({ title: "Quote" });
  const { body: comment } = await add(ana, task, "Frist");

  const foreign = "Only the person who wrote a comment can change or delete it.";
  const change = await bo.patch<Failure>(path(task, comment), { body: "Mine now" });
  expect([change.status, change.body.message]).toEqual([403, foreign]);
  expect((await bo.delete(path(task, comment))).status).toBe(403);

  const edited = await ana.patch<Comment>(path(task, comment), { body: "First" });
  expect(edited.body).toMatchObject({ body: "First", editedAt: expect.any(String) });
  const removed = await ana.delete(path(task, comment));
  expect(await list(ana, task)).toEqual([]);
  expect(await count(ana, task)).toBe(0);
  expect((await undo(bo, removed.headers.get("journal-entry"))).body.message).toBe(foreign);
  expect((await undo(ana)).status).toBe(200);
  expect(await count(ana, task)).toBe(1);
  expect((await undo(ana)).status).toBe(200);
  expect(await list(ana, task)).toMatchObject([{ body: "Frist", editedAt: null }]);
  expect((await undo(ana)).status).toBe(200);
  expect([await count(ana, task), await list(ana, task)]).toEqual([0, []]);
  expect((await undo(ana, removed.headers.get("journal-entry"))).status).toBe(409);
  const { body: entries } = await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`);
  expect(entries.map(({ summary }) => summary)).toContain("Deleted a comment on “Quote”");
});

test("BEY-2 an undo of what changed since says so; a comment doesn't make its task look changed", async () => {
  const ana = await app.signIn("Ana Berg");
  const task = await ana.buildTask({ title: "Quote" });
  const { body: comment, headers } = await add(ana, task, "One");
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.updatedAt).toBe(task.updatedAt);
  await ana.patch(path(task, comment), { body: "Two" });
  const refused = await undo(ana, headers.get("journal-entry"));
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The comment has changed since, so this can't be undone.",
  ]);
  const same = await ana.patch(path(task, comment), { body: "Two" });
  expect(same.headers.get("journal-entry")).toBeNull();
});

test("API-3 another team's comments return 404; an empty one, a long one and one under another task are refused", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const [task, other] = [await ana.buildTask(), await ana.buildTask()];
  const { body: comment } = await add(ana, task, "Mine");
  expect((await eve.get(`/api/tasks/${task.id}/comments`)).status).toBe(404);
  expect((await add(eve, task, "Hi")).status).toBe(404);
  expect((await eve.patch(path(task, comment), { body: "x" })).status).toBe(404);
  expect((await eve.delete(path(task, comment))).status).toBe(404);
  expect((await ana.delete(path(other, comment))).status).toBe(404);
  expect((await add(ana, task, " \n ")).body.message).toBe("body: Write a comment.");
  expect((await add(ana, task, "x".repeat(10_001))).body.message).toBe(
    "body: Keep a comment within 10,000 characters.",
  );
  expect((await add(ana, task, "x".repeat(10_000))).status).toBe(200);
  await ana.delete(`/api/tasks/${task.id}`);
  expect((await ana.get(`/api/tasks/${task.id}/comments`)).status).toBe(404);
});

test("comments of many people at once are all counted; deleted ones are gone for good after 30 days", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(ana, task, `No. ${n}`)));
  expect(await count(ana, task)).toBe(12);
  await ana.delete(path(task, answers[0]?.body as Comment));
  const stored = async () =>
    (await pool.query("select count(*)::int from task_comments where task_id = $1", [task.id])).rows[0].count;
  await purgeComments(db, new Date(Date.now() - 1000 * 60));
  expect(await stored()).toBe(12);
  await purgeComments(db, new Date(Date.now() + 1000));
  expect(await stored()).toBe(11);
});
