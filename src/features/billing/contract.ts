import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** From the smallest to the largest. */
export const PlanId = z.enum(["free", "starter", "pro", "enterprise"]);
export type PlanId = z.infer<typeof PlanId>;

/** A plan that costs money. */
export const PaidPlanId = PlanId.exclude(["free"], { error: "Choose Starter, Pro or Enterprise." });
export type PaidPlanId = z.infer<typeof PaidPlanId>;

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

/** As Stripe names them. */
export const SubscriptionStatus = z.enum(["active", "trialing", "past_due", "canceled"]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** A team's plan as the payment provider last reported it. */
export const Subscription = z.object({
  /** `canceled` from the cancellation on, although the plan stays until `subscriptionEndsAt`. */
  subscriptionStatus: SubscriptionStatus,
  /** The plan whose limits apply now. */
  subscriptionTier: PlanId,
  trialEndsAt: z.iso.datetime().nullable(),
  /** The end of the period that is paid for. */
  subscriptionEndsAt: z.iso.datetime().nullable(),
  /** Whether there is a subscription with payment details that hasn't ended. */
  subscribed: z.boolean(),
  /** The plan that was subscribed to last; null if none was. */
  lastPlan: PaidPlanId.nullable(),
  /** When the team's data will be deleted, once its owner was warned; null: it isn't. */
  deletesAt: z.iso.datetime().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** Plan of the session's current team, and what it uses of it (counts). */
export const Usage = z.object({
  tier: PlanId,
  usage: z.object({
    integrations: z.int().nonnegative(),
    /** Received this calendar month (UTC). */
    messages: z.int().nonnegative(),
    teamMembers: z.int().nonnegative(),
  }),
  limits: PlanLimits,
  trialEnded: z.boolean(),
  hasActiveSubscription: z.boolean(),
  /** This month's messages that came over the limit and wait for their analysis. */
  waitingMessages: z.int().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  createdAt: z.iso.datetime(),
  /** Cents of US dollars. */
  amount: z.int(),
  status: z.enum(["paid", "open", "void"]),
  /** The provider's page for it; null if there is none. */
  url: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const getUsage = endpoint({
  method: "GET",
  path: "/api/billing/usage",
  summary: "The current team's plan, its limits, and what the team uses of them.",
  response: Usage,
  errors: ["not_found"],
});

export const getSubscription = endpoint({
  method: "GET",
  path: "/api/billing/subscription",
  summary: "The current team's subscription.",
  response: Subscription,
  errors: ["not_found"],
});

const paymentErrors = ["conflict", "not_found", "provider_failed", "unavailable"] as const;

export const createSubscription = endpoint({
  method: "POST",
  path: "/api/billing/create-subscription",
  summary: "Prepares a subscription. It begins when its payment is confirmed with the client secret.",
  body: z.object({ tier: PaidPlanId }),
  response: z.object({ clientSecret: z.string() }),
  errors: paymentErrors,
});

export const changePlan = endpoint({
  method: "POST",
  path: "/api/billing/change-plan",
  summary: "Changes the plan of a subscription; the difference is prorated on the next invoice.",
  body: z.object({ tier: PaidPlanId }),
  response: Subscription,
  errors: paymentErrors,
});

export const cancelSubscription = endpoint({
  method: "POST",
  path: "/api/billing/cancel-subscription",
  summary: "Cancels the subscription at the end of the billing period.",
  response: Subscription,
  errors: paymentErrors,
});

export const resumeSubscription = endpoint({
  method: "POST",
  path: "/api/billing/resume-subscription",
  summary: "Takes back a cancellation before the period ends.",
  response: Subscription,
  errors: paymentErrors,
});

export const refreshSubscription = endpoint({
  method: "POST",
  path: "/api/billing/refresh-subscription",
  summary: "Asks the payment provider for the subscription's current state.",
  response: Subscription,
  errors: paymentErrors,
});

export const chooseFree = endpoint({
  method: "POST",
  path: "/api/billing/choose-free",
  summary: "Continues on the free plan after a trial or a subscription has ended.",
  response: Subscription,
  errors: ["conflict", "not_found", "unavailable"],
});

export const listInvoices = endpoint({
  method: "GET",
  path: "/api/billing/invoices",
  summary: "The current team's invoices, newest first.",
  response: z.array(Invoice),
  errors: [...paymentErrors, "forbidden"],
});

/** What a payment in the sandbox does. */
export const SandboxOutcome = z.enum(["success", "declined", "authentication_failed", "renewal_declined"]);
export type SandboxOutcome = z.infer<typeof SandboxOutcome>;

export const confirmSandboxPayment = endpoint({
  method: "POST",
  path: "/api/billing/sandbox/payment",
  summary: "Confirms a payment of the sandbox, where no money moves.",
  body: z.object({ clientSecret: z.string().max(200), outcome: SandboxOutcome }),
  response: z.object({ confirmed: z.literal(true) }),
  errors: ["conflict", "not_found", "provider_failed", "unavailable"],
});

export const continueInSandbox = endpoint({
  method: "POST",
  path: "/api/billing/sandbox/continue",
  summary: "Continues with Pro after a trial in the sandbox, where no money moves.",
  response: Subscription,
  errors: paymentErrors,
});

/** What the browser must know about payments; the server writes it into the page. */
export type BillingSettings =
  | { mode: "off" }
  | { mode: "sandbox"; support: string | null }
  | { mode: "stripe"; publishableKey: string; support: string | null };
