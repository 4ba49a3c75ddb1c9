import { expect, test } from "vitest";
import { mail } from "../../../test/support/teams/areas";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { ChatMessage } from "./contract";

const app = await startTestApp();

const ask = async (person: Person, message: string) =>
  (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body;

test("BEY-6 a chat about an area answers only from it, its facts included, and is a chat of its own", async () => {
  const ana = await app.signIn("Ana Lopez");
  const eve = await app.signIn();
  const built = await ana.buildMessages([
    mail("Hamburg", "The lease of the Hamburg warehouse ends on 31 March 2027."),
    mail("Bremen", "The lease of the Bremen warehouse ends on 30 June 2028."),
  ]);
  const inside = built.find(({ subject }) => subject === "Hamburg");
  await ana.buildTask({ title: "Clean the Hamburg gate", dueDate: new Date().toISOString() });
  await ana.buildTask({ title: "Clean the Bremen gate", dueDate: new Date().toISOString() });
  const rules = { keywords: ["hamburg"] };
  const { body: area } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/areas`, {
    ...{ name: "Hamburg", color: "blue", rules },
  });
  await ana.post(`/api/teams/${ana.teamId}/areas/${area.id}/facts`, {
    text: "The caretaker of the yard is Mr. Petersen.",
  });
  const chat = `/api/teams/${ana.teamId}/chat`;
  const about = async (message: string) =>
    (await ana.post<ChatMessage>(chat, { message, areaId: area.id })).body.answer;

  const lease = await about("When does the lease of the warehouse end?");
  expect(lease?.sources.map(({ id }) => id)).toEqual([inside?.id]);
  expect((await about("What is due today?"))?.sentences.map(({ text }) => text).join()).toContain(
    "Hamburg gate",
  );
  expect((await about("What is due today?"))?.sentences).toHaveLength(1);
  const fact = await about("Who is the caretaker of the yard?");
  expect(fact?.sentences[0]?.text).toBe("The caretaker of the yard is Mr. Petersen.");
  expect(fact?.sources[0]).toMatchObject({ type: "fact", title: "Fact of Hamburg", author: "Ana Lopez" });
  expect((await about("When does the lease of the Bremen warehouse end?"))?.sources[0]?.id).not.toBe(
    (await ask(ana, "When does the lease of the Bremen warehouse end?")).answer?.sources[0]?.id,
  );

  const turns = async (more = "") => (await ana.get<ChatMessage[]>(`${chat}/history${more}`)).body.length;
  expect([await turns(), await turns(`?areaId=${area.id}`)]).toEqual([2, 10]);
  expect(
    (await eve.post(`/api/teams/${eve.teamId}/chat`, { message: "Hi there", areaId: area.id })).status,
  ).toBe(404);
  expect((await eve.get(`/api/teams/${eve.teamId}/chat/history?areaId=${area.id}`)).status).toBe(404);
  expect((await ana.delete(`${chat}/history?areaId=${area.id}`)).body).toEqual({ deleted: 10 });
  expect(await turns()).toBe(2);

  // What relates to a message says the area.
  const { body: context } = await ana.get<{ around: { title: string; why: string }[] }>(
    `/api/messages/${inside?.id}/context`,
  );
  expect(context.around.map(({ title, why }) => [title, why])).toContainEqual([
    "Clean the Hamburg gate",
    "Same area: Hamburg",
  ]);

  await ana.delete(`/api/teams/${ana.teamId}/areas/${area.id}`);
  const gone = await ask(ana, "Who is the caretaker of the yard?");
  expect(gone.answer?.kind).toBe("nothing");
});
