import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../contract";

const app = await startTestApp();

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

/** Other mails, so that the words of one message aren't those of all. */
const others = [
  { sender: "Cy Ode", subject: "Canteen", content: "The soup of the canteen is cold again." },
  { sender: "Eve Stone", subject: "Printer", content: "The printer jams again, so I ordered a new drum." },
  { sender: "Eve Stone", subject: "Parking", content: "The garage is closed until Monday." },
];

/** The answer to a question of somebody who got one message among others. */
async function answerTo(question: string, content: string, subject = "Harbour", fields = {}) {
  const ana = await app.signIn("Ana Lopez");
  await ana.buildMessages([
    ...others,
    { sender: "Bo Lind", senderAddress: "bo@example.com", subject, content, ...fields },
  ]);
  return ask(ana, question);
}
const quoted = async (...asked: Parameters<typeof answerTo>) => quotesOf(await answerTo(...asked));

test("CTX-2 a word that stands for the answer, as in “Which novels did …?”, needn't be in it", async () => {
  expect(
    await quoted(
      "What environment variable does dvdtool need?",
      "For now, dvdtool needs PERLIO=stdio to run.",
    ),
  ).toEqual(["For now, dvdtool needs PERLIO=stdio to run."]);
  expect(await quoted("How long has the crane been rented?", "The crane is rented since March.")).toEqual([
    "The crane is rented since March.",
  ]);
  expect(
    await quoted("What is wrong with the newest crane of the harbour?", "The crane of the harbour squeaks."),
  ).toEqual(["The crane of the harbour squeaks."]);
});

test("CTX-2 a word that says who it was, or what a question is only about, must be in the answer", async () => {
  expect(await quoted("Which dentist rented the crane of the harbour?", "I rented the crane.")).toEqual([]);
  expect(await quoted("Which hotel did Bo Lind book?", "I read the whole book on Friday.")).toEqual([]);
});

test("CTX-2 a sentence answers also by the title above it, which it doesn't repeat", async () => {
  expect(
    await quoted(
      "Where am I staying in Buenos Aires?",
      "The flight lands at noon, and a driver takes us to town. I will be staying at the Sheraton.",
      "Arrival in Buenos Aires",
    ),
  ).toEqual(["I will be staying at the Sheraton."]);
  expect(
    await quoted(
      "What snacks will there be at the offsite?",
      "Hi Ana,\n\nBooked from noon until five, with pretzels and popcorn.\n\nBo",
      "Offsite with Cy",
    ),
  ).toEqual(["Booked from noon until five, with pretzels and popcorn."]);
  expect(await quoted("What is on the agenda of the offsite?", "Shall we?", "Offsite with Cy")).toEqual([]);
});

test("CTX-2 who wants something is answered by the writer who says so", async () => {
  const answer = await answerTo("Who wants to paint the crane?", "I want to paint the crane.");
  expect(quotesOf(answer)).toEqual(["I want to paint the crane."]);
  expect(answer?.sources[0]?.author).toBe("Bo Lind");
});

test("CTX-2 an error that a sentence announces without a colon is quoted with it", async () => {
  expect(
    await quoted(
      "Which error does the crane show?",
      "After a restart the crane shows the following error\n\nHook: unexpected load (sequence 30)!\n\nBo",
    ),
  ).toEqual(["After a restart the crane shows the following error\n\nHook: unexpected load (sequence 30)!"]);
});

test("CTX-2 names and polite words around a letter aren't quoted, and no sentence is quoted twice", async () => {
  expect(
    await quoted(
      "What does the hotel have?",
      "Ana:\nThe hotel has deluxe bathrooms.\n\nWe look forward to welcoming your guests to our hotel.",
    ),
  ).toEqual(["The hotel has deluxe bathrooms."]);
});

test("CTX-2 beside the date that is asked for no sentence without one is quoted", async () => {
  expect(
    await quoted(
      "When is the harbour dinner?",
      "The harbour dinner is fun. The harbour dinner is on Friday.",
    ),
  ).toEqual(["The harbour dinner is on Friday."]);
});

test("CTX-2 whom a question names as a recipient needn't be in the text that was sent to them", async () => {
  const sent = { to: ["christian.yoder@example.com"] };
  const list = "I can recommend the Hornblower series, which are the best maritime novels.";
  const question = "Which maritime novels did I recommend to Christian?";
  expect(await quoted(question, list, "Books", sent)).toEqual([list]);
  expect(await quoted(question, list, "Books")).toEqual([]);
  expect(await quoted("What did Christian recommend of novels?", list, "Books", sent)).toEqual([]);
});

test("CTX-2 where something is is answered by the sentence that names a place", async () => {
  expect(
    await quoted(
      "Where is the crane of the harbour?",
      "Since Monday the crane of the harbour has a new hook and a rope. The crane stands behind Warehouse 7.",
      "Report",
    ),
  ).toContain("The crane stands behind Warehouse 7.");
  const page = "The crane manual is at https://example.com/crane.";
  expect(
    await quoted("Where do I find the manual of the crane?", `We wrote a manual of the crane. ${page}`),
  ).toContain(page);
});

test("CTX-2 an answer says first if no quote has the amount or the date that is asked for", async () => {
  const crane = "The crane of the harbour was painted by Cy.";
  const amount = await answerTo("How expensive is the crane of the harbour?", crane);
  expect(amount?.intro).toBe("I found no amount for that. This sentence comes closest:");
  const date = await answerTo("When was the crane of the harbour painted?", crane);
  expect(date?.intro).toBe("I found no date or time for that. This sentence comes closest:");
  const known = await answerTo(
    "When was the crane of the harbour painted?",
    `${crane} They painted it in May 2001.`,
  );
  expect(known?.intro).not.toContain("no date");
});

test("CTX-2 whether somebody agreed is answered by the reply above what they quote", async () => {
  const below =
    "-----Original Message-----\nFrom: Eve Stone\nSent: Monday\nTo: Bo Lind\nSubject: Leave\n\nI would like to take my leave in June. Please let me know if that is a problem.";
  const question = "Did Eve Stone get her leave in June?";
  expect(await quoted(question, `Looks good to me.\n\n${below}`, "Re: Leave")).toEqual([
    "Looks good to me.",
    "I would like to take my leave in June.",
  ]);
  expect(await quoted(question, `FYI\n\n${below}`, "Fw: Leave")).not.toContain("FYI");
  expect(await quoted("When does Eve Stone take leave?", `Looks good to me.\n\n${below}`)).toEqual([
    "I would like to take my leave in June.",
  ]);
});
