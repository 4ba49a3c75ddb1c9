import { expect, test } from "vitest";
import { day } from "../../shared/durations";
import { entitlementOf, toSubscription } from "./entitlement";
import type { SubscriptionRow } from "./repository";

const now = new Date("2026-11-10T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * day);

const row = (fields: Partial<SubscriptionRow>): SubscriptionRow => ({
  teamId: "t",
  tier: "pro",
  status: "trialing",
  trialEndsAt: null,
  provider: null,
  customerId: null,
  subscriptionId: null,
  pendingId: null,
  periodEndsAt: null,
  endedAt: null,
  choseFreeAt: null,
  ...fields,
});
const subscribed = (fields: Partial<SubscriptionRow>) =>
  row({ provider: "sandbox", subscriptionId: "s", status: "active", periodEndsAt: inDays(10), ...fields });

test("BILL-7 a trial gives Pro until it ends, then Free", () => {
  const trial = row({ trialEndsAt: inDays(1) });
  expect(entitlementOf(trial, now)).toEqual({
    tier: "pro",
    status: "trialing",
    subscribed: false,
    trialEnded: false,
    endedAt: null,
  });
  expect(entitlementOf(trial, inDays(1))).toEqual({
    tier: "free",
    status: "trialing",
    subscribed: false,
    trialEnded: true,
    endedAt: inDays(1),
  });
});

test("without a row, and after choosing Free, the plan is Free and nothing has ended", () => {
  for (const given of [undefined, row({ trialEndsAt: inDays(-3), choseFreeAt: inDays(-1) })])
    expect(entitlementOf(given, now)).toMatchObject({ tier: "free", status: "active", endedAt: null });
});

test("a paid plan applies while it is active, past due, or canceled but paid for", () => {
  for (const status of ["active", "past_due", "canceled", "trialing"] as const)
    expect(entitlementOf(subscribed({ status, tier: "starter" }), now)).toEqual({
      tier: "starter",
      status,
      subscribed: true,
      trialEnded: false,
      endedAt: null,
    });
});

test("BILL-7 a canceled plan is over with its period, or when the provider says so", () => {
  const canceled = subscribed({ status: "canceled", periodEndsAt: inDays(2) });
  expect(entitlementOf(canceled, inDays(2))).toMatchObject({
    tier: "free",
    status: "canceled",
    endedAt: inDays(2),
  });
  const ended = subscribed({ status: "canceled", periodEndsAt: inDays(2), endedAt: inDays(-1) });
  expect(entitlementOf(ended, now)).toMatchObject({ tier: "free", subscribed: false, endedAt: inDays(-1) });
});

test("a payment that isn't confirmed changes nothing", () => {
  const pending = row({ trialEndsAt: inDays(5), provider: "stripe", pendingId: "sub_1" });
  expect(entitlementOf(pending, now)).toMatchObject({ tier: "pro", status: "trialing", subscribed: false });
  expect(toSubscription(pending, now)).toMatchObject({ subscriptionTier: "pro", lastPlan: null });
});
