import type { RecordAudit } from "../../server/audit";
import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { day } from "../../shared/durations";
import { requireRight, requireTeam } from "../teams/service";
import type {
  BillingSettings,
  Invoice,
  PaidPlanId,
  PlanLimits,
  SandboxOutcome,
  Subscription,
  Usage,
} from "./contract";
import { entitlementOf, paidSubscription, toSubscription } from "./entitlement";
import { createNearLimits, type NearLimit, type TeamCount } from "./near-limits";
import type { PaymentProvider } from "./payment/payment-provider";
import { createSandbox, type Sandbox } from "./payment/sandbox/sandbox-provider";
import type { PaymentSettings } from "./payment/settings";
import { createStripeProvider } from "./payment/stripe/stripe-provider";
import { limitsOf, trialDays } from "./plans";
import { endPaymentsQueue, syncPaymentsQueue } from "./queues";
import { createBillingRepository, monthOf, type SubscriptionRow } from "./repository";
import { deletionDate } from "./retention";
import { createSubscriptionChanges, type OnPlanChanged } from "./subscription-changes";
import { createWarningRepository } from "./warning-repository";

export type { PlanLimits } from "./contract";
export type { NearLimit } from "./near-limits";
export { percentShown } from "./usage";

const reconcileBatch = 100;
/** Comes before every team. */
const firstId = "00000000-0000-0000-0000-000000000000";
/** How long the provider's reports are remembered; it repeats one for three days (milliseconds). */
const eventsKept = 30 * day;

const unlimited: PlanLimits = { maxIntegrations: null, maxMessagesPerMonth: null, maxTeamMembers: null };

export type BillingService = ReturnType<typeof createBillingService>;

export interface BillingTools {
  db: Executor;
  settings: PaymentSettings;
  jobs: Pick<Jobs, "send">;
  audit: RecordAudit;
  /** How many accounts a team has connected. */
  countIntegrations: (teamId: string) => Promise<number>;
  /** Teams that have connected at least so many accounts. */
  teamsWithIntegrations: (atLeast: number) => Promise<TeamCount[]>;
  onPlanChanged: OnPlanChanged;
}

/** Forgets old reports of the payment provider. */
export const purgePaymentEvents = (db: Executor): Promise<void> =>
  createBillingRepository(db).purgeEvents(new Date(Date.now() - eventsKept));

