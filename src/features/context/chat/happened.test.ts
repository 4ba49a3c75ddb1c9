import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../contract";

const app = await startTestApp();
const { pool } = app.running.services;

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

/** Stores a meeting with what was said in it, ten seconds a line. */
async function meet(person: Person, at: string, lines: [speaker: string, text: string][]): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into meetings (team_id, title, status, transcript, created_at) values ($1, 'Weekly', 'completed', $2, $3) returning id",
    [person.teamId, lines.map(([speaker, text]) => `${speaker}: ${text}`).join("\n"), at],
  );
  for (const [position, [speaker, text]] of lines.entries())
    await pool.query("insert into meeting_segments values ($1, $2, $3, $4, $5, $6, $7)", [
      ...[rows[0]?.id, position, person.teamId, position * 10, position * 10 + 9, speaker, text],
    ]);
}

const write = (person: Person, sender: string, subject: string, content: string, at: string) =>
  person.buildMessages([
    {
      ...{ sender, subject, content, sentAt: new Date(at), threadKey: subject },
      senderAddress: `${sender.split(" ")[0]?.toLowerCase()}@example.com`,
    },
  ]);

/** Somebody with the mail and a meeting of November 2001, who lives in Los Angeles. */
async function withArchive(): Promise<Person> {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "America/Los_Angeles" });
  await write(ana, "Bo Lind", "Crane", "The crane of the harbour is broken again.", "2001-11-12T09:00:00Z");
  await write(ana, "Eve Stone", "Crane", "The new rope of the crane is here now.", "2001-11-12T20:00:00Z");
  // Still the 12th in Los Angeles, and still the 11th.
  await write(ana, "Bo Lind", "Keys", "The keys of the yard are at the gate.", "2001-11-13T07:30:00Z");
  await write(ana, "Bo Lind", "Lunch", "The soup of the canteen is cold today.", "2001-11-12T07:30:00Z");
  await meet(ana, "2001-11-20T18:00:00Z", [
    ["Bo Lind", "Good morning, can everybody in the room hear me well?"],
    ["Anna Berg", "The landlord replaces the roof of the warehouse in spring."],
  ]);
  return ana;
}

test("CTX-2 what happened on a day is told from each conversation of that day where the asker lives", async () => {
  const ana = await withArchive();
  for (const question of [
    "What happened on 12 November 2001?",
    "On November 12, 2001, what was discussed?",
    "messages from 2001-11-12",
  ]) {
    const answer = await ask(ana, question);
    expect(answer, question).toMatchObject({
      kind: "quotes",
      intro: "On Monday, November 12, 2001, there were 3 messages. From the latest conversations:",
    });
    expect(quotesOf(answer)).toEqual([
      "The keys of the yard are at the gate.",
      "The new rope of the crane is here now.",
    ]);
    expect(answer?.sources[1]).toMatchObject({ title: "Crane", author: "Eve Stone" });
  }
  const meeting = await ask(ana, "What happened on Tuesday, November 20, 2001?");
  expect(meeting?.intro).toBe("On Tuesday, November 20, 2001, there was 1 meeting:");
  expect(quotesOf(meeting)).toEqual(["The landlord replaces the roof of the warehouse in spring."]);
  expect((await ask(ana, "Which messages came in November 2001?"))?.intro).toMatch(
    /^In November 2001, there were 4 messages and 1 meeting\. /,
  );
});

test("CTX-2 a day without a year is the latest in which there is something, and a day without anything says so", async () => {
  const ana = await withArchive();
  const answer = await ask(ana, "What happened on Tuesday, November 20?");
  expect(answer?.intro).toMatch(
    /^I found nothing on Tuesday, November 20, 20\d\d\. On Tuesday, November 20, 2001, there was 1 meeting:$/,
  );
  const none = await ask(ana, "What happened on 15 November 2001?");
  expect(none).toMatchObject({
    kind: "nothing",
    intro: "I found no message and no meeting on Thursday, November 15, 2001. Nearest to it:",
  });
  expect(none?.sources.map(({ title }) => title)).toEqual(["Weekly", "Keys"]);
  const bo = await app.signIn();
  expect(await ask(bo, "What happened on 12 November 2001?")).toMatchObject({
    ...{ kind: "nothing", sources: [] },
    intro: "I found no message and no meeting on Monday, November 12, 2001.",
  });
});

test("CTX-2 what somebody said on a day or in a month is theirs, of the latest year in which they said something", async () => {
  const ana = await withArchive();
  await write(ana, "Cy Ode", "Boat", "The boat of the harbour is painted red.", "2007-11-20T18:00:00Z");
  const anna = await ask(ana, "What did Anna say on Tuesday, November 20?");
  expect(anna?.intro).toBe("What Anna said on Tuesday, November 20, 2001, newest first:");
  expect(quotesOf(anna)).toEqual(["The landlord replaces the roof of the warehouse in spring."]);
  expect(quotesOf(await ask(ana, "And in November 2001?"))).toEqual(quotesOf(anna));
  const eve = await ask(ana, "What did Eve write on the 12th of November 2001?");
  expect(quotesOf(eve)).toEqual(["The new rope of the crane is here now."]);
  expect(await ask(ana, "What did Eve say in March?")).toMatchObject({
    kind: "nothing",
    intro: expect.stringMatching(/^I found nothing that Eve said or wrote in March 20\d\d\./),
  });
});

test("CTX-2 what was decided in a month is quoted from its messages and meetings, and from nothing else", async () => {
  const ana = await withArchive();
  expect(await ask(ana, "What did we decide in November 2001?")).toMatchObject({
    kind: "nothing",
    intro: "I found no decision in November 2001. Nearest to it:",
  });
  const lease = "The lease was approved.";
  await write(
    ana,
    "Bo Lind",
    "Lease",
    `Hi all. ${lease} Has the crane been approved?`,
    "2001-11-14T09:00:00Z",
  );
  await write(ana, "Bo Lind", "Roof", "We decided to paint the roof in green.", "2001-10-14T09:00:00Z");
  await meet(ana, "2001-11-21T18:00:00Z", [
    ["Bo Lind", "We could also repaint the boat, if the board is approved."],
    ["Anna Berg", "Okay, so we agreed to replace the rope of the crane in May."],
  ]);
  for (const question of [
    "What did we decide in November 2001?",
    "Which decisions were made in November 2001?",
  ]) {
    const decided = await ask(ana, question);
    expect(decided?.intro).toBe("What was decided in November 2001, newest first:");
    expect(quotesOf(decided)).toEqual(["Okay, so we agreed to replace the rope of the crane in May.", lease]);
  }
  expect(quotesOf(await ask(ana, "And in October 2001?"))).toEqual([
    "We decided to paint the roof in green.",
  ]);
});

test("CTX-2 messages that only others may read don't count for a day", async () => {
  const ana = await withArchive();
  const bo = await app.signIn();
  await pool.query(
    "update messages set visible_to = $2 where team_id = $1 and subject in ('Keys', 'Crane')",
    [ana.teamId, bo.user.id],
  );
  expect(await ask(ana, "What happened on 12 November 2001?")).toMatchObject({
    kind: "nothing",
    intro: "I found no message and no meeting on Monday, November 12, 2001. Nearest to it:",
  });
});
