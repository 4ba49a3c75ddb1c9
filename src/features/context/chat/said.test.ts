import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../contract";

const app = await startTestApp();
const { pool } = app.running.services;

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

/** An instant of a day, in UTC: 0 is today. */
const noon = (days: number): Date =>
  new Date(`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`);

/** Stores a meeting with what was said in it, ten seconds a line. */
async function meet(person: Person, at: Date, lines: [speaker: string, text: string][]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into meetings (team_id, title, status, transcript, created_at) values ($1, 'Weekly', 'completed', $2, $3) returning id",
    [person.teamId, lines.map(([speaker, text]) => `${speaker}: ${text}`).join("\n"), at],
  );
  const id = rows[0]?.id ?? "";
  for (const [position, [speaker, text]] of lines.entries())
    await pool.query("insert into meeting_segments values ($1, $2, $3, $4, $5, $6, $7)", [
      ...[id, position, person.teamId, position * 10, position * 10 + 9, speaker, text],
    ]);
  return id;
}

test("CTX-2 what somebody said about anything is also what they said in meetings and in comments on tasks", async () => {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "UTC" });
  const weekly = await meet(ana, noon(-1), [
    ["Bo Lind", "Good morning Anna, can everybody in the room hear me well today?"],
    ["Anna Berg", "Yes. Can we begin with the boiler, the valve and the plumber please?"],
    ["Bo Lind", "Anna, the landlord replaces the whole roof of the warehouse in spring."],
    ["Anna Berg", "Thanks! The plumber replaces the valve of the boiler on Tuesday morning."],
    ["Anna Berg", "I order the paint."],
  ]);
  await meet(ana, noon(-40), [["Anna Berg", "The harbour crane is repaired in the autumn."]]);
  await ana.buildMessages([
    {
      ...{ sender: "Anna Berg", senderAddress: "anna@example.com", subject: "Keys", sentAt: noon(-1) },
      content: "The keys are at the gate of the yard.",
    },
  ]);

  const yesterday = await ask(ana, "What did Anna say yesterday?");
  expect(yesterday).toMatchObject({ kind: "quotes", intro: "What Anna said yesterday, newest first:" });
  expect(quotesOf(yesterday)?.toSorted()).toEqual([
    "I order the paint.",
    "The keys are at the gate of the yard.",
    "The plumber replaces the valve of the boiler on Tuesday morning.",
  ]);
  const spoken = yesterday?.sources.find(({ quote }) => quote?.quote.startsWith("The plumber"));
  expect(spoken).toMatchObject({
    ...{ type: "meeting", id: weekly, title: "Weekly", author: "Anna Berg" },
    quote: { part: "transcript", second: 30 },
  });
  expect(await ask(ana, "What did Anna say today?")).toMatchObject({
    kind: "nothing",
    intro: "I found nothing that Anna said or wrote today. Nearest to it:",
  });

  const task = await ana.buildTask({ title: "Repair the lift" });
  await ana.post(`/api/tasks/${task.id}/comments`, { body: "The spare part of the lift is on its way." });
  const commented = await ask(ana, "What did Ana Lopez write today?");
  expect(commented?.intro).toBe("What Ana Lopez wrote today, newest first:");
  expect(quotesOf(commented)).toEqual(["The spare part of the lift is on its way."]);
  expect(commented?.sources[0]).toMatchObject({
    ...{ type: "task", id: task.id, title: "Repair the lift", author: "Ana Lopez" },
    quote: { part: "comment", start: 0 },
  });
});

test("CTX-2 nobody hears what is said in another team's meetings, deleted ones or deleted comments", async () => {
  const ana = await app.signIn("Ana Lopez");
  const bo = await app.signIn("Bo Lind");
  await meet(bo, noon(-1), [["Anna Berg", "The secret of the other team is out."]]);
  const deleted = await meet(ana, noon(-1), [["Anna Berg", "The plumber replaces the valve on Tuesday."]]);
  await pool.query("update meetings set deleted_at = now() where id = $1", [deleted]);
  const task = await ana.buildTask();
  const path = `/api/tasks/${task.id}/comments`;
  const { body } = await ana.post<{ id: string }>(path, { body: "The spare part is on its way." });
  await ana.delete(`${path}/${body.id}`);
  for (const name of ["Anna", "Ana Lopez"])
    expect(await ask(ana, `What did ${name} say?`), name).toMatchObject({ kind: "nothing", sources: [] });
});

