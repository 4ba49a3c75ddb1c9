import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { Plan } from "./contract";
import { paidPlans, plans, popularPlan, trialDays } from "./plans";

const row = ({ id, price, limits }: Plan) => [
  id,
  price,
  limits.maxIntegrations,
  limits.maxMessagesPerMonth,
  limits.maxTeamMembers,
];

test("the four plans have the prices (dollars per month) and limits of the specification, null for unlimited", () => {
  expect(plans.map(row)).toEqual([
    ["free", 0, 2, 100, 1],
    ["starter", 29, 5, 1_000, 5],
    ["pro", 79, 15, 10_000, 20],
    ["enterprise", 299, null, null, null],
  ]);
  expect(paidPlans.map(({ id }) => id)).toEqual(["starter", "pro", "enterprise"]);
  expect(popularPlan).toBe("pro");
  expect(trialDays).toBe(14);
});

test("a plan's feature list agrees with its limits", () => {
  expect(plans.map(({ features }) => features)).toEqual([
    ["Up to 2 integrations", "100 messages/month", "Unlimited tasks", "AI analysis", "1 team member"],
    ["Up to 5 integrations", "1,000 messages/month", "Unlimited tasks", "Full AI analysis", "5 team members"],
    [
      "Up to 15 integrations",
      "10,000 messages/month",
      "Unlimited tasks",
      "Advanced AI analysis",
      "20 team members",
      "Priority support",
    ],
    [
      "Unlimited integrations",
      "Unlimited messages",
      "Unlimited tasks",
      "Advanced AI analysis",
      "Unlimited team members",
      "Dedicated support",
      "SLA guarantee",
    ],
  ]);
});

test("PRICE-1 API-1 GET /api/billing/plans returns the plans without a session too", async () => {
  const { url } = await startTestApp();
  const response = await fetch(`${url}/api/billing/plans`);
  expect(response.status).toBe(200);
  const answer = Plan.array().parse(await response.json());
  expect(answer).toEqual(plans);
});
