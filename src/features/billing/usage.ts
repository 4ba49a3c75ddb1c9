import type { PlanLimits, Usage } from "./contract";

/** From this share of a limit on, the team is near it. Source: specification, section 9. */
export const nearShare = 0.8;

/** What a plan limits. */
export type LimitedKind = keyof Usage["usage"];

/** What the limits of a plan are called. */
export const limitNames = {
  integrations: "maxIntegrations",
  messages: "maxMessagesPerMonth",
  teamMembers: "maxTeamMembers",
} as const satisfies Record<LimitedKind, keyof Usage["limits"]>;

/** The limit of one kind; null means unlimited. */
export const limitOf = (usage: Usage, of: LimitedKind): number | null => usage.limits[limitNames[of]];

/**
 * Share of a limit that is used.
 *
 * @param limit - null means unlimited.
 * @returns percent from 0 to 100; 0 when unlimited. Source: specification, section 5.
 */
export function percentUsed(current: number, limit: number | null): number {
  return limit === null ? 0 : Math.min(100, (current / limit) * 100);
}

/** The same as a whole number, for screens: 100 only once the limit is reached. */
export function percentShown(current: number, limit: number | null): number {
  return Math.min(limit !== null && current < limit ? 99 : 100, Math.round(percentUsed(current, limit)));
}

/** How close the use is to its limit; from "reached" on, no more is allowed. Missing usage allows everything. */
export function limitState(usage: Usage | undefined, of: LimitedKind): "free" | "near" | "reached" {
  if (!usage) return "free";
  const limit = limitOf(usage, of);
  const current = usage.usage[of];
  if (limit === null) return "free";
  if (current >= limit) return "reached";
  return current / limit >= nearShare ? "near" : "free";
}

/** What a team uses beyond the limits of a plan. */
export function overLimits(
  { usage }: Usage,
  limits: PlanLimits,
): { of: LimitedKind; current: number; limit: number }[] {
  return (Object.keys(limitNames) as LimitedKind[]).flatMap((of) => {
    const limit = limits[limitNames[of]];
    return limit !== null && usage[of] > limit ? [{ of, current: usage[of], limit }] : [];
  });
}
