import { expect, test } from "vitest";
import { proposeTasks } from "../meetings/proposals/propose-tasks";
import { demoMeeting } from "./sample-meeting";

test("ROUTE-8 MEET-4 the demo's meeting has tasks, each at the words it comes from", () => {
  const now = new Date("2026-11-20T09:00:00Z");
  const { segments, createdAt } = demoMeeting(now);
  expect(createdAt.getTime()).toBeLessThan(now.getTime());
  const options = { members: [{ id: "visitor", name: "Demo Visitor" }], now: createdAt, timeZone: "UTC" };
  const { items } = proposeTasks("meeting", segments, options);
  expect(items.length).toBeGreaterThanOrEqual(2);
  expect(items.some(({ assigneeId }) => assigneeId === "visitor")).toBe(true);
  for (const { evidence } of items)
    expect(segments[evidence.segment]?.text.slice(evidence.start, evidence.end)).toBe(evidence.quote);
});