test("CTX-2 an address names a person as a name does, with a topic and without one", async () => {
  const ana = await app.signIn("Ana Lopez");
  const lease = { subject: "Lease", content: "The lease of the warehouse ends in March." };
  await ana.buildMessages([
    { ...lease, sender: "anna2@example.com", senderAddress: "anna2@example.com" },
    {
      ...{ sender: "Bo Lind", senderAddress: "bo@example.com", subject: "Lease of the yard" },
      content: "I wrote anna2@example.com that the lease of the yard is too long.",
    },
    {
      ...{ sender: "Eve Stone", senderAddress: "Eve@Example.com", subject: "Roof" },
      content: "The roof of the warehouse is new.",
    },
  ]);
  const about = await ask(ana, "What did anna2@example.com say about the lease?");
  expect(quotesOf(about)).toEqual([lease.content]);
  expect(quotesOf(await ask(ana, "What did anna2@example.com say?"))).toEqual([lease.content]);
  expect(quotesOf(await ask(ana, "Any news from eve@example.com?"))).toEqual([
    "The roof of the warehouse is new.",
  ]);
  expect(quotesOf(await ask(ana, "What did eve@example.com say about the roof?"))).toEqual([
    "The roof of the warehouse is new.",
  ]);
  for (const question of [
    "What did a@example.com say?",
    "What did example.com@anna2.com say about the lease?",
  ])
    expect(await ask(ana, question), question).toMatchObject({ kind: "nothing" });
});

test("CTX-2 a sender who takes somebody's address as their name isn't them", async () => {
  const ana = await app.signIn("Ana Lopez");
  await ana.buildMessages([
    {
      ...{ sender: "anna@example.com", senderAddress: "x@evil.example", subject: "Lease" },
      content: "The lease of the warehouse is paid to another account.",
    },
  ]);
  for (const question of ["What did anna@example.com say?", "What did anna@example.com say about the lease?"])
    expect(await ask(ana, question), question).toMatchObject({ kind: "nothing" });
});

test.each(["Éva", "Özgür", "Łukasz", "Юрий"])(
  "CTX-2 what %s said in meetings and comments is found",
  async (name) => {
    const person = await app.signIn();
    await pool.query(
      "update users set first_name = $2 where id = (select user_id from team_members where team_id = $1)",
      [person.teamId, name],
    );
    await meet(person, noon(-1), [[`${name} Nagy`, "The plumber replaces the valve on Tuesday morning."]]);
    const task = await person.buildTask({ title: "Repair the lift" });
    await person.post(`/api/tasks/${task.id}/comments`, {
      body: "The spare part of the lift is on its way.",
    });
    expect(quotesOf(await ask(person, `What did ${name} say?`))).toEqual([
      "The spare part of the lift is on its way.",
      "The plumber replaces the valve on Tuesday morning.",
    ]);
  },
);

test("CTX-2 many words of people with a longer name don't hide what somebody said", async () => {
  const ana = await app.signIn("Ana Lopez");
  const task = await ana.buildTask({ title: "Repair the lift" });
  const comment = async (author: string, body: string, at: Date) =>
    pool.query(
      "insert into task_comments (team_id, task_id, author_id, body, created_at) select $1, $2, id, $4, $5 from users where last_name = $3",
      [ana.teamId, task.id, author, body, at],
    );
  for (const name of ["Ann Shortname", "Anna Longname"]) await app.signIn(name);
  await comment("Shortname", "The spare part of the lift is on its way.", noon(-20));
  for (let day = 1; day <= 9; day++)
    await comment("Longname", `The lift still waits for its part, on day ${day}.`, noon(-day));
  await meet(ana, noon(-20), [["Ann Lee", "Hannah, the plumber replaces the valve on Tuesday."]]);
  for (let day = 1; day <= 3; day++)
    await meet(ana, noon(-day), [["Hannah Berg", `I asked Ann about the valve on day ${day}.`]]);
  expect(quotesOf(await ask(ana, "What did Ann say?"))?.toSorted()).toEqual([
    "Hannah, the plumber replaces the valve on Tuesday.",
    "The spare part of the lift is on its way.",
  ]);
});

test("CTX-2 a person with a title is asked for by it, whether their name has it or not", async () => {
  const ana = await app.signIn("Ana Lopez");
  const boiler = "The boiler of the harbour office is replaced in autumn.";
  await ana.buildMessages([
    { sender: "Carl Miller", senderAddress: "carl@example.com", subject: "Boiler", content: boiler },
    {
      ...{ sender: "Dr. Eve Stone", senderAddress: "eve@example.com", subject: "Crane" },
      content: "The crane of the harbour office is painted in spring.",
    },
  ]);
  for (const title of ["Dr.", "Prof. Dr.", "Mr"]) {
    expect(quotesOf(await ask(ana, `What did ${title} Miller say?`)), title).toEqual([boiler]);
    const about = await ask(ana, `What did ${title} Miller say about the boiler?`);
    expect(quotesOf(about), title).toEqual([boiler]);
  }
  expect((await ask(ana, "What did Dr. Stone say?"))?.sources[0]?.author).toBe("Dr. Eve Stone");
  for (const nobody of ["Dr. Strange", "Prof", "Mr."])
    expect(await ask(ana, `What did ${nobody} say?`), nobody).toMatchObject({ kind: "nothing" });
});

