import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { analyze } from "../engine";
import { dueInstant, findDates, referenceFor } from "./due-dates";

/** `due` has a time only if the phrase states one; null for a phrase that only looks like a deadline. */
interface Row {
  text: string;
  sent: string;
  due: string | null;
}

const folder = join(import.meta.dirname, "fixtures");
const tables = readdirSync(folder)
  .filter((name) => /^due-phrases-.*\.jsonl$/.test(name))
  .sort();

const rowsOf = (name: string) =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

function dueIn({ text, sent }: Row): string | null {
  const sentAt = new Date(`${sent}:00Z`);
  const dates = findDates(text, referenceFor(sentAt, "UTC"));
  const date = dates.find(({ limit }) => limit) ?? dates[0];
  return date ? dueInstant(date, sentAt, "UTC").toISOString() : null;
}

/** Written without looking at the engine; see dates in `eval/README.md`. */
describe.each(tables)("%s", (name) => {
  test.each(rowsOf(name))("$text", (row) => {
    const due = dueIn(row);
    expect(due && row.due ? due.slice(0, row.due.length) : due).toBe(row.due);
  });
});

describe("across sentences", () => {
  const analyzed = (content: string) =>
    analyze({
      content,
      subject: "Roof repair",
      from: { name: "Mara Lind", address: "mara.lind@roofers.example" },
      to: ["ben.okoro@harbour.example"],
      cc: [],
      sentAt: new Date("2026-11-18T10:00:00Z"), // a Wednesday
      channel: "gmail",
      bulk: false,
      fromOwner: false,
    }).dueDate?.slice(0, 10);

  test("a day can be relative to one in the previous sentence", () => {
    expect(
      analyzed("The kick-off is on Monday, January 11th. Please send me your part the Friday before."),
    ).toBe("2027-01-08");
    expect(analyzed("The offer is valid through 11/30. Could you please sign the contract by then?")).toBe(
      "2026-11-30",
    );
  });

  test("the limit of a request may be in the next sentence", () => {
    expect(analyzed("Could you please send me the signed contract? The customer wants it EOD Friday.")).toBe(
      "2026-11-20",
    );
  });
});

describe("the days of a sentence", () => {
  const sentAt = new Date("2026-11-18T10:00:00Z"); // a Wednesday
  const quotes = (text: string) =>
    findDates(text, referenceFor(sentAt, "UTC")).map(({ start, end, limit }) => [
      text.slice(start, end),
      limit,
    ]);

  test("a mistyped word is quoted as written", () => {
    expect(quotes("Send teh minutes by Wendesday, teh notes by thrusday 10am.")).toEqual([
      ["Wendesday", true],
      ["thrusday 10am.", true],
    ]);
  });

  test("a denied day doesn't count", () => {
    expect(quotes("Don't send it on Friday, send it on Monday.")).toEqual([["Monday", false]]);
    expect(quotes("The meeting on Friday is cancelled.")).toEqual([]);
  });

  test("of several days, the requested one is the limit", () => {
    expect(quotes("The auditors arrive on Monday, so let me have the ledger on Friday.")).toEqual([
      ["Monday", false],
      ["Friday", true],
    ]);
  });

  test("a relative day replaces the day it refers to", () => {
    expect(quotes("Please return it two days before the launch on December 4.")).toEqual([
      ["two days before the launch on December 4", true],
    ]);
    expect(quotes("The review is on the 25th; send your part two days before that.")).toEqual([
      ["on the 25th", false],
      ["two days before", true],
    ]);
  });
});
