import { expect, test, vi } from "vitest";
import { monthSpellings, weekdaySpellings } from "../../../triage/dates/date-words";
import { readPast, splitTime } from "./past-time";

/** A Wednesday. In Berlin it is the 26th already. */
const now = new Date("2026-11-25T23:30:00Z");
const wordsOf = (typed: string, timeZone = "UTC") => readPast(typed, now, timeZone).map(({ words }) => words);

test.each([
  ["on 12 November", "on Thursday, November 12, 2026"],
  ["on November 12th", "on Thursday, November 12, 2026"],
  ["on the 5th of May", "on Tuesday, May 5, 2026"],
  // Not in the future.
  ["on 12 December", "on Friday, December 12, 2025"],
  ["on 29 Feb", "on Thursday, February 29, 2024"],
  ["on Tuesday, November 20", "on Tuesday, November 20, 2018"],
  ["on Tuesday the 20th of November 2001", "on Tuesday, November 20, 2001"],
  ["on 2001-11-12", "on Monday, November 12, 2001"],
  ["on 12.11.2001", "on Monday, November 12, 2001"],
  ["on 11/12/2001", "on Monday, November 12, 2001"],
  ["on 13/11/01", "on Tuesday, November 13, 2001"],
  ["on Tuesday", "on Tuesday, November 24, 2026"],
  ["on Wednesday", "on Wednesday, November 25, 2026"],
  ["last Wednesday", "on Wednesday, November 18, 2026"],
  ["on the 30th", "on Friday, October 30, 2026"],
  ["in March", "in March 2026"],
  ["in December", "in December 2025"],
  ["in last November", "in November 2026"],
  ["March 2020", "in March 2020"],
  ["in 2019", "in 2019"],
  ["last year", "last year"],
  ["Yesterday", "yesterday"],
])("CTX-2 “%s” is %s", (typed, words) => {
  expect(splitTime(`What happened ${typed}?`)).toEqual({ asked: "What happened", when: typed });
  expect(wordsOf(typed)[0]).toBe(words);
});

test("CTX-2 a day without a year may be of an earlier year, and one that doesn't exist is none", () => {
  expect(wordsOf("on Tuesday, November 20").slice(0, 4)).toEqual(
    [2018, 2012, 2007, 2001].map((year) => `on Tuesday, November 20, ${year}`),
  );
  expect(wordsOf("on 31 February")).toEqual([]);
  expect(wordsOf("in Hamburg")).toEqual([]);
});

test("CTX-2 since, before and after a day or a month name all the time on that side of it", () => {
  const [since] = readPast("since Monday", now, "UTC");
  expect(since).toMatchObject({
    words: "since Monday, November 23, 2026",
    from: new Date("2026-11-23T00:00:00Z"),
  });
  expect(since?.before.getTime()).toBeGreaterThan(now.getTime());
  const [before] = readPast("before 20 November 2001", now, "UTC");
  expect(before).toMatchObject({
    words: "before Tuesday, November 20, 2001",
    before: new Date("2001-11-20T00:00:00Z"),
  });
  expect(readPast(splitTime("What did Bo say after March?").when ?? "", now, "UTC")).toMatchObject([
    { words: "after March 2026", from: new Date("2026-04-01T00:00:00Z") },
  ]);
  expect(splitTime("What did Bo say after the meeting?").when).toBeNull();
});

test.each([
  ["between January 10 and 20", "2026-01-10", "2026-01-21"],
  ["between 10 and 20 January", "2026-01-10", "2026-01-21"],
  ["between the 10th and the 20th of January 2001", "2001-01-10", "2001-01-21"],
  ["between January 10th and February 3rd, 2001", "2001-01-10", "2001-02-04"],
  ["between December 20 and January 10, 2002", "2001-12-20", "2002-01-11"],
  ["between January 10, 2001 and January 20", "2001-01-10", "2001-01-21"],
  ["from March to May", "2026-03-01", "2026-06-01"],
  ["from 2001-01-10 to 2001-01-20", "2001-01-10", "2001-01-21"],
  ["between 2001 and 2003", "2001-01-01", "2004-01-01"],
  ["January 10-20, 2001", "2001-01-10", "2001-01-21"],
  ["January 10 – 20", "2026-01-10", "2026-01-21"],
  ["between Friday and Monday", "2026-11-20", "2026-11-24"],
  ["between the 3rd and the 5th", "2026-11-03", "2026-11-06"],
])("CTX-2 “%s” are all days from the first to the last", (typed, from, until) => {
  for (const [question, asked] of [
    [`What did Bo say ${typed}?`, "What did Bo say"],
    [`What did Bo say ${typed} about the lease?`, "What did Bo say about the lease"],
  ] as const) {
    const split = splitTime(question);
    expect(split.when).toBe(typed);
    expect(split.asked).toMatch(asked);
  }
  const [latest] = readPast(typed, now, "UTC");
  expect([latest?.from, latest?.before].map((at) => at?.toISOString().slice(0, 10))).toEqual([from, until]);
});

test("CTX-2 what lies between numbers or people is no time", () => {
  expect(wordsOf("between January 10 and 20")[0]).toBe(
    "between Saturday, January 10, 2026 and Tuesday, January 20, 2026",
  );
  for (const question of [
    "Did Bo say between 10 and 20?",
    "What did Bo say of the pages from 10 to 20?",
    "What was decided between Bo and Anna?",
    "Any mail from June to Bo?",
  ])
    expect(splitTime(question).when, question).toBeNull();
});

test("CTX-2 a day begins and ends in the time zone of who asks", () => {
  expect(wordsOf("on Thursday", "Europe/Berlin")[0]).toBe("on Thursday, November 26, 2026");
  expect(readPast("on 12 November 2001", now, "America/Los_Angeles")[0]).toMatchObject({
    from: new Date("2001-11-12T08:00:00Z"),
    before: new Date("2001-11-13T08:00:00Z"),
  });
});

test("CTX-2 a time is read by short patterns only: V8 takes half a second to compile one with all forms", () => {
  const exec = vi.spyOn(RegExp.prototype, "exec");
  const test = vi.spyOn(RegExp.prototype, "test");
  for (const typed of ["this week", "on Tuesday, March 3rd, 2001", "between March and June 2001"])
    for (const question of [`What did Bo say ${typed}?`, `What did Bo say ${typed} about the lease?`])
      readPast(splitTime(question).when ?? "", now, "UTC");
  const used = [...exec.mock.contexts, ...test.mock.contexts].map((pattern) => (pattern as RegExp).source);
  vi.restoreAllMocks();
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((source) => source.length > 700)).toEqual([]);
});

test("CTX-2 every spelling of a month and of a weekday is found in a question", () => {
  const days = weekdaySpellings.filter((name) => !name.endsWith("s") || /^(?:tues|weds|thurs)$/.test(name));
  for (const typed of [...monthSpellings.map((name) => `in ${name}`), ...days.map((name) => `on ${name}`)])
    expect(splitTime(`What did we decide ${typed}?`).when, typed).toBe(typed);
});
