import { expect, test } from "vitest";
import { addArea, path } from "../../../../test/support/teams/areas";
import { rowsWith } from "../../../../test/support/teams/fill-tables";
import { joinTeam } from "../../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { AreaFact } from "../../areas/contract";
import type { AuditEntry } from "../../audit/contract";
import type { ChatMessage, Conversation, DeletedArea, RememberedFact } from "../contract";

const app = await startTestApp();
const { pool } = app.running.services;

const memory = (person: Person, rest: string) => `/api/teams/${person.teamId}/memory/${rest}`;
const pin = async (person: Person, areaId: string, text: string) =>
  (await person.post<AreaFact>(path(person, `/${areaId}/facts`), { text })).body;
const ask = async (person: Person, message: string, areaId?: string) =>
  (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message, ...(areaId && { areaId }) }))
    .body;
const factsOf = async (person: Person, q = "") =>
  (await person.get<{ total: number; facts: RememberedFact[] }>(memory(person, `facts?q=${q}`))).body;
const conversationsOf = async (person: Person, q = "") =>
  (await person.get<{ total: number; conversations: Conversation[] }>(memory(person, `conversations?q=${q}`)))
    .body;
const undo = (person: Person) =>
  person.post<{ message: string }>(`/api/teams/${person.teamId}/journal/undo`, {});

test("CTX-1 facts of all areas are listed and found by words", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const [yard, dock] = [await addArea(ana, {}, "Yard"), await addArea(ana, {}, "Dock_9")];
  await pin(ana, yard.id, "The caretaker is Mr. Petersen.");
  await pin(ana, dock.id, "100% of the dock is ours.");
  const all = await factsOf(ana);
  expect(all.total).toBe(2);
  expect(all.facts.map(({ text, area }) => [text, area.name])).toEqual([
    ["100% of the dock is ours.", "Dock_9"],
    ["The caretaker is Mr. Petersen.", "Yard"],
  ]);
  for (const [q, found] of [
    ["PETERSEN", "The caretaker is Mr. Petersen."],
    ["0%25", "100% of the dock is ours."],
    ["dock_9", "100% of the dock is ours."],
  ] as const)
    expect((await factsOf(ana, q)).facts.map(({ text }) => text)).toEqual([found]);
  expect(await factsOf(eve)).toEqual({ total: 0, facts: [] });
  const [fact] = all.facts;
  expect((await eve.delete(memory(eve, `facts/${fact?.id}`))).status).toBe(404);
  expect((await eve.delete(memory(eve, `areas/${yard.id}`))).status).toBe(404);
});

test("CTX-1 a deleted fact leaves every table: the index, undo, and everybody's answers", async () => {
  const [ana, bo] = [await app.signIn("Ana Lopez"), await app.signIn("Bo Lind")];
  await joinTeam(ana, bo);
  const inTeam = Object.assign(bo, { teamId: ana.teamId });
  const area = await addArea(ana, {}, "Yard");
  const fact = await pin(ana, area.id, "The caretaker of the yard was Wolperdinger.");
  await ana.patch(path(ana, `/${area.id}/facts/${fact.id}`), {
    text: "The caretaker of the yard is Quokkamann.",
  });
  await pin(ana, area.id, "The gate opens at six.");
  for (const [person, about] of [
    [ana, area.id],
    [inTeam, undefined],
  ] as const)
    expect((await ask(person, "Who is the caretaker of the yard?", about)).content).toContain("Quokkamann");
  const before = [
    ...Object.keys(await rowsWith(pool, "Quokkamann")),
    ...Object.keys(await rowsWith(pool, "quokkamann")),
  ];
  for (const table of ["area_facts", "passages", "chat_messages", "journal"])
    expect(before).toContain(`public.${table}`);

  expect((await ana.delete(memory(ana, `facts/${fact.id}`))).body).toEqual({ id: fact.id });

  for (const word of ["Quokkamann", "quokkamann", "Wolperdinger", "wolperdinger"])
    expect(await rowsWith(pool, word)).toEqual({});
  const items = await pool.query("select from area_items where source_id = $1", [fact.id]);
  expect(items.rowCount).toBe(0);
  expect((await factsOf(ana)).facts.map(({ text }) => text)).toEqual(["The gate opens at six."]);
  const [, answer] = (await inTeam.get<ChatMessage[]>(`/api/teams/${ana.teamId}/chat/history`)).body;
  expect(answer).toMatchObject({
    content: expect.stringContaining("What this answer came from has been deleted."),
    answer: { kind: "nothing", sentences: [] },
  });
  expect((await ana.delete(memory(ana, `facts/${fact.id}`))).status).toBe(404);
  // What is undone is the change before: the other fact, then the area.
  expect((await undo(ana)).status).toBe(200);
  expect((await factsOf(ana)).facts.filter(({ deletedAt }) => !deletedAt)).toEqual([]);
  expect(await rowsWith(pool, "Quokkamann")).toEqual({});
});

