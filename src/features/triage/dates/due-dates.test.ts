import { describe, expect, test } from "vitest";
import { clockChanges, offsetOf } from "../../../../test/support/time/clock-changes";
import { dueInstant, findDates, referenceFor } from "./due-dates";

/** Tuesday, 3 March 2026, 9:00 UTC. */
const sentAt = new Date("2026-03-03T09:00:00Z");

function due(text: string, timeZone = "UTC", from = sentAt): string | null {
  const dates = findDates(text, referenceFor(from, timeZone));
  const date = dates.find(({ limit }) => limit) ?? dates[0];
  return date ? dueInstant(date, from, timeZone).toISOString().slice(0, 16) : null;
}

describe("deadlines are relative to the message's own time", () => {
  test.each([
    ["We need the slides by COB Thursday", "2026-03-05T17:00"],
    ["Get it to me by end of business tomorrow", "2026-03-04T17:00"],
    ["Finish the draft before the end of this week", "2026-03-06T17:00"],
    ["Let us settle it by the end of next week", "2026-03-13T17:00"],
    ["Numbers are due EOM", "2026-03-31T17:00"],
    ["Close the books by end of next month", "2026-04-30T17:00"],
    ["Plan the audit for the end of Q2", "2026-06-30T17:00"],
    ["Renew the lease by year end", "2026-12-31T17:00"],
    ["Answer within 3 business days", "2026-03-06T17:00"],
    ["Reply in the next 24 hours", "2026-03-04T09:00"],
    ["I need this in ten days", "2026-03-13T17:00"],
    ["Call them a week from Monday", "2026-03-16T17:00"],
    ["Let's meet Thursday week", "2026-03-12T17:00"],
    ["Send it next Monday", "2026-03-09T17:00"],
    ["Send it next Friday", "2026-03-13T17:00"],
    ["Send it on Friday", "2026-03-06T17:00"],
    ["Book the room for the 20th", "2026-03-20T17:00"],
    ["Hand it in by the 2nd", "2026-04-02T17:00"],
    ["Deliver on April 9th, 2026 at 14:30", "2026-04-09T14:30"],
    ["Deliver on 9 April at noon", "2026-04-09T12:00"],
    ["Deliver by 4/9", "2026-04-09T17:00"],
    ["Deliver by 24.12.2026", "2026-12-24T17:00"],
    ["Deliver 2026-05-01", "2026-05-01T17:00"],
    ["Please finish mid-April", "2026-04-15T17:00"],
    ["Please finish by early May", "2026-05-01T17:00"],
    ["Do it before Easter", "2026-04-05T17:00"],
    ["Do it before Christmas Eve", "2026-12-24T17:00"],
    ["Tell me tomorrow afternoon", "2026-03-04T14:00"],
    ["Tell me first thing tomorrow", "2026-03-04T09:00"],
    ["I need it by 4pm", "2026-03-03T16:00"],
    ["I need it by 8am", "2026-03-04T08:00"],
    ["Be there Thursday at 3", "2026-03-05T15:00"],
    ["Be there Thursday 2-3pm", "2026-03-05T14:00"],
    ["Please do this asap", "2026-03-03T17:00"],
    ["Finish it over the weekend", "2026-03-07T17:00"],
    ["Reply by the next working day", "2026-03-04T17:00"],
  ])("%s", (text, expected) => {
    expect(due(text)).toBe(expected);
  });

  test("with another time zone stated, only the day counts", () => {
    expect(due("The call is on March 10 at 9:30 pm PST")).toBe("2026-03-10T17:00");
  });

  test("the reader's zone decides what today is and when the working day ends", () => {
    expect(due("Please send it today", "America/Los_Angeles")).toBe("2026-03-04T01:00");
    expect(due("Please send it by 3pm tomorrow", "Asia/Tokyo")).toBe("2026-03-04T06:00");
  });

  test("daylight saving time follows the named day, not the day it was sent", () => {
    expect(due("Deliver on July 6 at 10am", "Europe/Berlin")).toBe("2026-07-06T08:00");
  });

  test.each(clockChanges)("a change of the clock moves no hour: $zone, $change", (all) => {
    const { zone, change, friday, mondayNine, mondayEnd } = all;
    const moved = offsetOf(zone, mondayNine) - offsetOf(zone, friday);
    expect(moved).toBe({ forward: 60, back: -60, none: 0 }[change]);
    const from = new Date(friday);
    expect(due("Send it by Monday at 9am", zone, from)).toBe(mondayNine.slice(0, 16));
    expect(due("Send it by Monday", zone, from)).toBe(mondayEnd.slice(0, 16));
    expect(due("Send it within 24 hours", zone, from)).toBe(
      new Date(from.getTime() + 86_400_000).toISOString().slice(0, 16),
    );
  });

  test.each([
    ["Australia/Sydney", "2026-04-04T00:00:00Z", "2026-04-04T15:30", "2026-04-04T17:30"],
    ["America/New_York", "2026-10-31T15:00:00Z", "2026-11-01T05:30", "2026-11-01T07:30"],
  ])("of an hour that comes twice, the first counts: %s", (zone, from, twice, after) => {
    const at = zone === "Australia/Sydney" ? ["2:30", "3:30"] : ["1:30", "2:30"];
    expect(due(`Send it by tomorrow at ${at[0]} am`, zone, new Date(from))).toBe(twice);
    expect(due(`Send it by tomorrow at ${at[1]} am`, zone, new Date(from))).toBe(after);
  });

  test.each([
    ["Australia/Sydney", "2026-10-03T00:00:00Z", "2026-10-03T16:30", "2026-10-03T15:30"],
    ["America/New_York", "2026-03-07T15:00:00Z", "2026-03-08T07:30", "2026-03-08T06:30"],
  ])("an hour that the clocks skip is the one after it: %s", (zone, from, skipped, before) => {
    expect(due("Send it by tomorrow at 2:30 am", zone, new Date(from))).toBe(skipped);
    expect(due("Send it by tomorrow at 1:30 am", zone, new Date(from))).toBe(before);
  });
});

describe("words and numbers that only look like dates are ignored", () => {
  test.each([
    "The cat sat on the mat in the sun",
    "You may march to your own drum",
    "See chapter 4/5 and clause 10.2",
    "It was 20 percent cheaper in 1999",
    "Version 3.11 needs 16 GB",
    "We won 3:1",
    "My number is 555-0199",
    "Not now, she said",
    "The third point is moot",
    "We met last Friday and yesterday",
    "I wrote to you two weeks ago",
    "Half of the 12/3 split is fine",
    "She might in May or may not",
    "Open 24/7",
  ])("%s", (text) => {
    expect(due(text)).toBeNull();
  });
});

test("each date is found at its offsets", () => {
  const text = "Could we meet on Thursday at 3pm, or on 12 March?";
  const spans = findDates(text, referenceFor(sentAt, "UTC")).map(({ start, end }) => text.slice(start, end));
  expect(spans).toEqual(["Thursday at 3pm", "12 March"]);
});
