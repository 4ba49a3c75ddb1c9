import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../contract";

const app = await startTestApp();
const { pool } = app.running.services;

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

/** Stores the mails of one conversation, a day apart. */
const converse = (person: Person, subject: string, mails: [sender: string, content: string][]) =>
  person.buildMessages(
    mails.map(([sender, content], day) => ({
      ...{ sender, subject, content, threadKey: subject },
      senderAddress: `${sender.split(" ")[0]?.toLowerCase()}@example.com`,
      sentAt: new Date(Date.parse("2020-03-10T10:00:00Z") + day * 86_400_000),
    })),
  );

async function withConversations(): Promise<Person> {
  const ana = await app.signIn("Ana Lopez");
  await converse(ana, "Crane", [
    ["Dee Fox", "The rope of the crane was ordered in January."],
    ["Bo Lind", "The crane of the harbour has been broken since Monday. Who can repair it?"],
    ["Anna Berg", "Thanks!"],
    ["Eve Stone", "Hi Bo,\n\nThe plumber knows somebody in the village.\n\n> Who can repair it?"],
    ["Anna Berg", "My brother has the tools for that."],
    ["Bo Lind", "Great, please send them both to me."],
  ]);
  await converse(ana, "Minutes", [
    ["Bo Lind", "The minutes of the meeting are still missing."],
    ["Cy Ode", "They are on the table of the kitchen."],
  ]);
  await converse(ana, "Lunch", [["Bo Lind", "The soup of the canteen is cold."]]);
  return ana;
}

test("CTX-2 who answered names those who wrote later in the conversations of the last answer's sources", async () => {
  const ana = await withConversations();
  expect(quotesOf(await ask(ana, "What is broken at the harbour?"))).toEqual([
    "The crane of the harbour has been broken since Monday.",
  ]);
  const answer = await ask(ana, "And who answered?");
  expect(answer).toMatchObject({
    kind: "quotes",
    intro: "After “What is broken at the harbour?”: Eve Stone and Anna Berg answered, oldest first:",
  });
  expect(quotesOf(answer)).toEqual([
    "The plumber knows somebody in the village.",
    "My brother has the tools for that.",
  ]);
  expect(answer?.sources[0]).toMatchObject({ type: "message", title: "Crane", author: "Eve Stone" });
  const next = await ask(ana, "Who replied to that?");
  expect(quotesOf(next)).toEqual([
    "My brother has the tools for that.",
    "Great, please send them both to me.",
  ]);
});

test("CTX-2 who answered somebody is asked by their name and by what it was about", async () => {
  const ana = await withConversations();
  const minutes = await ask(ana, "Who answered Bo about the minutes?");
  expect(minutes).toMatchObject({ kind: "quotes", intro: "Cy Ode answered, oldest first:" });
  expect(quotesOf(minutes)).toEqual(["They are on the table of the kitchen."]);
  const anybody = await ask(ana, "Who replied to Bo Lind?");
  expect(anybody?.intro).toBe("Cy Ode, Eve Stone, and Anna Berg answered, oldest first:");
  expect((await ask(ana, "Who answered the message about the minutes?"))?.intro).toBe(minutes?.intro);
  expect(await ask(ana, "Who answered Bo about the soup?")).toMatchObject({
    ...{ kind: "nothing", intro: "I found no answer to it. Nearest to it:" },
    sources: [{ title: "Lunch" }],
  });
  expect(await ask(ana, "Who answered Eve about the boat?")).toMatchObject({
    ...{ kind: "nothing", intro: "I found no message from Eve about the boat. Nearest to it:" },
    sources: [{ title: "Crane" }],
  });
});

test("CTX-2 without an answer before, or after one that found nothing, who answered isn't guessed", async () => {
  const ana = await withConversations();
  const unclear = {
    ...{ kind: "nothing", sources: [] },
    intro: expect.stringMatching(/I don't know which message you mean\./),
  };
  expect(await ask(ana, "Who answered?")).toMatchObject(unclear);
  await ask(ana, "What is the wifi password of the hotel?");
  expect(await ask(ana, "And who answered?")).toMatchObject(unclear);
});

test("CTX-2 an answer that only somebody else may read is not named", async () => {
  const ana = await withConversations();
  const bo = await app.signIn();
  await pool.query("update messages set visible_to = $2 where team_id = $1 and sender = 'Cy Ode'", [
    ...[ana.teamId, bo.user.id],
  ]);
  expect(await ask(ana, "Who answered Bo about the minutes?")).toMatchObject({
    ...{ kind: "nothing", sources: [{ title: "Minutes" }] },
  });
});