test("CTX-1 a deleted area leaves with its names, its facts, also deleted ones, and chats about it", async () => {
  const ana = await app.signIn("Ana Lopez");
  const area = await addArea(ana, { keywords: ["zebrafish"] }, "Kestrelworks");
  const task = await ana.buildTask({ title: "Feed them" });
  await ana.post(path(ana, `/${area.id}/items`), { type: "task", id: task.id });
  const gone = await pin(ana, area.id, "Ocelotberg left.");
  await ana.delete(path(ana, `/${area.id}/facts/${gone.id}`));
  await pin(ana, area.id, "The vet is Lemurstein.");
  await ana.patch(path(ana, `/${area.id}`), { name: "Falconworks" });
  await ana.patch(path(ana, `/${area.id}`), { color: "red" });
  await undo(ana);
  await ask(ana, "Who is the vet?", area.id);
  await ask(ana, "Who is the vet?");
  const words = ["Kestrelworks", "Falconworks", "Ocelotberg", "Lemurstein", "lemurstein"];
  for (const word of words) expect(Object.keys(await rowsWith(pool, word)), word).not.toEqual([]);

  expect((await ana.delete(memory(ana, `areas/${area.id}`))).status).toBe(200);

  for (const word of [...words, "zebrafish"]) expect(await rowsWith(pool, word), word).toEqual({});
  expect((await conversationsOf(ana)).conversations.map(({ area: about }) => about)).toEqual([null]);
  expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(200);
  expect((await ana.delete(memory(ana, `areas/${area.id}`))).status).toBe(404);
});

test("CTX-1 what was deleted and can be undone is listed, isn't found in answers, and can be deleted for good", async () => {
  const [ana, eve] = [await app.signIn("Ana Lopez"), await app.signIn("Eve")];
  const area = await addArea(ana, { keywords: ["zebrafish"] }, "Kestrelworks");
  const [gone, kept] = [
    await pin(ana, area.id, "The vet is Ocelotberg."),
    await pin(ana, area.id, "Lemurs left."),
  ];
  await ask(ana, "Who is the vet?");
  expect((await conversationsOf(ana, "ocelotberg")).total).toBe(1);
  await ana.delete(path(ana, `/${area.id}/facts/${gone.id}`));
  const deletedFacts = async () =>
    (await factsOf(ana)).facts.filter(({ deletedAt }) => deletedAt).map(({ text }) => text);
  expect(await deletedFacts()).toEqual(["The vet is Ocelotberg."]);
  expect((await factsOf(ana, "lemurs")).facts).toMatchObject([{ id: kept.id, deletedAt: null }]);
  expect((await conversationsOf(ana, "ocelotberg")).total).toBe(0);
  expect((await conversationsOf(ana, "vet")).total).toBe(1);
  await undo(ana);
  expect(await deletedFacts()).toEqual([]);
  expect((await conversationsOf(ana, "ocelotberg")).total).toBe(1);
  await ana.delete(path(ana, `/${area.id}/facts/${gone.id}`));

  expect((await ana.delete(memory(ana, `facts/${gone.id}`))).status).toBe(200);
  expect(await rowsWith(pool, "Ocelotberg")).toEqual({});

  await ana.delete(path(ana, `/${area.id}`));
  expect(await deletedFacts()).toEqual(["Lemurs left."]);
  const deletedAreas = async (person: Person) =>
    (await person.get<DeletedArea[]>(memory(person, "deleted-areas"))).body.map(({ name }) => name);
  expect([await deletedAreas(ana), await deletedAreas(eve)]).toEqual([["Kestrelworks"], []]);
  expect((await ana.get<DeletedArea[]>(memory(ana, "deleted-areas?q=heron"))).body).toEqual([]);
  expect((await eve.delete(memory(eve, `areas/${area.id}`))).status).toBe(404);
  expect((await ana.delete(memory(ana, `areas/${area.id}`))).status).toBe(200);
  // The log of what happened to the team still says that an area was deleted on its page, but not which.
  const log = await ana.get<AuditEntry[]>(`/api/teams/${ana.teamId}/audit-log`);
  expect(log.body.filter(({ action }) => action === "area_deleted")).toMatchObject([{ detail: null }]);
  for (const word of ["Kestrelworks", "Lemurs", "zebrafish"])
    expect(await rowsWith(pool, word), word).toEqual({});
  expect(await deletedAreas(ana)).toEqual([]);
});

