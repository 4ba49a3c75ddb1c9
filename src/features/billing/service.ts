import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { Plan } from "./contract";
import { plans, trialDays } from "./plans";
import { createBillingRepository, type SubscriptionRow } from "./repository";

export type PlanLimits = Plan["limits"];

const unlimited: PlanLimits = { maxIntegrations: null, maxMessagesPerMonth: null, maxTeamMembers: null };

export type BillingService = ReturnType<typeof createBillingService>;

/** @param enforced - false where people host for themselves: nothing is limited. */
export function createBillingService({ enforced }: { enforced: boolean }) {
  return {
    /**
     * Lets a new team try Pro; where the trial would be over already, it starts on the free plan.
     *
     * @param since - when the trial began.
     */
    async startTrial(tx: Executor, teamId: string, since: Date): Promise<void> {
      const trialEndsAt = new Date(since.getTime() + trialDays * 86_400_000);
      if (trialEndsAt <= new Date()) return;
      await createBillingRepository(tx).insert({ teamId, tier: "pro", status: "trialing", trialEndsAt });
    },

    /**
     * Makes sure that a team may have one more member.
     *
     * @param members - how many it has now; null stands for unlimited, a limit is reached when members >= limit.
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
     * Makes sure that a team may connect one more account.
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

/** What the plan in force allows: Pro during the trial, the paid plan while it is active, else Free. */
function limitsOf(subscription: SubscriptionRow | undefined): PlanLimits {
  const trialing =
    subscription?.status === "trialing" && (subscription.trialEndsAt ?? new Date(0)) > new Date();
  const paid = subscription?.status === "active" || subscription?.status === "past_due";
  const tier = trialing ? "pro" : paid ? subscription.tier : "free";
  return plans.find(({ id }) => id === tier)?.limits ?? unlimited;
}
