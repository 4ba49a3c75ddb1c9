import { describe, expect, test } from "vitest";
import { sampleTask } from "../../../../../test/support/sample-task";
import { dayIn } from "../../../../shared/local-time";
import type { Task } from "../../contract";
import {
  addDays,
  addMonths,
  boundsOf,
  dueOn,
  isDay,
  spanText,
  startOf,
  tasksByDay,
  weeksOf,
} from "./calendar-days";

const berlin = "Europe/Berlin";

test("MTX-6 a month is six weeks from Monday, in leap years and in months that begin on Monday or Sunday", () => {
  const edges = (day: string) => {
    const weeks = weeksOf("month", day);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(new Set(weeks.flat()).size).toBe(42);
    return [weeks[0]?.[0], weeks[5]?.[6]];
  };
  expect(edges("2027-03-15")).toEqual(["2027-03-01", "2027-04-11"]);
  expect(edges("2027-08-31")).toEqual(["2027-07-26", "2027-09-05"]);
  expect(edges("2028-02-29")).toEqual(["2028-01-31", "2028-03-12"]);
  expect(weeksOf("week", "2027-01-03")).toEqual([
    ["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"],
  ]);
});

test("MTX-6 days and months are counted in the calendar; the 31st becomes the last of a shorter month", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  expect(addMonths("2027-01-31", 1)).toBe("2027-02-28");
  expect(addMonths("2027-01-31", -2)).toBe("2026-11-30");
  expect(startOf("week", "2027-03-14")).toBe("2027-03-08");
  expect(["2027-02-29", "2027-13-01", "0999-01-01", "March"].filter(isDay)).toEqual([]);
  expect(isDay("2028-02-29")).toBe(true);
  expect(spanText("month", "2027-03-15")).toBe("March 2027");
  expect(spanText("week", "2027-03-31")).toMatch(/^Mar 29.*Apr 4, 2027$/);
});

describe.each([
  { change: "spring", month: "2027-03", sunday: "2027-03-28", hours: 23 },
  { change: "autumn", month: "2027-10", sunday: "2027-10-31", hours: 25 },
])("MTX-6 across the change of the clock in $change", ({ month, sunday, hours }) => {
  test("every day is there once, and the day of the change has its own hours", () => {
    const days = weeksOf("month", `${month}-01`).flat();
    expect(days).toEqual(Array.from({ length: 42 }, (_, n) => addDays(days[0] as string, n)));
    const { from, before } = boundsOf([[sunday]], berlin);
    expect((Date.parse(before) - Date.parse(from)) / 3_600_000).toBe(hours);
  });

  test("a task keeps its time of day when it moves over the change, and back", () => {
    const saturday = addDays(sunday, -1);
    const due = dueOn(saturday, "2027-01-10T08:30:15.250Z", berlin);
    const monday = dueOn(addDays(sunday, 1), due, berlin);
    const clock = (iso: string) => new Date(iso).toLocaleTimeString("en-GB", { timeZone: berlin });
    expect([due, monday].map(clock)).toEqual(["09:30:15", "09:30:15"]);
    expect(Date.parse(monday) - Date.parse(due)).toBe((24 + hours) * 3_600_000);
    expect(dueOn(saturday, monday, berlin)).toBe(due);
    expect(dayIn(berlin, new Date(monday))).toBe(addDays(sunday, 1));
  });

  test("a task just after midnight is on its own day, not on the server's", () => {
    const { from, before } = boundsOf([[sunday]], berlin);
    const last = new Date(Date.parse(before) - 1).toISOString();
    const tasks = [
      sampleTask({ id: "first", dueDate: from }),
      sampleTask({ id: "last", dueDate: last }),
      sampleTask({ id: "next", dueDate: before }),
    ];
    const days = tasksByDay(tasks, berlin);
    expect(days.get(sunday)?.map(({ id }) => id)).toEqual(["first", "last"]);
    expect(days.get(addDays(sunday, 1))?.map(({ id }) => id)).toEqual(["next"]);
  });
});

test("MTX-6 a time that the change skips moves on by an hour, on the day that was chosen", () => {
  const moved = dueOn("2027-03-28", "2027-03-27T01:30:00.000Z", berlin);
  expect(moved).toBe("2027-03-28T01:30:00.000Z");
  expect(dayIn(berlin, new Date(moved))).toBe("2027-03-28");
});

test("MTX-6 a day has its tasks by priority, then time; resolved ones last, undated ones nowhere", () => {
  const at = (hour: string) => `2027-03-15T${hour}:00:00.000Z`;
  const of = (id: string, changes: Partial<Task>) => sampleTask({ id, status: "new", ...changes });
  const tasks = [
    of("low", { priority: "low", dueDate: at("08") }),
    of("done", { priority: "high", status: "resolved", dueDate: at("09") }),
    of("medium", { priority: "medium", dueDate: at("10") }),
    of("high", { priority: "high", dueDate: at("11") }),
    of("high, later", { priority: "high", dueDate: at("12") }),
    of("undated", { dueDate: null }),
  ];
  const days = tasksByDay(tasks, berlin);
  expect([...days.keys()]).toEqual(["2027-03-15"]);
  expect(days.get("2027-03-15")?.map(({ id }) => id)).toEqual([
    "high",
    "high, later",
    "medium",
    "low",
    "done",
  ]);
});
