import { describe, expect, test } from "vitest";
import { type HealthFacts, healthOf } from "./health";

const now = new Date("2026-11-20T12:00:00Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

/** An account that was checked a minute ago, by default. */
function health(row: Partial<HealthFacts["row"]> = {}, facts: Partial<HealthFacts> = {}) {
  return healthOf({
    row: {
      provider: "slack",
      accountId: "8f3f3b1e-7c7e-4c5a-9f0e-0d8d5b8f0a11",
      address: "acme.slack.com",
      name: "Acme",
      status: "connected",
      syncInterval: 300,
      lastSyncAt: ago(60),
      lastMessageAt: ago(3600),
      nextSyncAt: ago(-240),
      failures: 0,
      lastFailure: null,
      historyDone: true,
      pushFailure: null,
      connectedAt: ago(86_400),
      ...row,
    },
    providerName: "Slack",
    messagesToday: 3,
    pushOnly: false,
    quarantined: { all: 0, unlisted: 0 },
    ignored: [],
    now,
    ...facts,
  });
}

const failure = (kind: "rate_limited" | "refused" | "unavailable" | "reconnect", message: string) => ({
  kind,
  message,
  at: ago(60).toISOString(),
});

describe("INT-5 BEY-15 health is based on what really happened", () => {
  test("healthy: says how many messages arrived today, and when the last and next checks are", () => {
    expect(health()).toEqual({
      provider: "slack",
      accountId: "8f3f3b1e-7c7e-4c5a-9f0e-0d8d5b8f0a11",
      accountEmail: "acme.slack.com",
      accountName: "Acme",
      healthStatus: "healthy",
      healthMessage: "Working: 3 messages today.",
      actionableAdvice: null,
      lastSyncAt: "2026-11-20T11:59:00.000Z",
      timeSinceLastSync: 60,
      syncInterval: 300,
      lastMessageAt: "2026-11-20T11:00:00.000Z",
      messagesToday: 3,
      nextSyncAt: "2026-11-20T12:04:00.000Z",
      needsReconnect: false,
      quarantined: 0,
      ignored: [],
      fetchingHistory: false,
    });
    expect(health({}, { messagesToday: 1 }).healthMessage).toBe("Working: 1 message today.");
    expect(health({}, { messagesToday: 0 }).healthMessage).toBe("Working: 0 messages today.");
  });

  test("error: the grant is gone, whatever else is true", () => {
    const lastFailure = failure("reconnect", "Slack no longer accepts the access.");
    expect(health({ status: "reconnect", failures: 1, lastFailure, nextSyncAt: ago(9000) })).toMatchObject({
      healthStatus: "error",
      healthMessage: "Slack no longer accepts the access.",
      actionableAdvice: "Reconnect the account. Messages sent in the meantime aren't lost.",
      nextSyncAt: null,
      fetchingHistory: false,
    });
    expect(health({ status: "reconnect" }).healthMessage).toBe("Slack no longer accepts the connection.");
  });

  test("warning after one or two failed checks, error from the third on", () => {
    const lastFailure = failure("unavailable", "Slack could not be reached.");
    expect(health({ failures: 1, lastFailure })).toMatchObject({
      healthStatus: "warning",
      healthMessage: "The last check failed: Slack could not be reached.",
      actionableAdvice: "Zippy retries automatically. If this continues, test the connection.",
    });
    expect(health({ failures: 2, lastFailure })).toMatchObject({
      healthStatus: "warning",
      healthMessage: "The last 2 checks failed: Slack could not be reached.",
    });
    expect(health({ failures: 3, lastFailure }).healthStatus).toBe("error");
  });

  test("the advice depends on the failure", () => {
    const advice = (kind: "rate_limited" | "refused") =>
      health({ failures: 1, lastFailure: failure(kind, "No.") }).actionableAdvice;
    expect(advice("rate_limited")).toContain("don't need to do anything");
    expect(advice("refused")).toContain("Check at Slack");
  });

  test("warning: a check is late by two intervals, and by two minutes at least", () => {
    const due = (seconds: number, syncInterval = 300) =>
      health({ nextSyncAt: ago(seconds), lastSyncAt: ago(seconds + syncInterval), syncInterval });
    expect(due(601).healthStatus).toBe("warning");
    expect(due(601).actionableAdvice).toContain("background work");
    expect(due(599).healthStatus).toBe("healthy");
    expect(due(119, 60).healthStatus).toBe("healthy");
    expect(due(121, 60).healthStatus).toBe("warning");
  });

  test("healthy: the check ended a moment ago, though by the database's clock the next one was due two days ago", () => {
    expect(health({ nextSyncAt: ago(172_800) }).healthStatus).toBe("healthy");
  });

  test("warning until the first check has ended, because an accepted token alone isn't healthy", () => {
    expect(health({ lastSyncAt: null, historyDone: false })).toMatchObject({
      healthStatus: "warning",
      healthMessage: "Connected. The first check is running.",
      timeSinceLastSync: null,
      fetchingHistory: true,
    });
  });

  test("warning: something is set aside; what is too much to list is counted too, and the advice says when it is read", () => {
    expect(health({}, { quarantined: { all: 2, unlisted: 0 } })).toMatchObject({
      healthStatus: "warning",
      healthMessage: "2 entries fail every time and are set aside. Everything else arrives.",
      actionableAdvice: "Look at what is set aside, then try it again or dismiss it.",
      quarantined: 2,
    });
    expect(health({}, { quarantined: { all: 540, unlisted: 40 } })).toMatchObject({
      healthMessage: "540 entries fail every time and are set aside. Everything else arrives.",
      actionableAdvice:
        "40 of them are too many to list. Dismiss what you don't need; once half of the list is gone, Zippy reads the others again.",
      quarantined: 540,
    });
  });

  test("warning: the provider refuses to push, so Zippy polls; worse problems come first", () => {
    const pushFailure = failure("refused", "Slack refuses the address.");
    expect(health({ pushFailure })).toMatchObject({
      healthStatus: "warning",
      healthMessage: "Slack doesn't push new messages. Zippy checks for them every 5 minutes instead.",
      actionableAdvice: "Slack refuses the address. Zippy tries to subscribe again with every check.",
    });
    const every = (syncInterval: number) =>
      /every (.*) instead\./.exec(health({ pushFailure, syncInterval }).healthMessage)?.[1];
    expect([60, 90, 3600, 5400, 86_400].map(every)).toEqual([
      "minute",
      "2 minutes",
      "hour",
      "90 minutes",
      "24 hours",
    ]);
    const lastFailure = failure("unavailable", "Slack could not be reached.");
    expect(health({ pushFailure, failures: 1, lastFailure }).healthMessage).toContain(
      "The last check failed",
    );
    expect(health({ pushFailure, lastSyncAt: null }).healthMessage).toContain("first check is running");
  });

  test("push only: warning until something arrives, then healthy", () => {
    const pushed = { lastSyncAt: null, nextSyncAt: null };
    expect(health({ ...pushed, lastMessageAt: null }, { pushOnly: true })).toMatchObject({
      healthStatus: "warning",
      healthMessage: "Connected, but nothing has been received yet.",
      actionableAdvice: expect.stringContaining("webhook address at Slack"),
    });
    expect(health(pushed, { pushOnly: true })).toMatchObject({ healthStatus: "healthy", nextSyncAt: null });
  });
});
