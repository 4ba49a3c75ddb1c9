import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import type { RecordAudit } from "../../server/audit";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { PaidPlanId } from "./contract";
import { entitlementOf, paidSubscription } from "./entitlement";
import type { PaymentProvider, ProviderSubscription } from "./payment/payment-provider";
import { createBillingRepository, type SubscriptionRow } from "./repository";

/** Each change holds a connection of the pool while it waits for the provider, so only a few run at a time. */
const changesAtOnce = 3;

const paid = "Your team has paid for a plan already. Reload the page.";
const unpaid = "Pay the open invoice first, then change the plan.";
const underway = "A payment for another plan is under way. Reload the page in a minute.";
const none = "There is no subscription. Choose a plan first.";
const elsewhere =
  "Your plan is paid through Stripe, but this server takes no payments there now. Nothing was changed. Contact support.";

/** Called in the transaction that changed which plan applies. */
export type OnPlanChanged = (tx: Executor, teamId: string) => Promise<void>;

export interface SubscriptionChangeTools {
  db: Executor;
  provider: PaymentProvider;
  audit: RecordAudit;
  onPlanChanged: OnPlanChanged;
}

/** Everything that changes a subscription. One change of a team runs at a time, so two clicks make one subscription. */
export function createSubscriptionChanges({ db, provider, audit, onPlanChanged }: SubscriptionChangeTools) {
  const atOnce = pLimit(changesAtOnce);

  interface Change {
    tx: Executor;
    row: SubscriptionRow | undefined;
    /** Stores what the provider reported. */
    keep(state: ProviderSubscription): Promise<SubscriptionRow>;
  }

  function change<T>(teamId: string, work: (change: Change) => Promise<T>): Promise<T> {
    return atOnce(() =>
      db.transaction(async (tx) => {
        const billing = createBillingRepository(tx);
        await billing.lock(teamId);
        const stored = await billing.subscriptionOf(teamId);
        const row = paidSubscription(stored, provider.name);
        if (row && row !== stored) await billing.save(teamId, row);
        return work({ tx, row, keep: (state) => keep(tx, row, teamId, state) });
      }),
    );
  }

  async function keep(
    tx: Executor,
    row: SubscriptionRow | undefined,
    teamId: string,
    state: ProviderSubscription,
  ): Promise<SubscriptionRow> {
    const saved = await createBillingRepository(tx).save(teamId, changeOf(row, state, provider.name));
    if (row && isDeepStrictEqual(saved, row)) return saved;
    if (entitlementOf(saved).tier !== entitlementOf(row).tier) await onPlanChanged(tx, teamId);
    await publish(tx, { type: "subscription_updated", teamId, id: teamId });
    return saved;
  }

  /** The subscription that applies. @throws AppError `conflict` without one. */
  function requireSubscribed(row: SubscriptionRow | undefined): string {
    refuseElsewhere(row);
    if (!row?.subscriptionId || row.provider !== provider.name || !entitlementOf(row).subscribed)
      throw new AppError("conflict", none);
    return row.subscriptionId;
  }

  /** A second subscription would be paid as well. */
  function refuseElsewhere(row: SubscriptionRow | undefined): void {
    if (row?.subscriptionId && row.provider !== provider.name && entitlementOf(row).subscribed)
      throw new AppError("conflict", elsewhere);
  }

  async function customerOf(tx: Executor, teamId: string, row: SubscriptionRow | undefined) {
    if (row?.customerId && row.provider === provider.name) return row.customerId;
    const owner = await createBillingRepository(tx).customerOf(teamId);
    if (!owner) throw new AppError("not_found", "Team not found.");
    return provider.customer({ teamId, ...owner });
  }

  /** The subscription to continue with. One that was prepared for something else, and that nobody paid, is discarded. */
  async function openFor(customerId: string, tier: PaidPlanId, trialEndsAt: Date | null) {
    const state = await provider.open(customerId);
    if (!state || state.confirmed || fits(state, tier, trialEndsAt)) return state;
    const left = await provider.discard(state.id);
    if (left.status === "ended") return undefined;
    if (!left.confirmed) throw new AppError("conflict", underway);
    return left;
  }

  return {
    /**
     * Prepares a subscription; a repeated call returns the same one. It applies once its payment is confirmed.
     * With an open invoice, the plan's payment is that invoice's.
     *
     * @returns the secret to confirm the payment with.
     * @throws AppError `conflict` if a subscription applies already, or another plan's invoice is open.
     */
    async create(actor: Actor, teamId: string, tier: PaidPlanId): Promise<string> {
      const { secret, refusal } = await change(teamId, async ({ tx, row, keep }) => {
        refuseElsewhere(row);
        const entitlement = entitlementOf(row);
        if (entitlement.subscribed && entitlement.status !== "past_due")
          throw new AppError("conflict", "Your team has a subscription already. Change its plan instead.");
        const customerId = await customerOf(tx, teamId, row);
        const trialEndsAt = row?.trialEndsAt && row.trialEndsAt > new Date() ? row.trialEndsAt : null;
        const open = await openFor(customerId, tier, trialEndsAt);
        const state = open ?? (await provider.subscribe({ teamId, customerId, tier, trialEndsAt }));
        await keep(state);
        await createBillingRepository(tx).save(teamId, { customerId, provider: provider.name });
        // Its secret would pay the open invoice of the current plan, not the chosen one.
        if (state.status === "past_due" && state.tier !== tier) return { refusal: unpaid };
        const secret = await provider.clientSecret(state.id);
        if (secret)
          await audit(tx, { teamId, userId: actor.userId, action: "payment_started", detail: tier });
        return { secret, refusal: paid };
      });
      // Not inside, so that the state that the provider reported is kept.
      if (!secret) throw new AppError("conflict", refusal);
      return secret;
    },

    changePlan: (actor: Actor, teamId: string, tier: PaidPlanId): Promise<SubscriptionRow> =>
      change(teamId, async ({ tx, row, keep }) => {
        const id = requireSubscribed(row);
        if (row?.tier === tier) throw new AppError("conflict", "Your team has this plan already.");
        if (row?.status === "past_due") throw new AppError("conflict", unpaid);
        const saved = await keep(await provider.changePlan(id, tier));
        await audit(tx, { teamId, userId: actor.userId, action: "plan_changed", detail: `to ${tier}` });
        return saved;
      }),

    cancel: (actor: Actor, teamId: string): Promise<SubscriptionRow> =>
      change(teamId, async ({ tx, row, keep }) => {
        const saved = await keep(await provider.cancel(requireSubscribed(row)));
        await audit(tx, { teamId, userId: actor.userId, action: "subscription_canceled" });
        return saved;
      }),

    resume: (actor: Actor, teamId: string): Promise<SubscriptionRow> =>
      change(teamId, async ({ tx, row, keep }) => {
        const saved = await keep(await provider.resume(requireSubscribed(row)));
        await audit(tx, { teamId, userId: actor.userId, action: "subscription_resumed" });
        return saved;
      }),

    chooseFree: (actor: Actor, teamId: string): Promise<SubscriptionRow> =>
      change(teamId, async ({ tx, row }) => {
        if (entitlementOf(row).endedAt === null)
          throw new AppError("conflict", "Cancel the subscription, or wait for the end of the trial, first.");
        const saved = await createBillingRepository(tx).save(teamId, { choseFreeAt: new Date() });
        await publish(tx, { type: "subscription_updated", teamId, id: teamId });
        await audit(tx, { teamId, userId: actor.userId, action: "plan_changed", detail: "to free" });
        return saved;
      }),

    /** Cancels what a deleted team would go on paying for. Does nothing if nothing would be charged. */
    end: (teamId: string): Promise<void> =>
      change(teamId, async ({ row, keep }) => {
        if (row?.provider !== provider.name) return;
        const pending = row.pendingId && (await provider.discard(row.pendingId));
        if (pending && pending.status !== "ended") await provider.cancel(pending.id);
        const { subscribed, status } = entitlementOf(row);
        if (row.subscriptionId && subscribed && status !== "canceled")
          await keep(await provider.cancel(row.subscriptionId));
      }),

    /** Stores the provider's state of the team's subscriptions. @returns the stored row. */
    sync: (teamId: string): Promise<SubscriptionRow | undefined> =>
      change(teamId, async ({ tx, row }) => {
        if (!row || row.provider !== provider.name) return row;
        let saved = row;
        for (const id of new Set([row.subscriptionId, row.pendingId])) {
          const state = id && (await provider.read(id));
          if (state) saved = await keep(tx, saved, teamId, state);
        }
        return saved;
      }),
  };
}

