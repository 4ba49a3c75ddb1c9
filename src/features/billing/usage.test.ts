import { describe, expect, test } from "vitest";
import type { Usage } from "./contract";
import { limitState, overLimits, percentShown, percentUsed } from "./usage";

const usageOf = (integrations: number, max: number | null): Usage => ({
  tier: "starter",
  usage: { integrations, messages: 0, teamMembers: 1 },
  limits: { maxIntegrations: max, maxMessagesPerMonth: null, maxTeamMembers: 5 },
  trialEnded: false,
  hasActiveSubscription: true,
  waitingMessages: 0,
});

describe("LIM-2", () => {
  test("missing usage allows everything", () => {
    expect(limitState(undefined, "integrations")).toBe("free");
    expect(limitState(undefined, "messages")).toBe("free");
  });

  test("the percentage is min(100, current/limit*100), and 0 when unlimited", () => {
    expect(percentUsed(1, 8)).toBe(12.5);
    expect(percentUsed(8, 8)).toBe(100);
    expect(percentUsed(30, 8)).toBe(100);
    expect(percentUsed(30, null)).toBe(0);
  });

  test("a screen shows it rounded, and 100 only for a limit that is reached", () => {
    const shown = [799, 800, 994, 999, 1000, 1003].map((used) => percentShown(used, 1000));
    expect(shown).toEqual([80, 80, 99, 99, 100, 100]);
    expect(percentShown(30, null)).toBe(0);
  });

  test("a limit is reached when current >= limit, and near from 80 %", () => {
    const states = [0, 3, 4, 5, 6].map((used) => limitState(usageOf(used, 5), "integrations"));
    expect(states).toEqual(["free", "free", "near", "reached", "reached"]);
    expect([3, 4].map((used) => limitState(usageOf(used, 4), "integrations"))).toEqual(["free", "reached"]);
    expect(limitState(usageOf(1_000, null), "integrations")).toBe("free");
  });
});

test("a smaller plan names what is beyond its limits", () => {
  const limits = { maxIntegrations: 2, maxMessagesPerMonth: 100, maxTeamMembers: 1 };
  expect(overLimits(usageOf(4, 5), limits)).toEqual([{ of: "integrations", current: 4, limit: 2 }]);
  expect(overLimits(usageOf(2, 5), limits)).toEqual([]);
});
