import { expect, test } from "vitest";
import type { SandboxRow } from "./sandbox-repository";
import { advance, nextMonth } from "./sandbox-time";

const row = (fields: Partial<SandboxRow>): SandboxRow => ({
  id: "s",
  teamId: "t",
  clientSecret: "c",
  tier: "pro",
  status: "active",
  trialEndsAt: null,
  periodEndsAt: new Date("2026-01-31T10:00:00Z"),
  cancelsAtPeriodEnd: false,
  endedAt: null,
  payment: "works",
  createdAt: new Date("2025-12-31T10:00:00Z"),
  ...fields,
});
const later = new Date("2026-03-15T00:00:00Z");
const states = (given: Partial<SandboxRow>) => {
  const { row: after, invoices } = advance(row(given), later);
  return [after.status, after.periodEndsAt?.toISOString().slice(0, 10), invoices.map(({ status }) => status)];
};

test("a subscription renews for each period that has passed", () => {
  expect(states({})).toEqual(["active", "2026-03-28", ["paid", "paid"]]);
});

test("a declined renewal leaves it past due", () => {
  expect(states({ payment: "declined_at_renewal" })).toEqual(["past_due", "2026-01-31", ["open"]]);
});

test("a cancellation takes effect at the end of the period", () => {
  expect(states({ cancelsAtPeriodEnd: true })).toEqual(["ended", "2026-01-31", []]);
});

test("BILL-7 a trial becomes active at its end, or ends without payment details", () => {
  expect(states({ status: "trialing" })).toEqual(["active", "2026-03-28", ["paid", "paid"]]);
  expect(states({ status: "trialing", payment: null })).toEqual(["ended", "2026-01-31", []]);
});

test("a month later is the same day, or the last day of a shorter month", () => {
  const after = (date: string) => nextMonth(new Date(date)).toISOString().slice(0, 10);
  expect(["2026-01-31", "2026-02-28", "2026-12-15"].map(after)).toEqual([
    "2026-02-28",
    "2026-03-28",
    "2027-01-15",
  ]);
});