/** Whether a prepared subscription is the one that is wanted now: its plan, and a trial only while there is one. */
const fits = (state: ProviderSubscription, tier: PaidPlanId, trialEndsAt: Date | null): boolean =>
  state.tier === tier && (state.status === "trialing") === (trialEndsAt !== null);

/** What the provider's report changes about the stored subscription. */
export function changeOf(
  row: SubscriptionRow | undefined,
  state: ProviderSubscription,
  provider: PaymentProvider["name"],
): Partial<SubscriptionRow> {
  const applies = row?.subscriptionId === state.id;
  if (!applies && (!state.confirmed || state.status === "incomplete"))
    return { provider, pendingId: state.status === "ended" ? null : state.id };
  const ended = state.status === "ended";
  return {
    provider,
    subscriptionId: state.id,
    pendingId: row?.pendingId === state.id ? null : (row?.pendingId ?? null),
    tier: state.tier,
    status: state.cancelsAtPeriodEnd ? "canceled" : statusOf[state.status],
    trialEndsAt: state.trialEndsAt ?? row?.trialEndsAt ?? null,
    periodEndsAt: state.periodEndsAt,
    endedAt: ended ? (state.endedAt ?? new Date()) : null,
    ...(!ended && { choseFreeAt: null }),
  };
}

const statusOf = {
  incomplete: "past_due",
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  ended: "canceled",
} as const satisfies Record<ProviderSubscription["status"], SubscriptionRow["status"]>;
