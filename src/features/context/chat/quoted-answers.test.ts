import { expect, test } from "vitest";
import { storeMessages } from "../../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import { importAccount } from "../../inbox/storing/account-messages";
import type { Answer, ChatMessage } from "../contract";

const app = await startTestApp();
const { db } = app.running.services;

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

/** Stores the mails of one conversation, a day apart. */
async function converse(
  person: Person,
  subject: string,
  mails: { sender: string; senderAddress?: string; content: string; visibleTo?: string }[],
): Promise<void> {
  const accountId = await importAccount(db, person.teamId);
  for (const [day, { sender, senderAddress, content, visibleTo = null }] of mails.entries()) {
    const sentAt = new Date(Date.parse("2026-11-10T10:00:00Z") + day * 86_400_000);
    const from = { sender, ...(senderAddress && { senderAddress }) };
    const one = incoming({ ...from, subject, content, sentAt, threadKey: subject, analysis: null });
    await storeMessages(
      db,
      { teamId: person.teamId, accountId, channel: "import", importId: null, visibleTo },
      [one],
    );
  }
}

const asked = { sender: "Nils", content: "Hi,\n\nHow can I sort an array of complex eigenvalues in Numpy ?" };

test("CTX-2 a message that asks the same is no answer, but the reply to it is", async () => {
  const ana = await app.signIn();
  await converse(ana, "Sort", [
    asked,
    {
      sender: "Konrad",
      content: "Hello Nils!\n\nWhy would you? Use argsort on the imaginary part and take the indices.",
    },
  ]);
  const answer = await ask(ana, "How can I sort an array of complex eigenvalues?");
  expect(quotesOf(answer)).toEqual(["Use argsort on the imaginary part and take the indices."]);
  expect(answer?.sources[0]?.author).toBe("Konrad");
});

test("CTX-2 what follows a question in its message may answer it, and a reply that others may not read doesn't", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  await converse(ana, "Sort", [
    { ...asked, content: `${asked.content}\n\nMeanwhile I found the function msort, which does it.` },
    { sender: "Konrad", content: "The secret is to use argsort on everything.", visibleTo: bo.user.id },
  ]);
  const answer = await ask(ana, "How can I sort an array of complex eigenvalues?");
  expect(quotesOf(answer)).toEqual(["Meanwhile I found the function msort, which does it."]);
});

test("CTX-2 without an answer, a question in the texts is only the nearest, however it ends", async () => {
  const ana = await app.signIn();
  await converse(ana, "Sort", [asked]);
  await converse(ana, "Sparse", [
    { sender: "Ed", content: "Does anyone have a working sparse matrix module (or similar)." },
  ]);
  for (const [question, title] of [
    ["How can I sort an array of complex eigenvalues?", "Sort"],
    ["Who has a working sparse matrix module?", "Sparse"],
  ] as const) {
    const answer = await ask(ana, question);
    expect(answer).toMatchObject({ kind: "nothing", intro: "I found nothing about that. Nearest to it:" });
    expect(answer?.sources[0]?.title).toBe(title);
  }
});

test("CTX-2 a sentence that says no more than the question is left out, unless it asks for yes or no", async () => {
  const ana = await app.signIn();
  await converse(ana, "Harbour", [
    {
      sender: "Ed",
      content: "The budget of the new harbour crane. Nine million are planned for the harbour crane.",
    },
  ]);
  expect(quotesOf(await ask(ana, "What is the budget of the new harbour crane?"))).toEqual([
    "Nine million are planned for the harbour crane.",
  ]);
  await converse(ana, "Lease", [{ sender: "Ed", content: "The lease of the warehouse ends in March." }]);
  expect(quotesOf(await ask(ana, "Does the lease of the warehouse end in March?"))).toEqual([
    "The lease of the warehouse ends in March.",
  ]);
});

test("CTX-2 what somebody said is quoted from their own messages only", async () => {
  const ana = await app.signIn();
  await converse(ana, "Sparse matrices", [
    { sender: "Herbert Roitblat", content: "Travis Oliphant has a module for sparse matrices." },
  ]);
  expect(await ask(ana, "What did Travis Oliphant say about sparse matrices?")).toMatchObject({
    kind: "nothing",
  });
  await converse(ana, "SciPy", [
    { sender: "Travis Oliphant", content: "The sparse matrices of SciPy work with Python 2.1 now." },
    { sender: "Herbert Roitblat", content: "So the sparse matrices of Travis Oliphant say it all." },
  ]);
  expect(quotesOf(await ask(ana, "What did Travis Oliphant say about sparse matrices?"))).toEqual([
    "The sparse matrices of SciPy work with Python 2.1 now.",
  ]);
});

