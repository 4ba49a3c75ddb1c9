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

test("a switch names the team one is in now", () => {
  expect(noticeOf(depot, roof, [depot, roof])).toEqual({ title: "Now in Roof" });
});

test("a team that is gone is named first, then the one that follows", () => {
  expect(noticeOf(depot, roof, [roof])).toEqual({
    title: "You are no longer in Depot.",
    description: "Now in Roof.",
  });
});

test("with no team left only the one that is gone is named", () => {
  expect(noticeOf(depot, null, [])).toEqual({ title: "You are no longer in Depot." });
});

test("the first team after having none is where one is now", () => {
  expect(noticeOf(null, roof, [roof])).toEqual({ title: "Now in Roof" });
});
