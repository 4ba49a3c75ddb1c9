import { describe, expect, test } from "vitest";
import { dueFromText } from "./due-text";
import { localTime } from "./task-values";

/** A Wednesday. */
const now = new Date(2026, 10, 25, 10, 0);
const read = (text: string, from = now) => {
  const due = dueFromText(text, from, "en-US");
  return due && localTime(due.toISOString());
};

describe("BEY-8 a due date as people type it", () => {
  test.each([
    ["fri 4pm", "2026-11-27T16:00"],
    ["Friday at 4", "2026-11-27T16:00"],
    ["fri", "2026-11-27T17:00"],
    ["by Thursday, 9:30", "2026-11-26T09:30"],
    ["thurs noon", "2026-11-26T12:00"],
    ["thurs at noon", "2026-11-26T12:00"],
    ["tues 8 a.m.", "2026-12-01T08:00"],
    ["wed", "2026-12-02T17:00"],
    ["wed 4pm", "2026-11-25T16:00"],
    ["wed 9am", "2026-12-02T09:00"],
    ["next fri", "2026-12-04T17:00"],
    ["next mon", "2026-11-30T17:00"],
    ["next sunday", "2026-12-06T17:00"],
    ["today", "2026-11-25T17:00"],
    ["tonight", "2026-11-25T20:00"],
    ["tomorrow", "2026-11-26T17:00"],
    ["tmr 16:00", "2026-11-26T16:00"],
    ["tomorrow morning", "2026-11-26T09:00"],
    ["eod", "2026-11-25T17:00"],
    ["eod fri", "2026-11-27T17:00"],
    ["4pm", "2026-11-25T16:00"],
    ["9am", "2026-11-26T09:00"],
    ["16h30", "2026-11-25T16:30"],
    ["12am", "2026-11-26T00:00"],
    ["in 2 hours", "2026-11-25T12:00"],
    ["30 min", "2026-11-25T10:30"],
    ["in 3 days", "2026-11-28T17:00"],
    ["2w", "2026-12-09T17:00"],
    ["next week", "2026-11-30T17:00"],
    ["next month", "2026-12-01T17:00"],
    ["end of the week", "2026-11-27T17:00"],
    ["nov 30", "2026-11-30T17:00"],
    ["30th of November 9:15", "2026-11-30T09:15"],
    ["March 3", "2027-03-03T17:00"],
    ["feb 29", "2028-02-29T17:00"],
    ["3 mar 2028 at 8", "2028-03-03T08:00"],
    ["2027-01-15 14:00", "2027-01-15T14:00"],
    ["yesterday", "2026-11-24T17:00"],
    ["yesterday 9am", "2026-11-24T09:00"],
    ["yesterday morning", "2026-11-24T09:00"],
    ["last fri", "2026-11-20T17:00"],
    ["last Friday at 4", "2026-11-20T16:00"],
    ["last wed", "2026-11-18T17:00"],
    ["3 days ago", "2026-11-22T17:00"],
    ["2 weeks ago 9am", "2026-11-11T09:00"],
    ["1 month ago", "2026-10-25T17:00"],
    ["24.12.", "2026-12-24T17:00"],
    ["24.12", "2026-12-24T17:00"],
    ["12/25", "2026-12-25T17:00"],
    ["25/12", "2026-12-25T17:00"],
    ["11/1/2027", "2027-11-01T17:00"],
    ["11/1/27 4pm", "2027-11-01T16:00"],
    ["2/29", "2028-02-29T17:00"],
    ["16.30", "2026-11-25T16:30"],
    ["fri 16.30", "2026-11-27T16:30"],
    ["fri 9.15", "2026-11-27T09:15"],
    ["24.12. 16.30", "2026-12-24T16:30"],
    ["fri 4pm-5pm", "2026-11-27T16:00"],
    ["fri 4-5pm", "2026-11-27T16:00"],
    ["fri 11 – 1pm", "2026-11-27T11:00"],
    ["fri 12-1pm", "2026-11-27T12:00"],
    ["fri 4:15pm to 5pm", "2026-11-27T16:15"],
    ["fri 16:00-17:30", "2026-11-27T16:00"],
    ["fri 16.00-17.30", "2026-11-27T16:00"],
    ["2027-01-15 9:00-10:00", "2027-01-15T09:00"],
    ["2027-01-15 4pm", "2027-01-15T16:00"],
  ])("%s", (text, due) => expect(read(text)).toBe(due));

  test.each([
    "24/7",
    "13/13",
    "0/5",
    "2/30",
    "1/2 page",
    "3/4 of it",
    "31.11",
    "10-12",
    "",
    "soon",
    "fri maybe",
    "feb 30",
    "25:00",
    "13pm",
    "4",
    "the lease",
    "next",
    "last",
    "last year",
    "ago",
    "in 3 days ago",
    "2026-13-01",
  ])("%j is unclear", (text) => expect(read(text)).toBeUndefined());

  test("the order of day and month is the reader's, unless only one is possible", () => {
    const due = (text: string, locale: string) => dueFromText(text, now, locale)?.toDateString();
    expect(due("11/1/2027", "en-US")).toBe("Mon Nov 01 2027");
    expect(due("11/1/2027", "en-GB")).toBe("Mon Jan 11 2027");
    expect(due("11/1/2027", "de-DE")).toBe("Mon Jan 11 2027");
    expect(due("11/1/2027", "ja-JP")).toBe("Mon Nov 01 2027");
    for (const locale of ["en-US", "en-GB"])
      for (const text of ["12/25", "25/12"]) expect(due(text, locale)).toBe("Fri Dec 25 2026");
    // Means always, wherever the day comes first too.
    expect(due("24/7", "en-GB")).toBeUndefined();
    expect(due("24/7/2027", "en-GB")).toBe("Sat Jul 24 2027");
  });

  test("a month from its last day on is the last day of a shorter one", () => {
    expect(read("in 1 month", new Date(2027, 0, 31))).toBe("2027-02-28T17:00");
    expect(read("1 month ago", new Date(2027, 2, 31))).toBe("2027-02-28T17:00");
    expect(read("11 months ago", new Date(2027, 11, 15))).toBe("2027-01-15T17:00");
  });

  test("today after work is its last minute", () => {
    expect(read("today", new Date(2026, 10, 25, 18, 0))).toBe("2026-11-25T23:59");
  });

  test("a day keeps its hour through the change to daylight saving time", () => {
    expect(read("in 4 days", new Date(2027, 2, 11, 10, 0))).toBe("2027-03-15T17:00");
  });
});