/** Plans, their limits, and the subscriptions that choose between them. */
export function createBillingService({
  db,
  settings,
  jobs,
  audit,
  countIntegrations,
  teamsWithIntegrations,
  onPlanChanged,
}: BillingTools) {
  const billing = createBillingRepository(db);
  const sandbox: Sandbox | undefined = settings.mode === "sandbox" ? createSandbox(db) : undefined;
  const provider: PaymentProvider | undefined =
    settings.mode === "stripe" ? createStripeProvider(settings.stripe) : sandbox;
  const changes = provider && createSubscriptionChanges({ db, provider, audit, onPlanChanged });
  const enforced = settings.mode !== "off";

  function requirePayments() {
    if (!changes || !provider)
      throw new AppError("unavailable", "This server takes no payments, and its plans have no limits.");
    return { changes, provider };
  }

  /** The session's current team. @throws AppError `not_found` without one. */
  function currentTeam(actor: Actor): string {
    if (!actor.teamId) throw new AppError("not_found", "No team found. Please create a team first.");
    requireTeam(actor, actor.teamId);
    return actor.teamId;
  }

  function ownTeam(actor: Actor): string {
    const teamId = currentTeam(actor);
    requireRight(actor, teamId, "billing");
    return teamId;
  }

  const paid = (row: SubscriptionRow | undefined) => paidSubscription(row, provider?.name);

  /** What the provider's dates brought since is stored first, if asking costs nothing. */
  async function rowOf(teamId: string): Promise<SubscriptionRow | undefined> {
    const row = paid(await billing.subscriptionOf(teamId));
    const due = row?.subscriptionId && row.periodEndsAt && row.periodEndsAt <= new Date() && !row.endedAt;
    return due && provider?.local && changes ? changes.sync(teamId) : row;
  }

  const limitsOfRow = (row: SubscriptionRow | undefined): PlanLimits =>
    enforced ? limitsOf(entitlementOf(paid(row)).tier) : unlimited;
  const nearLimits = createNearLimits({ billing, teamsWithIntegrations, limitsOfRow });

  /** How many messages a month are analyzed; null: all. */
  const messageLimit = (row: SubscriptionRow | undefined) => limitsOfRow(row).maxMessagesPerMonth;

  async function planLimits(tx: Executor, teamId: string): Promise<PlanLimits> {
    if (!enforced) return unlimited;
    return limitsOfRow(await createBillingRepository(tx).subscriptionOf(teamId));
  }

  return {
    publicSettings: publicSettings(settings),

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
      requireRoom("Team Members", members, (await planLimits(tx, teamId)).maxTeamMembers);
    },

    /**
     * Requires that a team may connect one more account.
     *
     * @param integrations - how many it has now.
     * @throws AppError `limit_reached`.
     */
    async requireRoomForIntegration(tx: Executor, teamId: string, integrations: number): Promise<void> {
      requireRoom("Integrations", integrations, (await planLimits(tx, teamId)).maxIntegrations);
    },

    /**
     * Counts a team's new messages towards the month they were sent in. Older months' messages are free.
     *
     * @returns how many of them are over the limit.
     */
    async countMessages(tx: Executor, teamId: string, sent: Date[]): Promise<number> {
      const now = new Date();
      const month = monthOf(now);
      const counted = sent.filter((date) => monthOf(date) >= month).length;
      if (counted === 0) return 0;
      const usage = createBillingRepository(tx);
      const { total, held, row } = await usage.countMessages(teamId, counted, now);
      const limit = messageLimit(row);
      const room = limit === null ? counted : Math.max(0, limit - (total - counted - held));
      const over = Math.max(0, counted - room);
      if (over > 0) await usage.addHeld(teamId, over, now);
      return over;
    },

    /** How many of the month's waiting messages may be analyzed now; null: all. */
    async roomForHeld(tx: Executor, teamId: string): Promise<{ room: number | null; monthBegan: Date }> {
      const now = new Date();
      const { total, held, row } = await createBillingRepository(tx).countMessages(teamId, 0, now);
      const limit = messageLimit(row);
      const room = limit === null ? null : Math.max(0, limit - (total - held));
      return { room, monthBegan: new Date(monthOf(now)) };
    },

    /** Counts held messages as analyzed, in the caller's transaction. */
    async noteReleased(tx: Executor, teamId: string, messages: number): Promise<void> {
      await createBillingRepository(tx).addHeld(teamId, -messages, new Date());
    },

    /** The teams that are near a limit of their plan, or have reached it. */
    async nearLimits(): Promise<NearLimit[]> {
      return enforced ? nearLimits() : [];
    },

    /** The current team's plan, and what it has used of it this month (UTC). */
    async usage(actor: Actor): Promise<Usage> {
      const teamId = currentTeam(actor);
      const [row, integrations, { messages, held }, teamMembers] = await Promise.all([
        rowOf(teamId),
        countIntegrations(teamId),
        billing.messagesThisMonth(teamId, new Date()),
        billing.countMembers(teamId),
      ]);
      const { tier, trialEnded, subscribed } = entitlementOf(row);
      return {
        tier,
        usage: { integrations, messages, teamMembers },
        limits: enforced ? limitsOf(tier) : unlimited,
        trialEnded,
        hasActiveSubscription: subscribed,
        waitingMessages: held,
      };
    },

    async subscription(actor: Actor): Promise<Subscription> {
      const row = await rowOf(currentTeam(actor));
      const { endedAt } = entitlementOf(row);
      const said = row && endedAt && (await createWarningRepository(db).find(row.teamId, endedAt));
      const deletesAt = said && settings.mode === "stripe" ? deletionDate(endedAt, said) : null;
      return { ...toSubscription(row), deletesAt: deletesAt?.toISOString() ?? null };
    },

    async createSubscription(actor: Actor, tier: PaidPlanId): Promise<{ clientSecret: string }> {
      return { clientSecret: await requirePayments().changes.create(actor, ownTeam(actor), tier) };
    },

    async changePlan(actor: Actor, tier: PaidPlanId): Promise<Subscription> {
      return toSubscription(await requirePayments().changes.changePlan(actor, ownTeam(actor), tier));
    },

    async cancel(actor: Actor): Promise<Subscription> {
      return toSubscription(await requirePayments().changes.cancel(actor, ownTeam(actor)));
    },

    async resume(actor: Actor): Promise<Subscription> {
      return toSubscription(await requirePayments().changes.resume(actor, ownTeam(actor)));
    },

    async refresh(actor: Actor): Promise<Subscription> {
      return toSubscription(await requirePayments().changes.sync(ownTeam(actor)));
    },

    /**
     * Continues on Free.
     *
     * @throws AppError `conflict` while a trial or a subscription runs.
     */
    async chooseFree(actor: Actor): Promise<Subscription> {
      return toSubscription(await requirePayments().changes.chooseFree(actor, ownTeam(actor)));
    },

    /** The current team's invoices at the provider; none if it has never paid through this one. */
    async invoices(actor: Actor): Promise<Invoice[]> {
      const { provider: payments } = requirePayments();
      const row = await rowOf(ownTeam(actor));
      return row?.customerId && row.provider === payments.name ? payments.invoices(row.customerId) : [];
    },

    /** Stores the provider's state of a team's subscription. */
    async sync(teamId: string): Promise<void> {
      await requirePayments().changes.sync(teamId);
    },

    /** Has the subscription of a deleted team canceled, in the transaction that deletes it. */
    async onTeamDeleted(tx: Executor, teamId: string): Promise<void> {
      if (provider) await jobs.send(tx, endPaymentsQueue.name, { teamId });
    },

    async endPayments(teamId: string): Promise<void> {
      await changes?.end(teamId);
    },

    /** Whether data is deleted after a trial or a subscription: only where people really pay. */
    deletesData: settings.mode === "stripe",

    /** Stores a report of the provider and queues what follows from it; repeated ones only once. */
    async noteEvent({
      id,
      type,
      customerId,
    }: {
      id: string;
      type: string;
      customerId: string;
    }): Promise<void> {
      await db.transaction(async (tx) => {
        const events = createBillingRepository(tx);
        // An account at the provider may have customers of other servers too.
        const teamId = await events.teamOfCustomer(customerId);
        if (teamId && (await events.insertEvent({ id, teamId, type })))
          await jobs.send(tx, syncPaymentsQueue.name, { teamId });
      });
    },

    /** Compares every subscription that may still change with its provider. One failure doesn't stop the others. */
    async reconcile(signal: AbortSignal): Promise<void> {
      if (!changes || !provider) return;
      const failures: unknown[] = [];
      for (let after = firstId; !signal.aborted; ) {
        const teamIds = await billing.openAt(provider.name, after, reconcileBatch);
        for (const teamId of teamIds)
          if (!signal.aborted) await changes.sync(teamId).catch((error: unknown) => failures.push(error));
        if (teamIds.length < reconcileBatch) break;
        after = teamIds.at(-1) as string;
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} subscriptions couldn't be compared`);
    },

    /** Undefined unless payments are simulated. */
    sandbox: sandbox &&
      changes && {
        async pay(actor: Actor, clientSecret: string, outcome: SandboxOutcome): Promise<void> {
          const teamId = ownTeam(actor);
          await sandbox.confirm(teamId, clientSecret, outcome);
          await changes.sync(teamId);
        },

        /** Continues with Pro in one step, without the payment form: no money moves. */
        async continueWithPro(actor: Actor): Promise<Subscription> {
          const teamId = ownTeam(actor);
          if (entitlementOf(await billing.subscriptionOf(teamId)).endedAt === null)
            throw new AppError("conflict", "Your plan hasn't ended. Choose another one on the pricing page.");
          await sandbox.confirm(teamId, await changes.create(actor, teamId, "pro"), "success");
          return toSubscription(await changes.sync(teamId));
        },
      },
  };
}

function publicSettings(settings: PaymentSettings): BillingSettings {
  const { mode, support } = settings;
  if (mode === "stripe") return { mode, support, publishableKey: settings.stripe.publishableKey };
  return mode === "off" ? { mode } : { mode, support };
}

/** @throws AppError `limit_reached` with the sentence of the specification, section 8. */
function requireRoom(label: string, current: number, limit: number | null): void {
  if (limit !== null && current >= limit)
    throw new AppError("limit_reached", `You've reached your ${label} limit. Upgrade now to continue.`);
}
