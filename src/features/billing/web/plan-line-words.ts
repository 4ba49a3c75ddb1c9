import { counted } from "../../../shared/counted";
import { day } from "../../../shared/durations";
import type { Subscription, Usage } from "../contract";
import { planName } from "./plan-words";

/** Days left of a trial, counting a started day; 0 once it is over. */
export function daysLeft(trialEndsAt: string | null, now: number): number {
  return trialEndsAt ? Math.max(0, Math.ceil((Date.parse(trialEndsAt) - now) / day)) : 0;
}

/**
 * The plan in a few words: a trial's days left, and what it uses of the month's messages.
 *
 * @param mayPay - whether the person may upgrade.
 */
export function planLine(
  subscription: Subscription,
  usage: Usage | undefined,
  now: number,
  mayPay: boolean,
): { text: string; urgent: boolean } {
  const { subscriptionStatus, subscriptionTier, trialEndsAt, subscribed } = subscription;
  const name = `${planName(subscriptionTier)} plan`;
  const limit = usage?.limits.maxMessagesPerMonth;
  const words =
    usage && limit
      ? `, ${usage.usage.messages.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} messages`
      : "";
  if (subscriptionStatus === "past_due") return { text: `${name}, payment due`, urgent: true };
  if (subscriptionStatus === "trialing" && !subscribed) {
    const days = daysLeft(trialEndsAt, now);
    if (days === 0) return { text: mayPay ? "Trial ended, upgrade now" : "Trial ended", urgent: true };
    return {
      text: `${planName(subscriptionTier)} trial, ${counted(days, "day")} left${words}`,
      urgent: days <= 3,
    };
  }
  if (subscriptionStatus === "canceled") return { text: `${name}, canceled`, urgent: !subscribed };
  return { text: `${name}${words}`, urgent: false };
}