test("CTX-2 what a company said is quoted from its people, or else from who reports it", async () => {
  const ana = await app.signIn();
  const question = "What did Acme Inc. say about the lease?";
  await converse(ana, "Lease", [
    { sender: "Bo Lind", senderAddress: "bo@lind.example", content: "I like Acme, and the lease is long." },
  ]);
  expect(await ask(ana, question)).toMatchObject({ kind: "nothing" });
  await converse(ana, "Report", [
    { sender: "Bo Lind", content: "On the phone, Acme also confirmed that the lease ends in March." },
  ]);
  expect(quotesOf(await ask(ana, question))).toEqual([
    "On the phone, Acme also confirmed that the lease ends in March.",
  ]);
  await converse(ana, "Renewal", [
    { sender: "Eve Stone", senderAddress: "eve@mail.acme.com", content: "We renew the lease for two years." },
  ]);
  expect(quotesOf(await ask(ana, question))).toEqual(["We renew the lease for two years."]);
  expect(quotesOf(await ask(ana, "what did acme say about the lease"))).toEqual([
    "We renew the lease for two years.",
  ]);
});

test("CTX-2 what somebody said about anything is the beginning of each of their latest messages", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const eve = { sender: "Eve Stone", senderAddress: "eve@mail.acme.com" };
  await converse(ana, "Lunch", [
    { sender: "Cy Ode via Board", senderAddress: "board@acme.com", content: "I write to the list of Acme." },
    { sender: "Bo Lind", content: "Hi Ana,\n\nI like Acme, and I am hungry." },
    { ...eve, content: "Hello Ana,\n\nwe renew the lease for two years." },
    { ...eve, content: "Thanks!\nDate: Thu, 3 Oct 2002 03:21:05\nhttps://acme.com/a-long-name-of-a-page" },
    { ...eve, content: "The keys of the cellar are at the gate.\n\n> I like Acme, and I am hungry." },
    { ...eve, content: "The secret is out of the bag now.", visibleTo: bo.user.id },
  ]);
  const acme = await ask(ana, "What did Acme say?");
  expect(acme).toMatchObject({ kind: "quotes", intro: "What Acme wrote last, newest first:" });
  expect(quotesOf(acme)).toEqual([
    "The keys of the cellar are at the gate.",
    "we renew the lease for two years.",
  ]);
  expect(quotesOf(await ask(ana, "any news from eve stone?"))).toEqual(quotesOf(acme));
  expect(quotesOf(await ask(ana, "What did Bo say?"))).toEqual(["I like Acme, and I am hungry."]);
  // What people write to a list are their words, and the list's address says nothing about their company.
  expect(quotesOf(await ask(ana, "What did Cy Ode say?"))).toEqual(["I write to the list of Acme."]);
  expect(await ask(ana, "What did Acme say today?")).toMatchObject({
    kind: "nothing",
    intro: "I found nothing that Acme said or wrote today. Nearest to it:",
  });
  // Others may report the words of somebody who wrote nothing.
  expect(await ask(ana, "What did Beta say?")).toMatchObject({ kind: "nothing" });
  await converse(ana, "Report", [{ sender: "Bo Lind", content: "On the phone, Beta promised new keys." }]);
  expect(quotesOf(await ask(ana, "What did Beta say?"))).toEqual(["On the phone, Beta promised new keys."]);
});

test("CTX-2 what a message quotes below is found if the quoted message isn't there, in the name of who wrote it", async () => {
  const ana = await app.signIn();
  const bo = { sender: "Bo Lind", senderAddress: "bo@lind.example" };
  const index = "The harbour index is made of the prices of six cranes.";
  const forward = `Please read this today.\n\n-----Original Message-----\nFrom: Eve Stone <eve@stone.example>\nSent: Monday\nTo: Bo Lind\nSubject: Index\n\nHello Bo,\n${index}\n\nEve`;
  await converse(ana, "Index", [{ ...bo, content: forward }]);
  const answer = await ask(ana, "What is the harbour index made of?");
  expect(quotesOf(answer)).toEqual([index]);
  expect(answer?.sources[0]).toMatchObject({ author: "Eve Stone, quoted by Bo Lind", title: "Index" });
  const eves = "What did Eve Stone say about the harbour index?";
  expect(quotesOf(await ask(ana, eves))).toEqual([index]);
  expect(await ask(ana, "What did Bo Lind say about the harbour index?")).toMatchObject({ kind: "nothing" });

  const cy = await app.signIn();
  await converse(cy, "Index", [
    { sender: "Eve Stone", senderAddress: "eve@stone.example", content: `Hello Bo,\n${index}\n\nEve` },
    { ...bo, content: forward },
  ]);
  const own = await ask(cy, "What is the harbour index made of?");
  expect(own?.sources.map(({ author }) => author)).toEqual(["Eve Stone"]);
  // Her own words count, not what others claim that she wrote.
  await converse(cy, "Fake", [
    { ...bo, content: forward.replace("six cranes", "nine harbour index cranes, says the harbour index") },
  ]);
  expect((await ask(cy, eves))?.sources.map(({ author }) => author)).toEqual(["Eve Stone"]);
});

