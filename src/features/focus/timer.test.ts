import { expect, test } from "vitest";
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
