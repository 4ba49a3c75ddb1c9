import { expect, test } from "vitest";
import { exactTimeOf, isSnoozed, snoozeTimes } from "./snooze-times";

const offered = (...now: [number, number, number, number, number?]) =>
  snoozeTimes(new Date(...now)).map(
    ({ label, at }) => `${label}: ${exactTimeOf(at, new Date(...now)).replaceAll("\u202f", " ")}`,
  );

test("BEY-11 the offered times show exactly when it comes back", () => {
  // A Wednesday morning.
  expect(offered(2026, 10, 18, 10, 30)).toEqual([
    "In an hour: Wed, Nov 18, 11:30 AM",
    "This evening: Wed, Nov 18, 6:00 PM",
    "Tomorrow morning: Thu, Nov 19, 9:00 AM",
    "This weekend: Sat, Nov 21, 9:00 AM",
    "Next week: Mon, Nov 23, 9:00 AM",
  ]);
  // After midnight, the coming morning is today's.
  expect(offered(2026, 10, 18, 0, 44)).toEqual([
    "In an hour: Wed, Nov 18, 1:44 AM",
    "This morning: Wed, Nov 18, 9:00 AM",
    "This evening: Wed, Nov 18, 6:00 PM",
    "Tomorrow morning: Thu, Nov 19, 9:00 AM",
    "This weekend: Sat, Nov 21, 9:00 AM",
    "Next week: Mon, Nov 23, 9:00 AM",
  ]);
  // Late on a Sunday, tomorrow is next week.
  expect(offered(2026, 10, 22, 22)).toEqual([
    "In an hour: Sun, Nov 22, 11:00 PM",
    "Tomorrow morning: Mon, Nov 23, 9:00 AM",
  ]);
});

test("BEY-11 a time in another year names it", () => {
  const [now, later] = [new Date(2026, 10, 29), new Date(2027, 10, 28, 9)];
  expect(exactTimeOf(later, now).replaceAll("\u202f", " ")).toBe("Sun, Nov 28, 2027, 9:00 AM");
});

test("BEY-11 the hour stays when the clocks change in between", () => {
  const tomorrow = (month: number, day: number) =>
    offered(2027, month, day, 12).find((one) => /^(Tomorrow|Next)/.test(one));
  for (const day of [27, 28]) expect(tomorrow(2, day)).toMatch(/9:00 AM$/);
  for (const day of [30, 31]) expect(tomorrow(9, day)).toMatch(/9:00 AM$/);
});

test("BEY-11 it is snoozed until exactly that time", () => {
  const snoozedUntil = "2026-11-23T08:00:00.000Z";
  expect(isSnoozed({ snoozedUntil }, Date.parse(snoozedUntil) - 1)).toBe(true);
  expect(isSnoozed({ snoozedUntil }, Date.parse(snoozedUntil))).toBe(false);
  expect(isSnoozed({ snoozedUntil: null })).toBe(false);
});
