import type { PlanLimits } from "./contract";
import { plans } from "./plans";
import { type createBillingRepository, monthOf, type SubscriptionRow } from "./repository";
import { type LimitedKind, limitNames, nearShare } from "./usage";

/** How much of something a team uses. */
export interface TeamCount {
  teamId: string;
  current: number;
}

/** A team that is near a limit of its plan, or has reached it. */
export interface NearLimit extends TeamCount {
  of: LimitedKind;
  limit: number;
  /** The month that messages are counted in, such as 2026-11; null for what isn't counted by month. */
  month: string | null;
}

interface Tools {
  billing: ReturnType<typeof createBillingRepository>;
  /** Teams with at least so many connected accounts. */
  teamsWithIntegrations: (atLeast: number) => Promise<TeamCount[]>;
  /** What a team's stored subscription allows. */
  limitsOfRow: (row: SubscriptionRow | undefined) => PlanLimits;
}

/** Finds the teams near a limit of their plan, or at it (specification, section 5). */
export function createNearLimits({ billing, teamsWithIntegrations, limitsOfRow }: Tools) {
  return async (): Promise<NearLimit[]> => {
    const now = new Date();
    const counts = {
      messages: await billing.busyTeams(least("messages"), now),
      integrations: await teamsWithIntegrations(least("integrations")),
      // A team of one is at the limit of a plan for one, and nobody can do anything about it.
      teamMembers: await billing.largeTeams(Math.max(2, least("teamMembers"))),
    };
    const all = Object.entries(counts) as [LimitedKind, TeamCount[]][];
    const rows = await billing.subscriptionsOf(all.flatMap(([, teams]) => teams.map(({ teamId }) => teamId)));
    return all.flatMap(([of, teams]) =>
      teams.flatMap((team) => {
        const limit = limitsOfRow(rows.get(team.teamId))[limitNames[of]];
        if (limit === null || team.current < limit * nearShare) return [];
        return [{ ...team, of, limit, month: of === "messages" ? monthOf(now).slice(0, 7) : null }];
      }),
    );
  };
}

/** From how many on some plan's limit is near. */
function least(of: LimitedKind): number {
  return Math.ceil(Math.min(...plans.flatMap(({ limits }) => limits[limitNames[of]] ?? [])) * nearShare);
}
