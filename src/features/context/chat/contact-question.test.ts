import { expect, test } from "vitest";
import { startTestApp } from "../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../contract";
import { addressLines, phoneLines } from "./contact-details";
import { readContactQuestion, readWho } from "./contact-question";

test.each([
  ["What is Anna Berg's phone number?", "phone", "Anna Berg"],
  ["what's annas' mobile?", "phone", "annas"],
  ["What is the phone number of Anna Berg?", "phone", "Anna Berg"],
  ["Do you have a mobile number for Anna", "phone", "Anna"],
  ["Anna’s number?", "phone", "Anna"],
  ["How can I call Anna Berg?", "phone", "Anna Berg"],
  ["How do I call Anna up?", "phone", "Anna"],
  ["What is the phone number of Acme & Sons?", "phone", "Acme & Sons"],
  ["Which number does Anna have?", "phone", "Anna"],
  ["What is Anna's email address?", "email", "Anna"],
  ["email of anna@example.com", "email", "anna@example.com"],
  ["How do I mail Dr. O'Neil?", "email", "Dr. O'Neil"],
])("CTX-2 %s asks where somebody can be reached", (question, wants, of) => {
  expect(readContactQuestion(question)).toEqual({ kind: "contact", wants, of });
});

test.each([
  "What is the number of open tasks?",
  "What is my phone number?",
  "How can I call it off?",
  "Who has the phone?",
  "What did Anna write in her email about the lease?",
  "What is the order number?",
])("CTX-2 %s does not", (question) => {
  expect(readContactQuestion(question)).toBeNull();
});

test.each([
  ["Who is Anna Berg?", "Anna Berg"],
  ["who's Anna?", "Anna"],
  ["Who is Jan van der Berg?", "Jan van der Berg"],
  ["Who is late?", null],
  ["Who is waiting for my reply?", null],
  ["Who is in Paris?", null],
  ["Who is Anna waiting for?", null],
])("CTX-2 whom %s asks about", (question, who) => {
  expect(readWho(question)).toBe(who);
});

test("CTX-2 numbers in signatures are told from dates, codes, faxes, conferences and quoted lines", () => {
  const keys = (text: string) => phoneLines(text).map(({ key }) => key);
  expect(keys("Anna\nphone: (+1) 819 821 8000 / 63893\nFax: +1 819 821 8001")).toEqual(["18198218000"]);
  expect(keys("Tel. 089/1234567")).toEqual(["0891234567"]);
  expect(keys("(555) 010-4477")).toEqual(["5550104477"]);
  expect(keys("On 2026-11-24 12:30:00, order 123456789012, 2026/11/24")).toEqual([]);
  expect(keys("Access code: 626-723-7090\n> Phone: +49 9131 776 6019\nPhone: 12")).toEqual([]);
  const countries = ["Austria", "Belgium", "Canada", "Denmark", "Finland"];
  expect(keys(countries.map((country, n) => `${country}: +4${n} 571 317 312${n}`).join("\n"))).toEqual([]);
  expect(addressLines("Write to Anna@Example.com.\n> bo@example.com").map(({ key }) => key)).toEqual([
    "anna@example.com",
  ]);
  // A line of 400,000 characters is read at its beginning only.
  expect(keys(`${"1 ".repeat(200_000)} phone +49 170 5550123`)).toEqual([]);
});

test("CTX-2 a phone number or an address is answered from their own messages, else from lines that name them", async () => {
  const app = await startTestApp();
  const ana = await app.signIn("Ana Lopez");
  const ask = async (message: string): Promise<Answer | null> =>
    (await ana.post<ChatMessage>(`/api/teams/${ana.teamId}/chat`, { message })).body.answer;
  await ana.buildMessages([
    {
      ...{ sender: "Anna Berg", senderAddress: "anna@example.com" },
      subject: "Lease",
      content: "The lease ends in March.\n\n-- \nAnna Berg\nMobile: +49 170 5550123",
    },
    {
      ...{ sender: "Bo Lind", senderAddress: "bo@example.com", subject: "Plumber" },
      content: "The plumber is Eve Stone, +49 170 5550999.\n\n> Mobile: +49 170 5550123",
    },
    {
      ...{ sender: "Cy Ode", senderAddress: "cy@example.com", subject: "Re: Lease" },
      content:
        "Fine.\n\nFrom: Anna Berg\nSent: Monday\nTo: Cy Ode\nSubject: Lease\n\nIt ends.\nMobile: +49 170 5550123",
    },
    { sender: "Dee Fox", senderAddress: "dee@example.com", subject: "Roof", content: "The roof is new." },
  ]);
  const number = await ask("What is Anna's phone number?");
  expect(number).toMatchObject({ kind: "quotes", intro: "Phone numbers in what Anna wrote:" });
  expect(number?.sentences.map(({ text }) => text)).toEqual(["Mobile: +49 170 5550123"]);
  expect(number?.sources[0]).toMatchObject({ title: "Lease", author: "Anna Berg" });
  const eve = await ask("What is the mobile number of Eve Stone?");
  expect(eve).toMatchObject({ kind: "quotes", intro: "Phone numbers beside this name:" });
  expect(eve?.sentences.map(({ text }) => text)).toEqual(["The plumber is Eve Stone, +49 170 5550999."]);
  expect(await ask("What is Dee's phone number?")).toMatchObject({
    ...{ kind: "nothing", intro: "I found no phone number of Dee. Nearest to it:" },
    sources: [{ title: "Roof" }],
  });
  expect(await ask("What is Cy's phone number?")).toMatchObject({ kind: "nothing" });
  const address = await ask("What is Anna Berg's email address?");
  expect(address).toMatchObject({ kind: "list", intro: "Where Anna Berg writes from, latest first:" });
  expect(address?.sentences.map(({ text }) => text)).toEqual(["anna@example.com"]);

  const anna = await ask("Who is Anna Berg?");
  expect(anna).toMatchObject({ kind: "list", intro: "How to reach Anna Berg, by their own messages:" });
  expect(anna?.sentences.map(({ text }) => text)).toEqual(["anna@example.com", "Mobile: +49 170 5550123"]);
  // Who wrote nothing is looked for in what others wrote.
  const mentioned = await ask("Who is Eve Stone?");
  expect(mentioned?.sentences.map(({ text }) => text)).toEqual([
    "The plumber is Eve Stone, +49 170 5550999.",
  ]);

  const areas = `/api/teams/${ana.teamId}/areas`;
  const area = await ana.post<{ id: string }>(areas, {
    name: "Home",
    color: "teal",
    rules: { keywords: ["lease"] },
  });
  await ana.post(`${areas}/${area.body.id}/facts`, { text: "Anna Berg is our landlord." });
  const known = await ask("Who is Anna Berg?");
  expect(known?.sentences[0]?.text).toBe("Anna Berg is our landlord.");

  const other = await app.signIn("Cy Dean");
  const { body } = await other.post<ChatMessage>(`/api/teams/${other.teamId}/chat`, {
    message: "What is Anna's phone number?",
  });
  expect(body.answer).toMatchObject({ kind: "nothing", sources: [] });
});