test("CTX-2 what somebody promised or asked for is found in their own words, without what else they said", async () => {
  const ana = await app.signIn("Ana Lopez");
  const bo = { sender: "Bo Lind", senderAddress: "bo@lind.example" };
  await ana.buildMessages([
    { ...bo, subject: "Keys", content: "The keys are at the gate of the yard.", sentAt: noon(-1) },
    {
      ...bo,
      subject: "Offer",
      content: "It was a long day. I'll send you the offer on Friday.",
      sentAt: noon(-2),
    },
    { ...bo, subject: "Plan", content: "The plan is old. Could you send us the new one?", sentAt: noon(-3) },
    { sender: "Eve Stone", subject: "Roof", content: "I'll repair the roof in May.", sentAt: noon(-1) },
  ]);
  const promised = await ask(ana, "What did Bo promise?");
  expect(promised?.intro).toBe("What Bo promised last, newest first:");
  expect(quotesOf(promised)).toEqual(["I'll send you the offer on Friday."]);
  const wanted = await ask(ana, "What does Bo Lind want from me?");
  expect(wanted?.intro).toBe("What Bo Lind asked for last, newest first:");
  expect(quotesOf(wanted)).toEqual(["Could you send us the new one?"]);
  await ana.buildMessages([
    { sender: "Cy Ode", subject: "Boat", content: "The boat is red.", sentAt: noon(-1) },
  ]);
  expect(await ask(ana, "What did Cy promise?")).toMatchObject({
    kind: "nothing",
    intro: "I found no promise in what Cy said or wrote last. Nearest to it:",
  });
});

test("CTX-2 of somebody who is only quoted, the answer is what others quote, and of an unknown one, who names them", async () => {
  const ana = await app.signIn("Ana Lopez");
  const content =
    "Please arrange this for me.\n\n -----Original Message-----\nFrom: Distefano, Marc\nSent: Thursday\nTo: Bo Lind\nSubject: Ammonia\n\nWe are getting prepared to trade ammonia.\n\nMarc J. Distefano\noffice 713-555-0134";
  await ana.buildMessages([
    {
      sender: "Bo Lind",
      senderAddress: "bo@lind.example",
      subject: "FW: Ammonia",
      content,
      sentAt: noon(-1),
    },
    { sender: "Bo Lind", subject: "Lunch", content: "Holly Keiser likes soup.", sentAt: noon(-2) },
  ]);
  const quoted = await ask(ana, "What did Marc Distefano ask for?");
  expect(quoted).toMatchObject({
    kind: "quotes",
    intro: "I found nothing that Marc Distefano said or wrote. Others quote:",
  });
  expect(quotesOf(quoted)).toEqual(["We are getting prepared to trade ammonia."]);
  expect(quoted?.sources[0]?.author).toBe("Distefano, Marc, quoted by Bo Lind");
  const unknown = await ask(ana, "What did Holly Keiser write last?");
  expect(unknown).toMatchObject({
    kind: "nothing",
    intro: "I found nothing that Holly Keiser said or wrote. Nearest to it:",
  });
  expect(unknown?.sources.map(({ title }) => title)).toEqual(["Lunch"]);
});

test("CTX-2 a header line at the beginning of a message is nothing that somebody said", async () => {
  const ana = await app.signIn("Ana Lopez");
  const said = "The paper about the boiler is due in May.";
  await ana.buildMessages([
    {
      ...{ sender: "Bo Lind", senderAddress: "bo@lind.example", subject: "Paper" },
      content: `Reply-To: Law & Policy of Computer Communications\n\n${said}`,
    },
  ]);
  expect(quotesOf(await ask(ana, "What did Bo say?"))).toEqual([said]);
});

test("CTX-2 a sentence that came in several messages is quoted once, from the latest", async () => {
  const ana = await app.signIn("Ana Lopez");
  const bo = { sender: "Bo Lind", senderAddress: "bo@example.com" };
  const asked = "Please send me the floor plan of the warehouse by Friday.";
  await ana.buildMessages([
    { ...bo, subject: "Plan", sentAt: noon(-2), content: asked },
    { ...bo, subject: "Plan, from the list", sentAt: noon(-1), content: asked },
  ]);
  for (const question of ["What did Bo ask for?", "What did Bo say?"]) {
    const answer = await ask(ana, question);
    expect(quotesOf(answer)).toEqual([asked]);
    expect(answer?.sources.map(({ title }) => title)).toEqual(["Plan, from the list"]);
  }
});
