import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../../contract";
import { readTimed } from "./timed-search";

const app = await startTestApp();

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

const write = (person: Person, sender: string, subject: string, content: string, at: string) =>
  person.buildMessages([
    {
      ...{ sender, subject, content, sentAt: new Date(at), threadKey: subject },
      senderAddress: `${sender.split(" ")[0]?.toLowerCase()}@example.com`,
    },
  ]);

const early = "The lease of the warehouse costs 900 euros a month.";
const late = "The lease of the warehouse is too expensive for us.";
const ends = "The lease of the warehouse ends in May 2001.";

/** What two people wrote about a lease in the spring of 2001. */
async function withLease(): Promise<Person> {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "America/Los_Angeles" });
  await write(ana, "Paul Rand", "Lease", early, "2001-03-12T20:00:00Z");
  await write(ana, "Eve Stone", "Rent", "The lease of the warehouse has a mistake.", "2001-03-14T20:00:00Z");
  // Still March in Los Angeles, and already April.
  await write(ana, "Eve Stone", "Roof", "The roof of the warehouse is new.", "2001-04-01T07:30:00Z");
  await write(ana, "Paul Rand", "Lease", late, "2001-04-20T20:00:00Z");
  await write(ana, "Paul Rand", "Bill", ends, "2001-04-21T20:00:00Z");
  return ana;
}

test("CTX-2 what somebody said about something in a month is quoted from that month alone", async () => {
  const ana = await withLease();
  for (const question of [
    "What did Paul say about the lease in March 2001?",
    "In March 2001, what did Paul say about the lease?",
    "What did Paul say in March 2001 about the lease?",
    "What did Paul write about the lease on March 12, 2001?",
    "What did Paul say about the lease between March 10 and 20, 2001?",
  ]) {
    const answer = await ask(ana, question);
    expect(answer?.intro, question).toMatch(
      /^(?:In March 2001|On Monday, March 12, 2001|Between Saturday, March 10, 2001 and Tuesday, March 20, 2001), this sentence comes closest:$/,
    );
    expect(quotesOf(answer)).toEqual([early]);
  }
  await ask(ana, "What did Paul say about the lease?");
  expect(quotesOf(await ask(ana, "And in April 2001?"))).toContain(late);
  expect(quotesOf(await ask(ana, "Any news about the roof from March 2001?"))).toEqual([
    "The roof of the warehouse is new.",
  ]);
});

test("CTX-2 an answer from another time than the one asked for says so", async () => {
  const ana = await withLease();
  const roof = await ask(ana, "What did Eve say about the roof in April 2001?");
  expect(roof).toMatchObject({
    kind: "quotes",
    intro: "I found nothing about that in April 2001. At other times, this sentence comes closest:",
  });
  expect(quotesOf(roof)).toEqual(["The roof of the warehouse is new."]);
  // What is said about a month, at another time, comes first.
  const may = await ask(ana, "What did Paul say about the lease in May 2001?");
  expect(may?.intro).toMatch(/^I found nothing about that in May 2001\. At other times, /);
  expect(quotesOf(may)).toContain(ends);
  expect(await ask(ana, "What did Paul say about the elephant in March 2001?")).toMatchObject({
    kind: "nothing",
    intro: expect.stringMatching(/^I found nothing about that in March 2001\./),
  });
});

test("CTX-2 a month without a year is the latest in which an answer was written", async () => {
  const ana = await withLease();
  await write(ana, "Paul Rand", "Boat", "The boat of the harbour is red.", "2004-03-14T20:00:00Z");
  const answer = await ask(ana, "What did Paul say about the lease in March?");
  expect(answer?.intro).toBe("In March 2001, this sentence comes closest:");
  expect(quotesOf(answer)).toEqual([early]);
});

test("CTX-2 a later reply doesn't answer what was said in a month", async () => {
  const ana = await app.signIn("Ana Lopez");
  const thread = "Crane";
  await write(ana, "Bo Lind", thread, "Who repairs the crane of the harbour?", "2001-03-12T20:00:00Z");
  await write(ana, "Eve Stone", thread, "My brother Karl does that every year.", "2001-04-12T20:00:00Z");
  expect(quotesOf(await ask(ana, "Who repairs the crane of the harbour?"))).toEqual([
    "My brother Karl does that every year.",
  ]);
  const march = await ask(ana, "What was said about the crane of the harbour in March 2001?");
  expect(march?.intro).toMatch(/^I found nothing about that in March 2001\. At other times, /);
});

test("CTX-2 what somebody said since or before a day is of that side of it", async () => {
  const ana = await withLease();
  const lease = (when: string) => ask(ana, `What did Paul say about the lease ${when}?`);
  const before = await lease("before April 1, 2001");
  expect(before?.intro).toBe("Before Sunday, April 1, 2001, this sentence comes closest:");
  expect(quotesOf(before)).toEqual([early]);
  expect(quotesOf(await lease("since April 2001"))?.toSorted()).toEqual([ends, late]);
  expect(quotesOf(await ask(ana, "What did Paul write before April 2001?"))).toEqual([early]);
  expect((await ask(ana, "How many messages came in March 2001?"))?.intro).toMatch(
    /^In March 2001, there were 3 messages/,
  );
});