test("CTX-2 what a message only forwards, or only quotes, is not its sender's words", async () => {
  const ana = await app.signIn("Ana Lopez");
  const index = "I will send the harbour index of the six cranes on Monday.";
  const headers = "From: Eve Stone <eve@stone.example>\nSent: Monday\nTo: Bo Lind\nSubject: Index";
  const forward = `-----Original Message-----\n${headers}\n\nHello Bo,\n${index}\n\nEve`;
  await converse(ana, "Index", [
    { sender: "Bo Lind", content: forward },
    { sender: "Cy Ode", content: `> Hello Bo,\n>\n> ${index}\n\n> Eve` },
    { sender: "Ana Lopez", senderAddress: ana.user.email, content: forward },
  ]);
  for (const name of ["Bo Lind", "Cy Ode"]) {
    expect(await ask(ana, `What did ${name} say?`)).toMatchObject({
      kind: "nothing",
      intro: `I found nothing that ${name} said or wrote lately. Nearest to it:`,
    });
    expect(await ask(ana, `What did ${name} say about the harbour index?`)).toMatchObject({
      kind: "nothing",
    });
  }
  expect(await ask(ana, "What did I promise?")).toMatchObject({ kind: "nothing", sentences: [] });
  // Not theirs, but found all the same, also by who passed them on.
  const found = await ask(ana, "Who sends the harbour index of the cranes?");
  expect(found?.kind).toBe("quotes");
  expect(found?.sources.length).toBeGreaterThan(0);
  for (const { author } of found?.sources ?? [])
    expect(author).toMatch(/^(?:Quoted by Cy Ode|Eve Stone, quoted by (?:Bo Lind|Ana Lopez))$/);
  expect(await ask(ana, "Is the harbour index of the six cranes from Bo Lind?")).toMatchObject({
    kind: "quotes",
  });
});

test("CTX-2 a sentence that ends with a time of day is no part of the question behind it", async () => {
  const ana = await app.signIn();
  await converse(ana, "Arrival", [
    { sender: "Mark", content: "I will arrive in Ezeiza on March 14 at 11:15 a.m. Can you meet me there?" },
  ]);
  expect(quotesOf(await ask(ana, "When does Mark arrive in Ezeiza?"))).toEqual([
    "I will arrive in Ezeiza on March 14 at 11:15 a.m.",
  ]);
});

test("CTX-2 a question that follows another is read with it, in its own chat, and says so", async () => {
  const ana = await app.signIn();
  await converse(ana, "Warehouse", [
    {
      sender: "Jonas",
      content: "The lease of the Hamburg warehouse ends in March. Its deposit is 900 euros.",
    },
  ]);
  await converse(ana, "Bottles", [{ sender: "Cy", content: "The deposit of a bottle is eight cents." }]);
  await ask(ana, "When does the lease of the Hamburg warehouse end?");
  const answer = await ask(ana, "And the deposit?");
  expect(answer?.intro).toBe(
    "After “When does the lease of the Hamburg warehouse end?”: This sentence comes closest:",
  );
  expect(quotesOf(answer)).toEqual(["Its deposit is 900 euros."]);
  await ana.delete(`/api/teams/${ana.teamId}/chat/history`);
  expect((await ask(ana, "And the deposit?"))?.intro).not.toContain("After");
});

test("CTX-2 a question behind a list or about nobody is answered by itself", async () => {
  const ana = await app.signIn();
  await converse(ana, "Rent", [{ sender: "Jonas", content: "Acme pays the rent of the warehouse." }]);
  await ask(ana, "What is due this week?");
  expect(quotesOf(await ask(ana, "And who pays the rent?"))).toEqual([
    "Acme pays the rent of the warehouse.",
  ]);
  await ask(ana, "Add a task to call Bo");
  expect((await ask(ana, "When is it due?"))?.proposals).toBeUndefined();
  for (const question of ["What did ... say?", "Latest from ...?"])
    expect(await ask(ana, question)).toMatchObject({ kind: "nothing" });
});

test("CTX-2 a rare word that neither the passages nor their threads have makes it another question", async () => {
  const ana = await app.signIn();
  await converse(ana, "Least squares", [
    { sender: "Nils", content: "I recommend TLS for the data, because both sides are inaccurate." },
  ]);
  const dentist = "Which dentist recommended TLS for the inaccurate data?";
  expect(await ask(ana, "Who recommended TLS?")).toMatchObject({ kind: "quotes" });
  expect(await ask(ana, dentist)).toMatchObject({ kind: "nothing", sources: [{ title: "Least squares" }] });
  await converse(ana, "Least squares", [
    { sender: "Nils", content: "I recommend TLS for the data, because both sides are inaccurate." },
    { sender: "Cy", content: "Thanks! Nils is my dentist, and he knows a lot." },
  ]);
  expect(await ask(ana, dentist)).toMatchObject({ kind: "quotes" });
});

