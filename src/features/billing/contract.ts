import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

export const PlanId = z.enum(["free", "starter", "pro", "enterprise"]);
export type PlanId = z.infer<typeof PlanId>;

/** The maximum a plan allows (counts; messages per calendar month). Null means unlimited. */
export const PlanLimits = z.object({
  maxIntegrations: z.int().positive().nullable(),
  maxMessagesPerMonth: z.int().positive().nullable(),
  maxTeamMembers: z.int().positive().nullable(),
});
export type PlanLimits = z.infer<typeof PlanLimits>;

export const Plan = z.object({
  id: PlanId,
  name: z.string(),
  /** US dollars per month. */
  price: z.int().nonnegative(),
  /** What it includes, one short phrase each. */
  features: z.array(z.string()),
  limits: PlanLimits,
});
export type Plan = z.infer<typeof Plan>;

export const listPlans = endpoint({
  method: "GET",
  path: "/api/billing/plans",
  summary: "The plans, cheapest first.",
  session: false,
  response: z.array(Plan),
});
