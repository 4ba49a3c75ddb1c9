import { expect, test } from "vitest";
import type { Team } from "../contract";
import { noticeOf } from "./team-notice";

const team = (name: string): Team => ({
  id: name,
  name,
  role: "member",
  current: false,
  createdAt: "2026-11-20T10:00:00.000Z",
});
const [depot, roof] = [team("Depot"), team("Roof")];

test("a switch names the new team", () => {
  expect(noticeOf(depot, roof, [depot, roof])).toEqual({ title: "Now in Roof" });
});

test("after losing a team, names it first, then the next one", () => {
  expect(noticeOf(depot, roof, [roof])).toEqual({
    title: "You're no longer in Depot.",
    description: "Now in Roof.",
  });
});

test("after losing the last team, names only that one", () => {
  expect(noticeOf(depot, null, [])).toEqual({ title: "You're no longer in Depot." });
});

test("names the first team after having none", () => {
  expect(noticeOf(null, roof, [roof])).toEqual({ title: "Now in Roof" });
});
