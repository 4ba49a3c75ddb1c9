import { describe, expect, test } from "vitest";
import type { Passage } from "./passages";
import { createSearchIndex, stillMissing } from "./ranking";

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

  test.each([
    ["What is on the agenda of SA4#110-e?", []],
    ["What is on the agenda of sa4#110e?", []],
    ["What does (S4-210129) change in C++?", []],
    ["What is on the agenda of SA4#111-e?", ["SA4#111-e"]],
    ["What is on the agenda of SA4#110-f?", ["SA4#110-f"]],
    ["What does S4-110 change?", ["S4-110"]],
    ["What does it change in C#?", ["C#"]],
  ])("in “%s”, the code counts as a whole", (question, expected) => {
    const lines = [
      { author: null, text: "S4-210129 on the agenda of SA4#110-e changes the C++ part, not C." },
    ];
    const found = createSearchIndex([{ ...passage, lines }]).search(question);
    expect(found[0]?.lacks).toEqual(expected);
  });

  const mentioned = { ...passage, lines: [{ author: "Cy Ode", text: "Jonas Weber pays the lease." }] };
  const byJonas = { ...passage, id: "2", source: "2" };
  test.each([
    ["What did Jonas Weber say about the lease?", ["Jonas Weber"]],
    ["what has jonas written or what did jonas promise about the lease", ["jonas"]],
    ["What is Mr. Weber's opinion on the lease?", ["Mr. Weber"]],
    ["Summarize Jonas Weber's opinion on the lease", ["Jonas Weber"]],
    ["What about the lease, according to Jonas Weber?", ["Jonas Weber"]],
    ["What did the landlord say about the lease?", []],
    ["What did they say about the lease?", []],
    ["What does Jonas Weber pay?", []],
  ])("“%s” asks for the words of %j", (question, expected) => {
    const found = createSearchIndex([mentioned, byJonas]).search(question);
    expect(Object.fromEntries(found.map(({ passage: { id }, lacks }) => [id, lacks]))).toMatchObject({
      1: expected,
      2: [],
    });
  });

  test.each([
    ["Which dentist pays the lease?", ["dentist"]],
    ["Which dentists recommended the lease?", ["dentist"]],
    ["Is there a dentist lease?", ["dentist"]],
    ["Who pays and signs the lease?", []],
    ["What is the price of the lease?", []],
    ["Who is the tenant of the Hamburg office, whose lease and invoice Kirsty and Acme know?", []],
    ["dentist lease", []],
    ["Welcher Zahnarzt zahlt die Lease?", []],
  ])("of “%s”, an answer would have %j too", (question, expected) => {
    const index = createSearchIndex([passage]);
    expect(index.missing(question, [passage])).toEqual(expected);
  });

  test("a word that the thread has is not missing, and a frequent word may be", () => {
    const others = ["2", "3", "4"].map((id) => ({
      ...passage,
      id,
      source: id,
      lines: [{ author: null, text: "The dentist." }],
    }));
    const question = "Which dentist pays the lease?";
    expect(stillMissing(question, ["dentist"], new Set(["dentis"]))).toEqual([]);
    expect(createSearchIndex([passage, ...others]).missing(question, [passage])).toEqual([]);
    expect(createSearchIndex([passage, others[0]!]).missing(question, [passage])).toEqual(["dentist"]);
  });
});
