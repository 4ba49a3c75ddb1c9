import { expect, test } from "vitest";
import { storeMessages } from "../../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import { importAccount } from "../../inbox/ingest";
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