test("CTX-2 what was written in a month is never said to be of another time", async () => {
  const ana = await withLease();
  for (let n = 0; n < 12; n++)
    await write(ana, "Bo Lind", `Boat ${n}`, "This came about the boat.", "2002-06-01T20:00:00Z");
  for (const question of [
    "Which mails about the roof came in March 2001?",
    // Nobody wrote of boats then, and everybody did later.
    "What did Eve say about the boat roof in March 2001?",
  ]) {
    const answer = await ask(ana, question);
    expect(answer?.intro, question).toBe("In March 2001, this sentence comes closest:");
    expect(quotesOf(answer)).toEqual(["The roof of the warehouse is new."]);
  }
});

test("CTX-2 messages that only others may read don't answer for a month", async () => {
  const ana = await withLease();
  const bo = await app.signIn();
  await app.running.services.pool.query(
    "update messages set visible_to = $2 where team_id = $1 and subject = 'Lease'",
    [ana.teamId, bo.user.id],
  );
  const answer = await ask(ana, "What did Paul say about the lease in March 2001?");
  expect(quotesOf(answer)).toEqual([ends]);
  expect(answer?.intro).toMatch(/^I found nothing about that in March 2001\./);
});

test.each([
  ["What did we decide about the lease in March?", "in March"],
  ["What did Bo say on Monday about it?", "on Monday"],
  ["Who wrote about the crane last week?", "last week"],
  ["What happened to the crane on 12 November?", "on 12 November"],
  ["Show me all mails about the crane from 2001", "from 2001"],
  ["Yesterday, did anybody mention the lease?", "Yesterday"],
  // A time that what is said is about.
  ["When does the lease end in March?", null],
  ["What is the rent in March 2020?", null],
  ["What did Bo say about the meeting for Friday?", null],
  ["What did Bo say about the offer by Friday?", null],
  ["What did Bo say about Anna?", null],
  [`What did Bo say about ${"the long way ".repeat(30)}in March?`, null],
])("CTX-2 “%s” asks for words of %j", (question, when) => {
  expect(readTimed(question)?.when ?? null).toBe(when);
});

test("CTX-2 what I promised somebody in a month is from that month, or from another time, which is said", async () => {
  const ana = await withLease();
  const send = (content: string, at: string) =>
    ana.buildMessages([
      {
        ...{ sender: "Ana Lopez", senderAddress: ana.user.email, subject: "Lease", sentAt: new Date(at) },
        ...{ content, to: ["Paul Rand <paul@example.com>"], fromOwner: true },
      },
    ]);
  await send("I will send you the contract on Monday.", "2001-03-15T20:00:00Z");
  await send("I will call the landlord tomorrow.", "2001-04-15T20:00:00Z");
  const march = await ask(ana, "What did I promise Paul in March 2001?");
  expect(march?.intro).toBe("What you promised to Paul in March 2001, in your own words, newest first:");
  expect(quotesOf(march)).toEqual(["I will send you the contract on Monday."]);
  expect(quotesOf(await ask(ana, "And in April?"))).toEqual(["I will call the landlord tomorrow."]);
  expect((await ask(ana, "What did I promise Paul last week?"))?.intro).toBe(
    "I found no promise of yours to Paul last week. What you promised to Paul at other times, in your own words, newest first:",
  );
});

test("CTX-2 what somebody decided is in their own words or in what others report of them", async () => {
  const ana = await app.signIn("Ana Lopez");
  const mit = "We decided to use the MIT license for the plugin.";
  await write(
    ana,
    "Eve Stone",
    "License",
    "Paul, I decided to keep the BSD license for my plugin.",
    "2001-03-12T20:00:00Z",
  );
  await write(
    ana,
    "Paul Rand",
    "License",
    "The license of the plugin is hard to read.",
    "2001-03-13T20:00:00Z",
  );
  await write(ana, "Paul Rand", "Plugin", mit, "2001-03-14T20:00:00Z");
  expect(quotesOf(await ask(ana, "What did Paul decide about the license?"))).toEqual([mit]);
  const all = await ask(ana, "What did Paul decide in March 2001?");
  expect(all?.intro).toBe("What Paul decided in March 2001, newest first:");
  expect(quotesOf(all)).toEqual([mit]);
  const reported = "Paul decided to rent the crane of the harbour.";
  await write(ana, "Bo Lind", "Crane", reported, "2001-03-15T20:00:00Z");
  expect(quotesOf(await ask(ana, "What did Paul decide about the crane of the harbour?"))).toEqual([
    reported,
  ]);
  expect(await ask(ana, "What did Eve decide in April 2001?")).toMatchObject({
    kind: "nothing",
    intro: expect.stringMatching(/^I found nothing that Eve said or wrote in April 2001\./),
  });
});
