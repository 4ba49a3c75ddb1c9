import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../../contract";
import { readSent } from "./sent-question";

const app = await startTestApp();

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

const anna = { name: "Anna Berg", address: "a.berg@example.com" };
const bo = { name: "Bo Lind", address: "bo@lind.example" };
const toAnna = "The lease of the warehouse ends in May.";
const toBo = "The lease of the yard is renewed every year.";
const boToAnna = "The lease of the warehouse is too expensive for us.";

/** Mails between Ana, who asks, Anna and Bo. */
async function withMails(): Promise<Person> {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "UTC" });
  const from = ({ name, address }: typeof anna) => ({ sender: name, senderAddress: address });
  const own = { ...from({ name: "Ana Lopez", address: "ana@lopez.example" }), fromOwner: true };
  const at = (day: string) => new Date(`${day}T12:00:00Z`);
  await ana.buildMessages([
    { ...own, to: [anna.address], subject: "Rent", content: toAnna, sentAt: at("2001-03-12") },
    { ...own, to: [bo.address], subject: "Yard", content: toBo, sentAt: at("2001-03-13") },
    { ...from(bo), to: ["x@y.example"], cc: [anna.address], content: boToAnna, sentAt: at("2001-04-12") },
    {
      ...from(bo),
      ...{ to: ["ana@lopez.example"], subject: "Anna", sentAt: at("2001-04-13") },
      content: "Anna says that the lease is signed in June.",
    },
    {
      ...from(anna),
      ...{ to: ["ana@lopez.example"], subject: "Keys", sentAt: at("2001-04-14") },
      content: "The keys of the warehouse are at the gate.",
    },
  ]);
  return ana;
}

test("CTX-2 what I wrote to somebody about something is quoted from my messages to them alone", async () => {
  const ana = await withMails();
  for (const question of [
    "What did I write to Anna about the lease?",
    "what did i tell anna about the lease",
    "What have I told a.berg@example.com about the lease?",
    "Did I write to Anna Berg about the lease?",
    "Show me all mails I sent to Anna about the lease",
  ]) {
    const answer = await ask(ana, question);
    expect(quotesOf(answer), question).toEqual([toAnna]);
    expect(answer?.intro).toMatch(/^Of what you wrote to .*, this sentence comes closest:$/);
  }
  await ask(ana, "What did I write to Anna about the lease?");
  expect(quotesOf(await ask(ana, "And to Bo?"))).toEqual([toBo]);
  const all = await ask(ana, "What did I write about the lease?");
  expect(quotesOf(all)?.toSorted()).toEqual([toAnna, toBo].toSorted());
  expect(quotesOf(await ask(ana, "What did we write to Bo?"))).toEqual([toBo]);
  expect(await ask(ana, "What did I write to Anna about the elephant?")).toMatchObject({
    kind: "nothing",
    intro: "I found nothing that you wrote to Anna about that. Nearest to it:",
  });
});

test("CTX-2 what somebody told somebody else is in messages that went to them, also as a copy", async () => {
  const ana = await withMails();
  for (const question of [
    "What did Bo tell Anna about the lease?",
    "What did Bo tell Anna?",
    "What did Bo Lind write to Anna Berg?",
    "Any mails from Bo to Anna about the lease?",
  ])
    expect(quotesOf(await ask(ana, question)), question).toEqual([boToAnna]);
  expect((await ask(ana, "What did Bo tell Anna?"))?.intro).toBe("What Bo wrote to Anna last, newest first:");
  expect(quotesOf(await ask(ana, "Which mails to Anna are about the lease?"))).not.toEqual([]);
  expect(await ask(ana, "What did Anna tell Bo?")).toMatchObject({
    kind: "nothing",
    intro: "I found nothing that Anna wrote to Bo.",
  });
});

test("CTX-2 what was written to somebody in a month is of that month, or said to be of another", async () => {
  const ana = await withMails();
  const march = await ask(ana, "What did I write to Anna about the lease in March 2001?");
  expect(march?.intro).toBe("Of what you wrote to Anna in March 2001, this sentence comes closest:");
  expect(quotesOf(march)).toEqual([toAnna]);
  const april = await ask(ana, "What did I write to Anna about the lease in April 2001?");
  expect(april?.intro).toBe(
    "I found nothing that you wrote to Anna about that in April 2001. Of what you wrote to Anna at other times, this sentence comes closest:",
  );
  expect(quotesOf(april)).toEqual([toAnna]);
  await ask(ana, "What did Bo tell Anna about the lease?");
  expect((await ask(ana, "And in April 2001?"))?.intro).toBe(
    "After “What did Bo tell Anna about the lease?”: Of what Bo wrote to Anna in April 2001, this sentence comes closest:",
  );
});

test("CTX-2 on a list, what somebody told somebody is in their conversations, and the answer says so", async () => {
  const ana = await app.signIn("Ana Lopez");
  const list = { to: ["list@example.org"], threadKey: "slices", subject: "Slices" };
  const of = ({ name, address }: typeof anna, content: string, day: number) => ({
    ...{ ...list, sender: name, senderAddress: address, content },
    sentAt: new Date(`2001-03-${day}T12:00:00Z`),
  });
  const answered = "Slices of an array share its memory, so copy them first.";
  await ana.buildMessages([
    of(bo, "Slices are a topic for the next release.", 10),
    of(anna, "Why does my array change with its slices?", 12),
    of(bo, answered, 14),
    { ...of(bo, "Slices of bread are on the table.", 15), threadKey: "lunch", subject: "Lunch" },
  ]);
  const slices = await ask(ana, "What did Bo tell Anna about slices?");
  expect(slices?.intro).toBe(
    "I found no message that Bo wrote to Anna. Of what Bo wrote in conversations with Anna, this sentence comes closest:",
  );
  expect(quotesOf(slices)).toEqual([answered]);
  expect(quotesOf(await ask(ana, "What did Bo tell Anna in March 2001?"))).toEqual([answered]);
  expect(await ask(ana, "What did Anna tell Bo?")).toMatchObject({ kind: "quotes" });
});

test("CTX-2 nobody finds what others wrote to somebody in messages that only they may read", async () => {
  const ana = await withMails();
  const eve = await app.signIn("Eve Stone");
  await eve.buildMessages([
    { sender: "Anna Berg", senderAddress: anna.address, content: "The secret of the other team is out." },
  ]);
  expect(await ask(eve, "What did Bo tell Anna?")).toMatchObject({ kind: "nothing", sources: [] });
  await app.running.services.pool.query(
    "update messages set visible_to = $2 where team_id = $1 and content = $3",
    [ana.teamId, eve.user.id, boToAnna],
  );
  expect(quotesOf(await ask(ana, "What did Bo tell Anna about the lease?"))).not.toContain(boToAnna);
});

test.each([
  ["What did Bo tell Anna about the lease", { by: "Bo", to: "Anna", about: "the lease" }],
  ["What did I write to Anna", { by: "I", to: "Anna", about: null }],
  ["What have we told Acme Corp about the price", { by: "we", to: "Acme Corp", about: "the price" }],
  ["Mails from Bo to Anna", { by: "Bo", to: "Anna", about: null }],
  ["What did I say about the lease", { by: "I", to: null, about: "the lease" }],
  ["What did Bo write about Anna", null],
  ["What did Bo say to the plumber", null],
  ["What did Bo tell me about the lease", null],
  ["What did the plumber tell Anna", null],
  ["Did Bo say that Anna comes", null],
])("CTX-2 “%s” asks for words to somebody: %o", (asked, read) => {
  expect(readSent({ asked, when: null })).toEqual(read && { kind: "sent", when: null, ...read });
});
