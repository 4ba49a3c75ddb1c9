import type { PaidPlanId, PlanId, Subscription } from "./contract";
import type { PaymentProvider } from "./payment/payment-provider";
import type { SubscriptionRow } from "./repository";

/** What a team's stored subscription means at a moment. */
export interface Entitlement {
  /** The plan whose limits apply. */
  tier: PlanId;
  status: Subscription["subscriptionStatus"];
  /** Whether a subscription with payment details applies. */
  subscribed: boolean;
  /** Whether the trial is over, and nothing took its place. */
  trialEnded: boolean;
  /** When the trial or the subscription ended without another plan; null while one applies. */
  endedAt: Date | null;
}

const onFree: Entitlement = {
  tier: "free",
  status: "active",
  subscribed: false,
  trialEnded: false,
  endedAt: null,
};

/** What a team's subscription allows now: its plan, else Free (specification, section 4). */
export function entitlementOf(row: SubscriptionRow | undefined, now = new Date()): Entitlement {
  if (!row) return onFree;
  const { tier, status, trialEndsAt, periodEndsAt, endedAt } = row;
  if (row.provider === null || row.subscriptionId === null) {
    const trialEnded = trialEndsAt !== null && trialEndsAt <= now;
    if (row.choseFreeAt && row.choseFreeAt <= now) return { ...onFree, trialEnded };
    if (trialEnded) return { ...onFree, status: "trialing", trialEnded, endedAt: trialEndsAt };
    return { ...onFree, tier, status };
  }
  const over =
    endedAt ?? (status === "canceled" && periodEndsAt && periodEndsAt <= now ? periodEndsAt : null);
  if (over === null) return { tier, status, subscribed: true, trialEnded: false, endedAt: null };
  const trialEnded = trialEndsAt !== null && trialEndsAt <= now;
  if (row.choseFreeAt) return { ...onFree, trialEnded };
  return { ...onFree, status: "canceled", trialEnded, endedAt: over };
}

/**
 * A team's subscription under the current payment provider. Once that is Stripe, a subscription of the sandbox
 * doesn't count, because nobody paid for it: the team has the rest of its trial, or else Free, as if it had chosen it.
 */
export function paidSubscription(
  row: SubscriptionRow | undefined,
  provider: PaymentProvider["name"] | undefined,
  now = new Date(),
): SubscriptionRow | undefined {
  if (row?.provider !== "sandbox" || provider !== "stripe") return row;
  const { teamId, trialEndsAt, subscriptionId } = row;
  const onTrial = trialEndsAt !== null && trialEndsAt > now;
  return {
    teamId,
    tier: "pro",
    status: "trialing",
    trialEndsAt,
    provider: null,
    customerId: null,
    subscriptionId: null,
    pendingId: null,
    periodEndsAt: null,
    endedAt: null,
    choseFreeAt: row.choseFreeAt ?? (subscriptionId ? (onTrial ? trialEndsAt : now) : null),
  };
}

/** A subscription as the API returns it. */
export function toSubscription(row: SubscriptionRow | undefined, now = new Date()): Subscription {
  const { tier, status, subscribed } = entitlementOf(row, now);
  return {
    subscriptionStatus: status,
    subscriptionTier: tier,
    trialEndsAt: row?.trialEndsAt?.toISOString() ?? null,
    subscriptionEndsAt: row?.periodEndsAt?.toISOString() ?? null,
    subscribed,
    deletesAt: null,
    lastPlan: row?.subscriptionId && row.tier !== "free" ? (row.tier satisfies PaidPlanId) : null,
  };
}
