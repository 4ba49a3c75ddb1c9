import { describe, expect, test } from "vitest";
import type { Passage } from "./passages";
import { createSearchIndex } from "./ranking";

const passage: Passage = {
  ...{ id: "1", source: "1", position: 0, title: "Lease of the Hamburg office" },
  date: new Date("2026-11-18T10:00:00Z"),
  lines: [
    {
      author: "Jonas Weber",
      text: "Kirsty pays 1,500 for the lease by 20th December. The invoice of Acme-Tech is late.",
    },
  ],
};

const lacks = (question: string) => createSearchIndex([passage]).search(question)[0]?.lacks;

describe("CTX-2 what a question names must be in the source of an answer", () => {
  test.each([
    "What does Kirsty pay for the lease?",
    "When is the invoice of Acme due?",
    "What is the lease in Hamburg?",
    "What did Jonas write about the lease?",
    "what did weber write about the lease?",
    "Does she pay 1500 for the lease by 20 December?",
    "What did they write about the lease in November 2026?",
    "Please tell me on Monday how Zippy found the lease",
    "HOW MUCH IS THE LEASE?",
    "Who Pays The Lease Of The New Berlin Office?",
    "Was kostet die Miete laut Lease für das Lager?",
    "Lease. Everything about it",
    "the 3 invoices",
  ])("“%s” is about it", (question) => expect(lacks(question)).toEqual([]));

  test.each([
    ["What does Barry pay for the lease?", ["Barry"]],
    ["Who pays the lease in Berlin?", ["Berlin"]],
    ["Does she pay 1700 for the lease?", ["1700"]],
    ["Is the lease due on 21 December?", ["21"]],
    ["What did they write about the lease in October 2025?", ["2025", "October"]],
  ])("“%s” is about %j", (question, expected) => expect(lacks(question)).toEqual(expected));

  test("an author whom the question names without capitals wrote it or is in it", () => {
    const other = {
      ...passage,
      ...{ id: "2", source: "2", lines: [{ author: "Cy Ode", text: "The invoice is late." }] },
    };
    const found = createSearchIndex([passage, other]).search("what did cy write about the invoice");
    expect(Object.fromEntries(found.map(({ passage: { id }, lacks }) => [id, lacks]))).toEqual({
      1: ["cy"],
      2: [],
    });
  });
});
