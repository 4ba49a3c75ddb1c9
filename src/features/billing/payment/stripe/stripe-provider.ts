import { createHash } from "node:crypto";
import Stripe from "stripe";
import { AppError } from "../../../../shared/app-error";
import type { Invoice } from "../../contract";
import type { PaymentProvider, ProviderSubscription } from "../payment-provider";
import type { StripeSettings } from "../settings";
import { secretOf, toState } from "./stripe-states";

/** Longest wait for one answer of Stripe (milliseconds); the browser waits for a minute. */
const patience = 15_000;

const silent = "The payment service isn't responding, so nothing was changed. Try again in a few minutes.";
const misconfigured = "The payment service refused this. Nothing was charged. Contact support.";

/** What a state is read with. Source: docs.stripe.com/billing/subscriptions/overview. */
const expand = ["latest_invoice.confirmation_secret", "pending_setup_intent"];

/** A client of Stripe's API. */
export function createStripeClient({ secretKey, baseUrl }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(baseUrl);
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port && { port: Number(port) }),
    timeout: patience,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Subscriptions at Stripe. Its client repeats a request that got no answer with the same idempotency key. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const stripe = createStripeClient(settings);
  const { prices } = settings;
  const state = (subscription: Stripe.Subscription) => toState(subscription, prices);

  async function itemOf(subscriptionId: string): Promise<string> {
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    const [item] = items.data;
    if (!item) throw new AppError("provider_failed", misconfigured);
    return item.id;
  }

  async function update(id: string, change: Stripe.SubscriptionUpdateParams): Promise<ProviderSubscription> {
    return state(await stripe.subscriptions.update(id, { ...change, expand }));
  }

  async function end(id: string): Promise<ProviderSubscription> {
    return state(await stripe.subscriptions.cancel(id, { expand }));
  }

  /**
   * Makes sure that a prepared payment can't be confirmed any more. False if it was.
   * Source: docs.stripe.com/api/setup_intents/cancel, docs.stripe.com/api/invoices/void
   */
  async function closePayment(of: Stripe.Subscription): Promise<boolean> {
    const { status, pending_setup_intent: setup, latest_invoice: invoice } = of;
    try {
      if (status === "trialing" && setup) await stripe.setupIntents.cancel(idOf(setup));
      else if (invoice) await stripe.invoices.voidInvoice(idOf(invoice));
      return true;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
      throw error;
    }
  }

  const provider: PaymentProvider = {
    name: "stripe",
    local: false,

    async customer({ teamId, name, email }) {
      // The same details within a day mean the same customer, also if the first answer was lost.
      const details = createHash("sha256").update(`${name}\n${email}`).digest("hex").slice(0, 16);
      const customer = await stripe.customers.create(
        { name, email, metadata: { teamId } },
        { idempotencyKey: `customer:${teamId}:${details}` },
      );
      return customer.id;
    },

    async open(customerId) {
      const { data } = await stripe.subscriptions.list({
        customer: customerId,
        status: "all",
        limit: 100,
        expand: expand.map((field) => `data.${field}`),
      });
      return data.map(state).find(({ status }) => status !== "ended");
    },

    async subscribe({ teamId, customerId, tier, trialEndsAt }) {
      const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 });
      const trialEnd = trialEndsAt && Math.ceil(trialEndsAt.getTime() / 1000);
      return state(
        await stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: prices[tier] }],
            payment_behavior: "default_incomplete",
            payment_settings: { save_default_payment_method: "on_subscription" },
            ...(trialEnd && {
              trial_end: trialEnd,
              trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
            }),
            metadata: { teamId, tier },
            expand,
          },
          { idempotencyKey: `subscribe:${customerId}:${data.length}:${tier}:${trialEnd ?? "due"}` },
        ),
      );
    },

    async clientSecret(subscriptionId) {
      return secretOf(await stripe.subscriptions.retrieve(subscriptionId, { expand }));
    },

    async changePlan(subscriptionId, tier) {
      return update(subscriptionId, {
        items: [{ id: await itemOf(subscriptionId), price: prices[tier] }],
        proration_behavior: "create_prorations",
        cancel_at_period_end: false,
        metadata: { tier },
      });
    },

    async cancel(subscriptionId) {
      const { status } = await stripe.subscriptions.retrieve(subscriptionId);
      // Nothing is paid for that it could still run out.
      if (status === "past_due" || status === "unpaid") return end(subscriptionId);
      return update(subscriptionId, { cancel_at_period_end: true });
    },

    resume: (subscriptionId) => update(subscriptionId, { cancel_at_period_end: false }),

    async discard(subscriptionId) {
      const found = await stripe.subscriptions.retrieve(subscriptionId, { expand });
      if (state(found).confirmed || state(found).status === "ended") return state(found);
      // First what could still be confirmed. Stripe refuses this once it was, so that nobody pays for what ends.
      const closed = await closePayment(found);
      const now = state(await stripe.subscriptions.retrieve(subscriptionId, { expand }));
      return closed && now.status !== "ended" ? end(subscriptionId) : now;
    },

    async read(subscriptionId) {
      const found = await stripe.subscriptions
        .retrieve(subscriptionId, { expand })
        .catch((error: unknown) => {
          if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing")
            return undefined;
          throw error;
        });
      if (!found) return undefined;
      const method = confirmedMethod(found);
      // Else nothing would be charged at the end of the trial.
      return method ? update(found.id, { default_payment_method: method }) : state(found);
    },

    async invoices(customerId) {
      const { data } = await stripe.invoices.list({ customer: customerId, limit: 100 });
      return data.flatMap(toInvoice);
    },
  };
  return withSentences(provider);
}

const idOf = (of: string | { id?: string }): string => (typeof of === "string" ? of : (of.id ?? ""));

/** The payment method of a confirmed setup that the subscription doesn't use yet. */
function confirmedMethod({
  default_payment_method,
  pending_setup_intent,
}: Stripe.Subscription): string | null {
  if (default_payment_method || typeof pending_setup_intent !== "object" || !pending_setup_intent)
    return null;
  const { status, payment_method } = pending_setup_intent;
  if (status !== "succeeded" || !payment_method) return null;
  return typeof payment_method === "string" ? payment_method : payment_method.id;
}

function toInvoice(invoice: Stripe.Invoice): Invoice[] {
  const { id, number, created, total, status, hosted_invoice_url } = invoice;
  // The first invoice of a trial is over nothing.
  if (!id || !status || status === "draft" || total === 0) return [];
  return [
    {
      id,
      number: number ?? id,
      createdAt: new Date(created * 1000).toISOString(),
      amount: total,
      status: status === "paid" ? "paid" : status === "void" ? "void" : "open",
      url: hosted_invoice_url ?? null,
    },
  ];
}

/** Turns Stripe's errors into sentences for the person. */
function withSentences(provider: PaymentProvider): PaymentProvider {
  const wrapped = Object.entries(provider).map(([name, value]) => [
    name,
    typeof value === "function"
      ? (...given: unknown[]) =>
          (value as (...given: unknown[]) => Promise<unknown>)(...given).catch((error: unknown) => {
            throw toAppError(error);
          })
      : value,
  ]);
  return Object.fromEntries(wrapped) as PaymentProvider;
}

function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError("provider_failed", error.message, { cause: error });
  const away =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError;
  return new AppError("provider_failed", away ? silent : misconfigured, { cause: error });
}
