import { expect, test } from "vitest";
import { addArea, path } from "../../../../test/support/teams/areas";
import { rowsWith } from "../../../../test/support/teams/fill-tables";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { ChatMessage } from "../contract";
import { withoutSources } from "./deleted-sources";

const app = await startTestApp();
const { pool } = app.running.services;

const ask = async (person: Person, message: string) =>
  (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body;
/** The answers as they read now. */
const answersOf = async (person: Person) =>
  (await person.get<ChatMessage[]>(`/api/teams/${person.teamId}/chat/history`)).body.filter(
    ({ role }) => role === "assistant",
  );
const textsOf = ({ answer }: ChatMessage) => answer?.sentences.map(({ text }) => text);

const allGone = "What this answer came from has been deleted.";
const someGone = "Some of what this answer came from has been deleted.";

test("CTX-2 the words of a deleted message leave older answers, which say so, and come back if that is undone", async () => {
  const ana = await app.signIn("Ana Lopez");
  const lease = { sender: "Bo Lind", senderAddress: "bo@example.com", subject: "Lease" };
  await ana.buildMessages([
    {
      ...lease,
      content: "The lease of the Quokkaberg ends in March.",
      sentAt: new Date("2026-11-18T10:00:00Z"),
    },
    {
      ...lease,
      content: "The lease of the yard is renewed every year.",
      sentAt: new Date("2026-11-17T10:00:00Z"),
    },
  ]);
  await ask(ana, "What did Bo say?");
  await ask(ana, "When does the lease of the Quokkaberg end?");
  const set = (to: string) =>
    pool.query(`update messages set deleted_at = ${to} where content like '%Quokkaberg%'`);

  await set("now()");
  const [said, asked] = await answersOf(ana);
  expect(said && textsOf(said)).toEqual(["The lease of the yard is renewed every year."]);
  expect(said?.answer?.intro).toBe(`${someGone} What Bo wrote last, newest first:`);
  expect(asked?.answer).toMatchObject({ kind: "nothing", intro: allGone, sentences: [], sources: [] });
  expect(JSON.stringify(await answersOf(ana))).not.toContain("Quokkaberg");

  await set("null");
  expect((await answersOf(ana)).map(({ content }) => content.includes("Quokkaberg"))).toEqual([true, true]);

  await pool.query("delete from messages where content like '%Quokkaberg%'");
  // The question is the person's own.
  expect(await rowsWith(pool, "Quokkaberg")).toEqual({ "public.chat_messages": 1 });
  const [still, gone] = await answersOf(ana);
  expect(still && textsOf(still)).toEqual(["The lease of the yard is renewed every year."]);
  expect(gone?.answer).toMatchObject({ kind: "nothing", intro: allGone, sources: [] });
});

test("CTX-2 the words of a deleted fact leave older answers, and come back with the fact if that is undone", async () => {
  const ana = await app.signIn("Ana Lopez");
  const area = await addArea(ana, {}, "Yard");
  const pin = (text: string) => ana.post<{ id: string }>(path(ana, `/${area.id}/facts`), { text });
  const { body: fact } = await pin("The caretaker of the yard is Quokkamann.");
  await ask(ana, "Who is the caretaker of the yard?");
  const contents = async () => (await answersOf(ana)).map(({ content }) => content.includes("Quokkamann"));
  expect(await contents()).toEqual([true]);

  await ana.delete(path(ana, `/${area.id}/facts/${fact.id}`));
  expect(await contents()).toEqual([false]);
  expect((await ask(ana, "Who is the caretaker of the yard?")).content).not.toContain("Quokkamann");
  // A new name of the area indexes its facts again, but not those that are deleted.
  await ana.patch(path(ana, `/${area.id}`), { name: "Court" });
  expect(await rowsWith(pool, "quokkamann")).not.toHaveProperty("public.passages");

  for (const _ of ["name", "fact"]) await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(await contents()).toEqual([true, false]);
  expect((await ask(ana, "Who is the caretaker of the yard?")).content).toContain("Quokkamann");
  const { body: listed } = await ana.get<{ id: string }[]>(path(ana, `/${area.id}/facts`));
  expect(listed.map(({ id }) => id)).toEqual([fact.id]);
});

test("CTX-2 deleted tasks, comments and meetings leave answers too, and so does what became private", async () => {
  const ana = await app.signIn("Ana Lopez");
  const task = await ana.buildTask({ title: "Repair the lift", status: "blocked" });
  const comments = `/api/tasks/${task.id}/comments`;
  const { body: comment } = await ana.post<{ id: string }>(comments, {
    body: "The spare part is on its way.",
  });
  const [mail] = await ana.buildMessages([
    { sender: "Eve Stone", subject: "Roof", content: "The roof of the warehouse is new." },
  ]);
  await ask(ana, "What is blocked?");
  await ask(ana, "What did Ana Lopez write today?");
  await ask(ana, "What did Eve say?");
  const intros = async () => (await answersOf(ana)).map(({ answer }) => answer?.intro);
  expect(await intros()).not.toContain(allGone);

  await ana.delete(`${comments}/${comment.id}`);
  expect((await intros())[1]).toBe(allGone);
  await pool.query("delete from task_comments where id = $1", [comment.id]);
  expect(await rowsWith(pool, "spare part")).not.toHaveProperty("public.chat_messages");
  expect((await intros())[1]).toBe(allGone);
  await ana.delete(`/api/tasks/${task.id}`);
  expect((await intros())[0]).toBe(allGone);
  const eve = await app.signIn();
  await pool.query("update messages set visible_to = $2 where id = $1", [mail?.id, eve.user.id]);
  expect(await intros()).toEqual([allGone, allGone, allGone]);
});

test("CTX-2 an answer keeps what other sources say, and of a written one only what names them", () => {
  const source = (number: number, type: "fact" | "message", id: string) =>
    ({ number, type, id, title: "", author: null, date: "", channel: null, quote: null }) as const;
  const answer = {
    kind: "written" as const,
    intro: "",
    sentences: [
      { text: "Both.", sources: [1, 2] },
      { text: "Mail.", sources: [2] },
      { text: "Nobody.", sources: [] },
    ],
    sources: [source(1, "fact", "a"), source(2, "message", "a")],
  };
  const isGone = ({ type }: { type: string }) => type === "fact";
  const rest = {
    ...answer,
    intro: someGone,
    sentences: [{ text: "Mail.", sources: [2] }],
    sources: [source(2, "message", "a")],
  };
  expect(withoutSources(answer, isGone)).toEqual(rest);
  expect(withoutSources(rest, () => false)).toEqual(rest);
  const nothing = {
    kind: "nothing" as const,
    intro: "I found nothing about that. Nearest to it:",
    sentences: [],
  };
  expect(withoutSources({ ...nothing, sources: answer.sources }, () => true)).toEqual({
    ...nothing,
    intro: "I found nothing about that. What came nearest has been deleted.",
    sources: [],
  });
});
