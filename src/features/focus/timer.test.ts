import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { projectRoot } from "../../server/project-root";
import { clockOf, phaseOf } from "./timer";

const shown = (workMinutes: number | null, restMinutes: number | null, seconds: number) => {
  const phase = phaseOf({ workMinutes, restMinutes }, seconds * 1000);
  return `${phase.kind} ${clockOf(phase)}`;
};

test("BEY-4 flow counts up without an end", () => {
  expect(shown(null, null, 0)).toBe("flow 0:00");
  expect(shown(null, null, 59.9)).toBe("flow 0:59");
  expect(shown(null, null, 3723)).toBe("flow 1:02:03");
});

test("BEY-4 25/5 counts 25 minutes of work down, then 5 of rest, and begins again", () => {
  expect(shown(25, 5, 0)).toBe("work 25:00");
  expect(shown(25, 5, 25 * 60 - 0.5)).toBe("work 0:01");
  expect(shown(25, 5, 25 * 60)).toBe("rest 5:00");
  expect(shown(25, 5, 30 * 60)).toBe("work 25:00");
  expect(phaseOf({ workMinutes: 25, restMinutes: 5 }, 61 * 60_000)).toMatchObject({ round: 3 });
});

test("BEY-4 a clock that was turned back shows the beginning, not a negative time", () => {
  expect(shown(25, 5, -90)).toBe("work 25:00");
  expect(shown(null, null, -90)).toBe("flow 0:00");
});

test("BEY-4 the timer counts with clocks that no change of the computer's time moves, in spring and in autumn", () => {
  // A session is the server's elapsed time plus the page's own clock (`performance.now`), so the date plays no part.
  const session = { workMinutes: 25, restMinutes: 5 };
  const shownAt = (iso: string) => {
    vi.setSystemTime(new Date(iso));
    return clockOf(phaseOf(session, 90_000));
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  // Around both changes of the clock in Berlin, and after the computer's clock was set wrong.
  const times = [
    "2027-03-28T00:59:30Z",
    "2027-03-28T01:00:30Z",
    "2027-10-31T01:00:30Z",
    "1999-01-01T00:00:00Z",
  ];
  expect(new Set(times.map(shownAt))).toEqual(new Set(["23:30"]));
  vi.useRealTimers();
});

test("BEY-4 the clock on screen reads no date", () => {
  const sourceOf = (file: string) => readFileSync(join(projectRoot, "src/features/focus/web", file), "utf8");
  expect(sourceOf("received-focus.ts")).toContain("performance.now()");
  for (const file of ["use-phase.ts", "received-focus.ts"])
    expect(sourceOf(file)).not.toMatch(/\bDate\b|startedAt/);
});