test("CTX-1 a deleted fact that was restored isn't deleted for good by what only deletes it while it's deleted", async () => {
  const ana = await app.signIn("Ana Lopez");
  const area = await addArea(ana, {}, "Yard");
  const fact = await pin(ana, area.id, "The caretaker is Hoopoe.");
  await ana.delete(path(ana, `/${area.id}/facts/${fact.id}`));
  await undo(ana);

  const refused = await ana.delete<{ code: string }>(memory(ana, `facts/${fact.id}?only=deleted`));
  expect([refused.status, refused.body.code]).toEqual([409, "changed_since"]);
  expect((await factsOf(ana)).facts).toMatchObject([{ text: "The caretaker is Hoopoe.", deletedAt: null }]);
  // Nothing of it has left the changes that can be undone either.
  expect((await rowsWith(pool, "Hoopoe"))["public.journal"]).toBeGreaterThan(0);

  await ana.delete(path(ana, `/${area.id}/facts/${fact.id}`));
  expect((await ana.delete(memory(ana, `facts/${fact.id}?only=deleted`))).status).toBe(200);
  expect(await rowsWith(pool, "Hoopoe")).toEqual({});
});

test("CTX-1 when a person deletes an area for good, others keep their chats about it", async () => {
  const ana = await app.signIn("Ana Lopez");
  const bo = await app.signIn("Bo Lind");
  await joinTeam(ana, bo);
  Object.assign(bo, { teamId: ana.teamId });
  const area = await addArea(ana, { keywords: ["zebrafish"] }, "Aquarium");
  await ask(ana, "Who feeds the zebrafish?", area.id);
  await ask(bo, "When do the zebrafish eat?", area.id);
  expect((await conversationsOf(bo)).conversations.map(({ area: about }) => about?.name)).toEqual([
    "Aquarium",
  ]);

  expect((await bo.delete(memory(bo, `areas/${area.id}`))).status).toBe(200);

  expect(await conversationsOf(bo)).toEqual({ total: 0, conversations: [] });
  expect((await conversationsOf(ana)).conversations).toMatchObject([
    { area: null, question: "Who feeds the zebrafish?" },
  ]);
  const history = await ana.get<ChatMessage[]>(`/api/teams/${ana.teamId}/chat/history`);
  expect(history.body.map(({ content }) => content)).toContain("Who feeds the zebrafish?");
});

test("CTX-1 conversations end after an hour's pause, and each can be deleted, or all", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(ana, bo);
  Object.assign(bo, { teamId: ana.teamId });
  const area = await addArea(ana, {}, "Yard");
  await ask(ana, "What is due today?");
  await pool.query(
    "update chat_messages set created_at = created_at - interval '2 hours' where user_id = $1",
    [ana.user.id],
  );
  await ask(ana, "Where is the hippogriff?");
  await ask(ana, "What is blocked?");
  await ask(ana, "Who has the key?", area.id);
  await ask(bo, "Where is the hippogriff?");

  const { total, conversations } = await conversationsOf(ana);
  expect(total).toBe(3);
  expect(
    conversations.map(({ question, questions, area: about }) => [question, questions, about?.name ?? null]),
  ).toEqual([
    ["Who has the key?", 1, "Yard"],
    ["Where is the hippogriff?", 2, null],
    ["What is due today?", 1, null],
  ]);
  expect((await conversationsOf(ana, "BLOCKED")).conversations.map(({ question }) => question)).toEqual([
    "Where is the hippogriff?",
  ]);
  const [, found] = conversations;
  // Another person's conversation isn't there.
  expect((await bo.delete(memory(bo, `conversations/${found?.id}`))).status).toBe(404);
  expect((await ana.delete(memory(ana, `conversations/${found?.id}`))).body).toEqual({ deleted: 4 });
  expect((await rowsWith(pool, "hippogriff"))["public.chat_messages"]).toBe(1);
  expect((await ana.delete(memory(ana, `conversations/${found?.id}`))).status).toBe(404);
  expect((await ana.delete(memory(ana, "conversations"))).body).toEqual({ deleted: 4 });
  expect(await conversationsOf(ana)).toEqual({ total: 0, conversations: [] });
  expect((await conversationsOf(bo)).total).toBe(1);
});
