import { expect, test } from "vitest";
import type { Team } from "../contract";
import { teamInUse } from "./team-queries";

const team = (id: string, current: boolean): Team => ({
  id,
  name: id,
  role: "owner",
  current,
  createdAt: "2026-11-20T10:00:00.000Z",
});

test("WORK-5 the team in use is the session's current one, else the first of the list, else none", () => {
  expect(teamInUse([team("a", false), team("b", true)])?.id).toBe("b");
  expect(teamInUse([team("a", false), team("b", false)])?.id).toBe("a");
  expect(teamInUse([])).toBeNull();
});
