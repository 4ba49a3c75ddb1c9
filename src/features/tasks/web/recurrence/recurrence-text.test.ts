import { describe, expect, test } from "vitest";
import { firstTime, readRule, ruleInWords, writeRule } from "../../../../shared/recurrence-rule";
import { recurrenceFromText } from "./recurrence-text";

/** Thursday. */
const now = new Date(2026, 10, 26, 10, 0);
const local = (date: Date) =>
  `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()} ${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;

describe("WORK-3 a recurrence in plain words", () => {
  test.each([
    ["every fri 4pm", "Every Friday at 4:00 PM", "2026-11-27 16:00"],
    ["every fri 16.30", "Every Friday at 4:30 PM", "2026-11-27 16:30"],
    ["every fri 4pm-5pm", "Every Friday at 4:00 PM", "2026-11-27 16:00"],
    ["every friday", "Every Friday at 5:00 PM", "2026-11-27 17:00"],
    ["@every thu 9am", "Every Thursday at 9:00 AM", "2026-12-3 9:00"],
    ["every weekday at 9", "Every weekday at 9:00 AM", "2026-11-27 9:00"],
    ["weekdays", "Every weekday at 5:00 PM", "2026-11-26 17:00"],
    ["every day", "Every day at 5:00 PM", "2026-11-26 17:00"],
    ["daily 8:30", "Every day at 8:30 AM", "2026-11-27 8:30"],
    ["every morning", "Every day at 9:00 AM", "2026-11-27 9:00"],
    ["every 3 days", "Every 3 days at 5:00 PM", "2026-11-26 17:00"],
    ["every week", "Every Thursday at 5:00 PM", "2026-11-26 17:00"],
    ["every other week", "Every 2 weeks on Thursday at 5:00 PM", "2026-11-26 17:00"],
    ["every other fri", "Every 2 weeks on Friday at 5:00 PM", "2026-11-27 17:00"],
    [
      "every 2 weeks on mon and thu 4pm",
      "Every 2 weeks on Monday and Thursday at 4:00 PM",
      "2026-11-26 16:00",
    ],
    ["every tue, thu and sat", "Every Tuesday, Thursday and Saturday at 5:00 PM", "2026-11-26 17:00"],
    ["every weekend", "Every Saturday and Sunday at 5:00 PM", "2026-11-28 17:00"],
    ["monthly", "Every month on the 26th at 5:00 PM", "2026-11-26 17:00"],
    ["every 15th", "Every month on the 15th at 5:00 PM", "2026-12-15 17:00"],
    ["every month on the 31st", "Every month on the last day at 5:00 PM", "2026-11-30 17:00"],
    ["every 30th of the month", "Every month on the 30th or last day at 5:00 PM", "2026-11-30 17:00"],
    ["every last day of the month", "Every month on the last day at 5:00 PM", "2026-11-30 17:00"],
    ["every first monday", "Every month on the first Monday at 5:00 PM", "2026-12-7 17:00"],
    ["every last fri of the month 3pm", "Every month on the last Friday at 3:00 PM", "2026-11-27 15:00"],
    ["every 3 months on the 1st", "Every 3 months on the 1st at 5:00 PM", "2026-12-1 17:00"],
    ["every nov 30", "Every year on November 30 at 5:00 PM", "2026-11-30 17:00"],
    ["every year on 1 january", "Every year on January 1 at 5:00 PM", "2027-1-1 17:00"],
    ["every 29 feb at noon", "Every year on February 29 at 12:00 PM", "2027-2-28 12:00"],
    ["yearly", "Every year on November 26 at 5:00 PM", "2026-11-26 17:00"],
  ])("%j", (text, words, due) => {
    const found = recurrenceFromText(text, now);
    expect(found && ruleInWords(found.rule).replaceAll("\u202f", " ")).toBe(words);
    expect(found && local(found.due)).toBe(due);
    const written = writeRule(found?.rule as never);
    expect(readRule(written)).toEqual(found?.rule);
  });

  test.each([
    ["every customer"],
    ["every"],
    ["every 0 days"],
    ["every 100 weeks"],
    ["every 3 fridays"],
    ["every 32nd"],
    ["every foo 12"],
    ["every fri 25:00"],
    ["every week on the 15th"],
    ["daily report"],
    ["everyday low prices"],
    ["fri 4pm"],
  ])("%j stays text", (text) => {
    expect(recurrenceFromText(text, now)).toBeUndefined();
  });
});

test("the first time of a day that the month may not have", () => {
  const rule = readRule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0");
  expect(local(firstTime(rule as never, now))).toBe("2027-2-28 9:00");
});

test.each([
  ["FREQ=SECONDLY;BYHOUR=1;BYMINUTE=1"],
  ["FREQ=DAILY"],
  ["FREQ=DAILY;COUNT=3;BYHOUR=1;BYMINUTE=1"],
  ["FREQ=DAILY;INTERVAL=0;BYHOUR=1;BYMINUTE=1"],
  ["FREQ=WEEKLY;BYHOUR=1;BYMINUTE=1"],
  ["FREQ=WEEKLY;BYDAY=XX;BYHOUR=1;BYMINUTE=1"],
  ["FREQ=MONTHLY;BYDAY=9MO;BYHOUR=1;BYMINUTE=1"],
  ["FREQ=DAILY;BYHOUR=24;BYMINUTE=0"],
  ["DTSTART:20260101\nRRULE:FREQ=DAILY"],
  [""],
])("no other rule is read: %j", (text) => {
  expect(readRule(text)).toBeUndefined();
});