test("CTX-2 a code is found as a whole, not by its parts", async () => {
  const ana = await app.signIn();
  await converse(ana, "Schedule", [
    {
      sender: "Imre",
      content: "The session of SA4#109-e starts at 2 PM, and room 110 is free for the session.",
    },
  ]);
  expect(await ask(ana, "When does the session of SA4#110-e start?")).toMatchObject({
    kind: "nothing",
    sources: [{ title: "Schedule" }],
  });
  expect(await ask(ana, "When does the session of SA4#109-e start?")).toMatchObject({ kind: "quotes" });
});

test("CTX-2 lines that a message quotes with > are found as their writer's", async () => {
  const ana = await app.signIn();
  await converse(ana, "Re: Harbour", [
    {
      sender: "Bo Lind",
      content: `On Mon, 9 Nov 2026, Eve Stone <eve@stone.example> wrote:
> The crane of the harbour costs nine
> million euros this year.

Our own engineers come for that in May.`,
    },
  ]);
  const price = await ask(ana, "What did Eve Stone say about the crane of the harbour?");
  expect(quotesOf(price)).toEqual(["The crane of the harbour costs nine million euros this year."]);
  expect(price?.sources[0]?.author).toBe("Eve Stone, quoted by Bo Lind");
  expect(price?.sources[0]?.quote?.quote).toBe(
    "The crane of the harbour costs nine\n> million euros this year.",
  );
});

test("CTX-2 a message that only quotes lines with > names their writer", async () => {
  const ana = await app.signIn();
  await converse(ana, "Crane", [
    { sender: "Bo Lind", content: "Eve Stone wrote:\n> The crane of the harbour is rented until October." },
  ]);
  const answer = await ask(ana, "Until when is the crane of the harbour rented?");
  expect(quotesOf(answer)).toEqual(["The crane of the harbour is rented until October."]);
  expect(answer?.sources[0]?.author).toBe("Eve Stone, quoted by Bo Lind");
});

test("CTX-2 of sentences about it, one with a time answers when, and one with a figure how much", async () => {
  const ana = await app.signIn();
  await converse(ana, "Board dinner", [
    {
      sender: "Bo Lind",
      content:
        "All of us look forward to it. We meet on Thursday at 8 pm in the old harbour. Bring your appetite.",
    },
  ]);
  expect(quotesOf(await ask(ana, "When is the board dinner?"))).toEqual([
    "We meet on Thursday at 8 pm in the old harbour.",
  ]);
  await converse(ana, "Lunch", [
    { sender: "Cy Ode", content: "Our board is late. My next machine is a dell. That was the next step." },
  ]);
  expect(await ask(ana, "When is the next board breakfast?")).toMatchObject({ kind: "nothing" });
  await converse(ana, "Crane", [
    {
      sender: "Eve Stone",
      content: "The crane rental of the harbour was discussed at length. For the crane we pay 4,000 euros.",
    },
  ]);
  expect(quotesOf(await ask(ana, "How much is the crane rental?"))).toContain(
    "For the crane we pay 4,000 euros.",
  );
});

test("CTX-2 who is asked for is found in a table that was sent as lines below each other", async () => {
  const ana = await app.signIn("Ana Lopez");
  const content = [
    "Dear all,\n\nThe links for today are given below:\n",
    ...["Day", "Time", "Session", "Chair", "Links", "Remarks", "Tohru Mtg ID", "Tuesday"],
    ...["15:00 - 16:30", "Roof group A.I.8", "Fred Gable", "https://example.com/1", "Room A"],
    ...["16:30 - 18:00", "Yard group A.I.10", "Gilda Tenor", "https://example.com/2", "Room B"],
    ...["15:00 - 17:00", "Quay group", "Imre Vargas", "https://example.com/3", "Room C"],
    "\nBest regards,\nEve",
  ].join("\n");
  await ana.buildMessages([
    { sender: "Eve Stone", subject: "Links of the sessions", content },
    { sender: "TEAM_QUAY", subject: "Lunch", content: "The soup of the canteen is cold again." },
    {
      sender: "Bo Lind",
      subject: "Quay group",
      content: "The Quay group meets in June, and so does the Yard group.",
    },
  ]);
  for (const [question, row] of [
    ["Who chairs the Quay group?", "Quay group\nImre Vargas"],
    ["Who is the chair of the Yard group?", "Yard group A.I.10\nGilda Tenor"],
    ["Who chairs the session of the Roof group?", "Roof group A.I.8\nFred Gable"],
  ] as const) {
    expect(quotesOf(await ask(ana, question)), question).toEqual([row]);
  }
});
