import type Stripe from "stripe";
import { PaidPlanId } from "../../contract";
import type { ProviderSubscription } from "../payment-provider";

/** What each status of Stripe means here. Source: docs.stripe.com/billing/subscriptions/overview. */
const statuses: Record<string, ProviderSubscription["status"]> = {
  incomplete: "incomplete",
  incomplete_expired: "ended",
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "past_due",
  canceled: "ended",
};

const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds ? new Date(seconds * 1000) : null;

/** A subscription of Stripe. @param prices - the price of each plan. */
export function toState(
  subscription: Stripe.Subscription,
  prices: Record<PaidPlanId, string>,
): ProviderSubscription {
  const { id, items, trial_end, cancel_at, cancel_at_period_end, ended_at, metadata } = subscription;
  const [item] = items.data;
  const byPrice = PaidPlanId.options.find((plan) => prices[plan] === item?.price.id);
  const status = statuses[subscription.status] ?? "past_due";
  return {
    id,
    // A price that is no longer in the settings keeps the plan that it was sold as.
    tier: byPrice ?? PaidPlanId.parse(metadata.tier),
    status,
    trialEndsAt: dateOf(trial_end),
    periodEndsAt: dateOf(item?.current_period_end),
    cancelsAtPeriodEnd: status !== "ended" && (cancel_at_period_end || cancel_at !== null),
    endedAt: dateOf(ended_at),
    confirmed: isConfirmed(subscription),
  };
}

/** A trial counts once it has payment details; otherwise opening the payment page would give the plan. */
function isConfirmed({ status, default_payment_method, pending_setup_intent }: Stripe.Subscription): boolean {
  if (status === "incomplete" || status === "incomplete_expired") return false;
  if (default_payment_method || pending_setup_intent === null) return true;
  if (typeof pending_setup_intent === "object" && pending_setup_intent.status === "succeeded") return true;
  return status === "active" || status === "past_due" || status === "unpaid";
}

/** What the browser confirms: the setup of a payment method during a trial, else the payment that is due. */
export function secretOf(subscription: Stripe.Subscription): string | null {
  const { status, pending_setup_intent, latest_invoice } = subscription;
  if (status === "trialing")
    return typeof pending_setup_intent === "object" && pending_setup_intent?.status !== "succeeded"
      ? (pending_setup_intent?.client_secret ?? null)
      : null;
  if (status === "incomplete" || status === "past_due" || status === "unpaid")
    return typeof latest_invoice === "object"
      ? (latest_invoice?.confirmation_secret?.client_secret ?? null)
      : null;
  return null;
}
