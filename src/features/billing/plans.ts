import { counted } from "../../shared/counted";
import type { Plan, PlanId, PlanLimits } from "./contract";

/** Length of every paid plan's free trial without a card (days). Source: specification, section 9. */
export const trialDays = 14;

/** The highlighted plan. Source: specification, section 2. */
export const popularPlan: PlanId = "pro";

/** The plans, cheapest first. Source: specification, section 9. */
export const plans: Plan[] = [
  plan("free", "Free", 0, { integrations: 2, messages: 100, members: 1 }, "AI analysis"),
  plan("starter", "Starter", 29, { integrations: 5, messages: 1_000, members: 5 }, "Full AI analysis"),
  plan("pro", "Pro", 79, { integrations: 15, messages: 10_000, members: 20 }, "Advanced AI analysis", [
    "Priority support",
  ]),
  plan(
    "enterprise",
    "Enterprise",
    299,
    { integrations: null, messages: null, members: null },
    "Advanced AI analysis",
    ["Dedicated support", "SLA guarantee"],
  ),
];

/** The paid plans; each starts with a trial. */
export const paidPlans = plans.filter(({ price }) => price > 0);

/** The limits of a plan. */
export function limitsOf(id: PlanId): PlanLimits {
  const found = plans.find((one) => one.id === id);
  if (!found) throw new Error(`there is no plan ${id}`);
  return found.limits;
}

/** Limits as feature lists show them; null means unlimited. */
type Limits = Record<"integrations" | "messages" | "members", number | null>;

function plan(
  id: PlanId,
  name: string,
  price: number,
  { integrations, messages, members }: Limits,
  analysis: string,
  support: string[] = [],
): Plan {
  const limits: PlanLimits = {
    maxIntegrations: integrations,
    maxMessagesPerMonth: messages,
    maxTeamMembers: members,
  };
  const features = [
    integrations === null ? "Unlimited integrations" : `Up to ${integrations} integrations`,
    messages === null ? "Unlimited messages" : `${messages.toLocaleString("en-US")} messages/month`,
    "Unlimited tasks",
    analysis,
    members === null ? "Unlimited team members" : counted(members, "team member"),
    ...support,
  ];
  return { id, name, price, features, limits };
}
