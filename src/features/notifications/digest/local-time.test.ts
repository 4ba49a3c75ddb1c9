import { expect, test } from "vitest";
import { dueTexts, isDigestDue, localTime } from "./local-time";

/** The moments of a day at which a digest goes out, if it's looked for every quarter of an hour. */
function sentOn(from: string, to: string, hour: number, timeZone: string): string[] {
  const sent: string[] = [];
  let lastDay: string | null = localTime(new Date(Date.parse(from) - 1), timeZone).date;
  for (let at = Date.parse(from); at < Date.parse(to); at += 15 * 60_000) {
    const now = localTime(new Date(at), timeZone);
    if (!isDigestDue({ hour, lastDay }, now)) continue;
    lastDay = now.date;
    sent.push(new Date(at).toISOString());
  }
  return sent;
}

test("BEY-9 the digest is due once per day at its hour, also when the clocks skip that hour or repeat it", () => {
  // Berlin: on 2026-03-29, 2:00 is followed by 3:00; on 2026-10-25, 2:00 comes twice.
  const berlin = "Europe/Berlin";
  expect(sentOn("2026-03-27T23:00Z", "2026-03-30T22:00Z", 2, berlin)).toEqual([
    "2026-03-28T01:00:00.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:00:00.000Z",
  ]);
  expect(sentOn("2026-10-23T22:00Z", "2026-10-26T23:00Z", 2, berlin)).toEqual([
    "2026-10-24T00:00:00.000Z",
    "2026-10-25T00:00:00.000Z",
    "2026-10-26T01:00:00.000Z",
  ]);
  expect(sentOn("2026-03-28T23:00Z", "2026-03-29T22:00Z", 8, berlin)).toEqual(["2026-03-29T06:00:00.000Z"]);
  // Half an hour off, and a change of clocks of half an hour (Lord Howe).
  expect(sentOn("2026-05-01T18:30Z", "2026-05-02T18:30Z", 8, "Asia/Kolkata")).toEqual([
    "2026-05-02T02:30:00.000Z",
  ]);
  expect(sentOn("2026-10-03T13:30Z", "2026-10-04T13:00Z", 2, "Australia/Lord_Howe")).toHaveLength(1);
});

test("BEY-9 a person who travels west gets no second digest on the same date, and midnight is hour 0", () => {
  const now = new Date("2026-11-22T23:30:00Z");
  expect(localTime(now, "Asia/Tokyo")).toEqual({ date: "2026-11-23", hour: 8 });
  expect(localTime(now, "America/New_York")).toEqual({ date: "2026-11-22", hour: 18 });
  expect(isDigestDue({ hour: 8, lastDay: "2026-11-23" }, localTime(now, "America/New_York"))).toBe(false);
  expect(localTime(new Date("2026-11-22T00:00:00Z"), "UTC")).toEqual({ date: "2026-11-22", hour: 0 });
});

test.each([
  ["2026-11-30T16:30:00Z", "5:30 PM"],
  ["2026-11-30T22:30:00Z", "11:30 PM"],
  ["2026-11-29T22:30:00Z", "Sun, Nov 29"],
  ["2026-11-29T23:30:00Z", "12:30 AM"],
  ["2025-12-31T23:30:00Z", "Thu, Jan 1"],
  ["2025-12-31T22:30:00Z", "Wed, Dec 31, 2025"],
])("BEY-9 what is due at %s is named in the reader's zone: %s", (due, text) => {
  const said = dueTexts(new Date("2026-11-30T12:00:00Z"), "Europe/Berlin")(new Date(due));
  // Some versions of Node.js write a narrow space before AM.
  expect(said.replaceAll(/\s/g, " ")).toBe(text);
});
