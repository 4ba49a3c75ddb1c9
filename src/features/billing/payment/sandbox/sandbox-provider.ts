import { randomBytes } from "node:crypto";
import type { Executor } from "../../../../server/database";
import { AppError } from "../../../../shared/app-error";
import type { PaidPlanId, SandboxOutcome } from "../../contract";
import { plans } from "../../plans";
import type { PaymentProvider, ProviderSubscription } from "../payment-provider";
import { createSandboxRepository, type SandboxRepository, type SandboxRow } from "./sandbox-repository";
import { advance, nextMonth } from "./sandbox-time";

const gone = "The sandbox doesn't know this subscription.";
const centsOf = (tier: PaidPlanId): number => (plans.find(({ id }) => id === tier)?.price ?? 0) * 100;

export type Sandbox = PaymentProvider & {
  /** Confirms a payment, as the form of a real provider would in the browser. */
  confirm(teamId: string, clientSecret: string, outcome: SandboxOutcome): Promise<void>;
};

/** A payment provider in our own database that walks through the same states as a real one. No money moves. */
export function createSandbox(db: Executor): Sandbox {
  /** Changes one subscription, after everything that its dates brought since. */
  function change(
    subscriptionId: string,
    edit: (
      row: SandboxRow,
      records: SandboxRepository,
    ) => Promise<Partial<SandboxRow>> | Partial<SandboxRow> = () => ({}),
  ): Promise<ProviderSubscription> {
    return db.transaction(async (tx) => {
      const records = createSandboxRepository(tx);
      const row = await records.lock(subscriptionId);
      if (!row) throw new AppError("not_found", gone);
      const now = advance(row, new Date());
      for (const invoice of now.invoices)
        await records.addInvoice(row, { ...invoice, amount: centsOf(row.tier) });
      return toState(await records.save({ ...now.row, ...(await edit(now.row, records)) }));
    });
  }

  return {
    name: "sandbox",
    local: true,
    customer: async ({ teamId }) => teamId,

    async open(customerId) {
      const row = await createSandboxRepository(db).open(customerId);
      return row && change(row.id);
    },

    async subscribe({ teamId, tier, trialEndsAt }) {
      const row = await createSandboxRepository(db).insert({
        id: `sandbox_${randomBytes(12).toString("base64url")}`,
        teamId,
        clientSecret: `sandbox_secret_${randomBytes(18).toString("base64url")}`,
        tier,
        status: trialEndsAt ? "trialing" : "incomplete",
        trialEndsAt,
        periodEndsAt: trialEndsAt,
      });
      return toState(row);
    },

    async clientSecret(subscriptionId) {
      const row = await createSandboxRepository(db).find(subscriptionId);
      const due = row && (row.payment === null || row.status === "past_due");
      return due && row.status !== "ended" ? row.clientSecret : null;
    },

    changePlan: (subscriptionId, tier) => change(subscriptionId, () => ({ tier, cancelsAtPeriodEnd: false })),
    cancel: (subscriptionId) =>
      change(subscriptionId, ({ status }) =>
        // Nothing is paid for that it could still run out.
        status === "past_due" ? { status: "ended", endedAt: new Date() } : { cancelsAtPeriodEnd: true },
      ),
    resume: (subscriptionId) =>
      change(subscriptionId, ({ status }) => {
        if (status === "ended") throw new AppError("conflict", "This subscription has ended. Choose a plan.");
        return { cancelsAtPeriodEnd: false };
      }),
    discard: (subscriptionId) =>
      change(subscriptionId, ({ payment }) =>
        payment === null ? { status: "ended", endedAt: new Date() } : {},
      ),

    async read(subscriptionId) {
      const row = await createSandboxRepository(db).find(subscriptionId);
      return row && change(row.id);
    },

    invoices: (customerId) => createSandboxRepository(db).invoices(customerId),

    async confirm(teamId, clientSecret, outcome) {
      const row = await createSandboxRepository(db).bySecret(teamId, clientSecret);
      if (!row || row.status === "ended") throw new AppError("not_found", gone);
      if (outcome === "declined") throw new AppError("provider_failed", "Your card was declined.");
      if (outcome === "authentication_failed")
        throw new AppError("provider_failed", "We couldn't authenticate your card. Choose another one.");
      const payment = outcome === "renewal_declined" ? "declined_at_renewal" : "works";
      await change(row.id, async (current, records) => {
        // Another plan was chosen meanwhile.
        if (current.status === "ended") throw new AppError("not_found", gone);
        if (current.status === "trialing" || current.status === "active") return { payment };
        const now = new Date();
        // A second click finds the subscription active, so that nothing is invoiced twice.
        if (current.status === "past_due") await records.payOpen(current.id);
        else
          await records.addInvoice(current, {
            amount: centsOf(current.tier),
            status: "paid",
            createdAt: now,
          });
        return { payment, status: "active", periodEndsAt: nextMonth(now) };
      });
    },
  };
}

function toState(row: SandboxRow): ProviderSubscription {
  const { id, tier, status, trialEndsAt, periodEndsAt, cancelsAtPeriodEnd, endedAt, payment } = row;
  return {
    id,
    tier,
    status,
    trialEndsAt,
    periodEndsAt,
    cancelsAtPeriodEnd,
    endedAt,
    confirmed: payment !== null,
  };
}
