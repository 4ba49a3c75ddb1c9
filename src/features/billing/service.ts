import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import { day } from "../../shared/durations";
import type { Plan } from "./contract";
import { plans, trialDays } from "./plans";
import { createBillingRepository, type SubscriptionRow } from "./repository";

export type PlanLimits = Plan["limits"];

const unlimited: PlanLimits = { maxIntegrations: null, maxMessagesPerMonth: null, maxTeamMembers: null };

export type BillingService = ReturnType<typeof createBillingService>;

/** @param enforced - false on self-hosted servers, which have no limits. */
export function createBillingService({ enforced }: { enforced: boolean }) {
  return {
    /**
     * Starts a new team's trial of Pro, or the free plan if the trial would be over already.
     *
     * @param since - when the trial began.
     */
    async startTrial(tx: Executor, teamId: string, since: Date): Promise<void> {
      const trialEndsAt = new Date(since.getTime() + trialDays * day);
      if (trialEndsAt <= new Date()) return;
      await createBillingRepository(tx).insert({ teamId, tier: "pro", status: "trialing", trialEndsAt });
    },

    /**
     * Requires that a team may add one more member.
     *
     * @param members - how many it has now. The limit is reached when members >= limit.
     * @throws AppError `limit_reached`.
     */
    async requireRoomForMember(tx: Executor, teamId: string, members: number): Promise<void> {
      const limits = enforced
        ? limitsOf(await createBillingRepository(tx).subscriptionOf(teamId))
        : unlimited;
      if (limits.maxTeamMembers !== null && members >= limits.maxTeamMembers)
        throw new AppError(
          "limit_reached",
          "You've reached your Team Members limit. Upgrade now to continue.",
        );
    },

    /**
     * Requires that a team may connect one more account.
     *
     * @param integrations - how many it has now.
     * @throws AppError `limit_reached`.
     */
    async requireRoomForIntegration(tx: Executor, teamId: string, integrations: number): Promise<void> {
      const limits = enforced
        ? limitsOf(await createBillingRepository(tx).subscriptionOf(teamId))
        : unlimited;
      if (limits.maxIntegrations !== null && integrations >= limits.maxIntegrations)
        throw new AppError(
          "limit_reached",
          "You've reached your Integrations limit. Upgrade now to continue.",
        );
    },
  };
}

/** The limits of the plan in force: Pro during the trial, the paid plan while it is active, else Free. */
function limitsOf(subscription: SubscriptionRow | undefined): PlanLimits {
  const trialing =
    subscription?.status === "trialing" && (subscription.trialEndsAt ?? new Date(0)) > new Date();
  const paid = subscription?.status === "active" || subscription?.status === "past_due";
  const tier = trialing ? "pro" : paid ? subscription.tier : "free";
  return plans.find(({ id }) => id === tier)?.limits ?? unlimited;
}
