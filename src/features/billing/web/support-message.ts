import type { Team } from "../../teams/contract";
import type { Subscription, Usage } from "../contract";
import { type LimitedKind, limitOf } from "../usage";
import { longDate, planName } from "./plan-words";
import { statusTexts, usageTexts } from "./texts";

/** A message to support: room for the question, then the facts that support would ask for. */
export function supportMessage(team: Team, subscription: Subscription, usage: Usage | undefined): string {
  const { subscriptionStatus, subscriptionTier, trialEndsAt, subscriptionEndsAt } = subscription;
  const facts = [
    `Team: ${team.name} (${team.id})`,
    `Plan: ${planName(subscriptionTier)}, ${statusTexts[subscriptionStatus] ?? subscriptionStatus}`,
    ...(trialEndsAt ? [`Trial ends: ${longDate(trialEndsAt)}`] : []),
    ...(subscriptionEndsAt ? [`Billing period ends: ${longDate(subscriptionEndsAt)}`] : []),
    ...(usage
      ? (Object.keys(usageTexts) as LimitedKind[]).map(
          (of) => `${usageTexts[of]}: ${usage.usage[of]} of ${limitOf(usage, of) ?? "unlimited"}`,
        )
      : []),
  ];
  return `Hello,\n\n\n\n---\n${facts.join("\n")}\n`;
}
