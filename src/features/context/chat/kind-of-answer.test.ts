import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../contract";

const app = await startTestApp();

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

/** The quotes that answer a question of somebody who got one message. */
async function quoted(question: string, content: string, subject = "Harbour"): Promise<string[] | undefined> {
  const ana = await app.signIn();
  await ana.buildMessages([{ sender: "Bo Lind", senderAddress: "bo@example.com", subject, content }]);
  return quotesOf(await ask(ana, question));
}

test("CTX-2 what has a deadline is answered by its date, and a number by the number", async () => {
  expect(
    await quoted(
      "What is the deadline for contributions to the harbour meeting?",
      "You can upload your contributions to the harbour. The last day of a contribution is 31 March.",
      "Agenda and deadline of the harbour meeting",
    ),
  ).toContain("The last day of a contribution is 31 March.");
  expect(
    await quoted(
      "What is the confirmation number of the room at the Hotel Adler?",
      "A room is booked at the Hotel Adler in Hamburg. Confirmation number 233879.",
      "Room at the Hotel Adler",
    ),
  ).toContain("Confirmation number 233879.");
  expect(
    await quoted(
      "What is the price of the ferry?",
      "The ferry leaves the harbour at 3:15 pm. The price is 268.50 for both.",
      "Ferry and its price",
    ),
  ).toEqual(["The price is 268.50 for both."]);
});

test("CTX-2 a request that names the time answers when something is due, and no other question", async () => {
  const asked = "Could you send me the signed contract by Friday?";
  expect(await quoted("When is the contract due?", asked)).toEqual([asked]);
  expect(await quoted("Where is the signed contract?", asked)).toEqual([]);
  expect(await quoted("When is the meeting about the contract?", "Is the contract for Friday?")).toEqual([]);
});

test("CTX-2 who did something is answered by the line with a name below what was asked about", async () => {
  expect(
    await quoted(
      "Who leads the harbour board?",
      "Hello all, these are the meetings of today and who leads them.\n\nHarbour board\nAnna Berg\nRoom 12\n\nCanteen group\nCy Ode\nRoom 14\n",
      "Today",
    ),
  ).toEqual(["Harbour board\nAnna Berg"]);
});

test("CTX-2 a sentence that ends in a colon is quoted with what follows it", async () => {
  expect(
    await quoted(
      "Where is the revised plan of the harbour?",
      "I have put the revised plan of the harbour here:\n\nhttps://files.example.com/plan.zip\n\nPlease read it.",
    ),
  ).toEqual(["I have put the revised plan of the harbour here:\n\nhttps://files.example.com/plan.zip"]);
});

test("CTX-2 a quote doesn't begin with the bracket that the sentence before closes", async () => {
  expect(
    await quoted(
      "What is the purpose of the simulation?",
      "I look for hardware. (Is there any other way?) The purpose of the simulation is to plan the harbour.",
    ),
  ).toEqual(["The purpose of the simulation is to plan the harbour."]);
});

test("CTX-2 a question for a decision says so if nothing about it was decided", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([
    { sender: "Bo Lind", subject: "Crane", content: "The crane of the harbour is too old for another year." },
  ]);
  const answer = await ask(ana, "What did we decide about the crane of the harbour?");
  expect(answer?.intro).toBe("I found no decision about that. This sentence comes closest:");
});

test("CTX-2 who answered a question about something is not who answered messages that share one of its words", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([
    {
      ...{ sender: "Bo Lind", senderAddress: "bo@example.com", subject: "Yard", threadKey: "yard" },
      ...{ content: "Where do the old harbour winches go?", sentAt: new Date("2026-03-01T09:00:00Z") },
    },
    {
      ...{ sender: "Cy Ode", senderAddress: "cy@example.com", subject: "Canteen", threadKey: "canteen" },
      ...{ content: "The old harbour canteen is closed.", sentAt: new Date("2026-03-01T09:00:00Z") },
    },
    {
      ...{ sender: "Eve Stone", senderAddress: "eve@example.com", subject: "Canteen", threadKey: "canteen" },
      ...{ content: "I eat in the office then.", sentAt: new Date("2026-03-01T10:00:00Z") },
    },
  ]);
  expect((await ask(ana, "Did anybody answer the question about the old harbour winches?"))?.intro).toBe(
    "I found no answer to it. Nearest to it:",
  );
});

test("CTX-2 what somebody said below a title that names the topic is found, though their words don't", async () => {
  const ana = await app.signIn();
  const words = "There is a difference, and algorithmically they are far apart from each other.";
  await ana.buildMessages([
    { sender: "Bo Lind", senderAddress: "bo@example.com", subject: "Total least squares", content: words },
    {
      sender: "Cy Ode",
      senderAddress: "cy@example.com",
      subject: "Total least squares",
      content: "I see it in another way.",
    },
  ]);
  expect(quotesOf(await ask(ana, "What did Bo Lind say about least squares?"))).toEqual([words]);
  expect(await ask(ana, "What did Eve Stone say about least squares?")).toMatchObject({ kind: "nothing" });
});
