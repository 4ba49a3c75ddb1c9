import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Stripe from "stripe";
import { atEnd } from "../support/at-end";

export type Card = "good" | "declined" | "authentication_fails" | "declined_later";

/** The prices of the plans at the stand-in. */
export const stripePrices = { starter: "price_starter", pro: "price_pro", enterprise: "price_enterprise" };
const amounts: Record<string, number> = { price_starter: 2_900, price_pro: 7_900, price_enterprise: 29_900 };

export const webhookSecret = "whsec_standin";

const now = (): number => Math.floor(Date.now() / 1000);

/** Stripe's own example objects (fixtures3.json, MIT), where the data folder is given. */
const examples: { resources?: Record<string, object> } = process.env.EVAL_DATA
  ? JSON.parse(readFileSync(join(process.env.EVAL_DATA, "stripe", "fixtures3.json"), "utf8"))
  : {};
const example = (name: string): object => examples.resources?.[name] ?? {};

interface Failure {
  status: number;
  type: string;
  code?: string;
  message: string;
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/**
 * Customers, subscriptions, setup intents, payments and invoices as docs.stripe.com/api describes them, and
 * signed events. Its objects are typed by the stripe package. It stops with the test file.
 */
export async function startStripe() {
  const customers = new Map<string, Stripe.Customer>();
  const subscriptions = new Map<string, Stripe.Subscription>();
  const setups = new Map<string, Stripe.SetupIntent>();
  const invoices: Stripe.Invoice[] = [];
  const cards = new Map<string, Card>();
  const answers = new Map<string, { request: string; body: object }>();
  const events: Stripe.Event[] = [];
  const requests: string[] = [];
  let count = 0;
  /** How requests fail: `down` before anything happens, `lost` after it happened. */
  let fault: "down" | "lost" | undefined;
  const id = (prefix: string) => `${prefix}_${++count}${Math.random().toString(36).slice(2, 8)}`;

  function emit(type: Stripe.Event["type"], object: Stripe.Subscription | Stripe.Invoice): void {
    const event = {
      ...example("event"),
      id: id("evt"),
      object: "event",
      type,
      created: now(),
      data: { object },
    };
    events.push(structuredClone(event) as unknown as Stripe.Event);
  }

  function addInvoice(subscription: Stripe.Subscription, total: number, status: Stripe.Invoice.Status) {
    const invoiceId = id("in");
    const invoice = {
      ...example("invoice"),
      id: invoiceId,
      object: "invoice",
      number: `ZIP-${count}`,
      created: now(),
      customer: subscription.customer,
      total,
      status,
      hosted_invoice_url: `https://invoice.stripe.com/i/${invoiceId}`,
      confirmation_secret: { client_secret: `pi_${invoiceId}_secret_${count}`, type: "payment_intent" },
    } satisfies Partial<Stripe.Invoice> as unknown as Stripe.Invoice;
    invoices.unshift(invoice);
    subscription.latest_invoice = invoice;
    return invoice;
  }

  const itemOf = ({ items }: Stripe.Subscription) => items.data[0] as Stripe.SubscriptionItem;
  const priceOf = (subscription: Stripe.Subscription) => amounts[itemOf(subscription).price.id] ?? 0;

  /** Lets time pass for a subscription: trials end, periods renew, cancellations take effect. */
  function advance(subscription: Stripe.Subscription): void {
    for (;;) {
      const item = itemOf(subscription);
      const running = subscription.status === "trialing" || subscription.status === "active";
      if (!running || item.current_period_end > now()) return;
      if (subscription.cancel_at_period_end || !subscription.default_payment_method) end(subscription);
      else if (cards.get(subscription.id) === "declined_later") {
        subscription.status = "past_due";
        emit("invoice.payment_failed", addInvoice(subscription, priceOf(subscription), "open"));
      } else {
        subscription.status = "active";
        item.current_period_start = item.current_period_end;
        item.current_period_end += 30 * 86_400;
        emit("invoice.paid", addInvoice(subscription, priceOf(subscription), "paid"));
      }
      emit("customer.subscription.updated", subscription);
    }
  }

  function end(subscription: Stripe.Subscription): void {
    subscription.status = subscription.status === "incomplete" ? "incomplete_expired" : "canceled";
    subscription.ended_at = now();
    emit("customer.subscription.deleted", subscription);
  }

  function create(given: URLSearchParams): Stripe.Subscription {
    const trialEnd = Number(given.get("trial_end")) || null;
    const subscriptionId = id("sub");
    const price = { ...example("price"), id: given.get("items[0][price]") ?? "" } as Stripe.Price;
    const subscription = {
      ...example("subscription"),
      id: subscriptionId,
      object: "subscription",
      customer: given.get("customer") ?? "",
      status: trialEnd ? "trialing" : "incomplete",
      created: now(),
      start_date: now(),
      trial_start: trialEnd && now(),
      trial_end: trialEnd,
      cancel_at: null,
      canceled_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      default_payment_method: null,
      latest_invoice: null,
      pending_setup_intent: null,
      metadata: metadataOf(given),
      items: {
        object: "list",
        has_more: false,
        url: "/v1/subscription_items",
        data: [
          {
            id: id("si"),
            object: "subscription_item",
            price,
            quantity: 1,
            current_period_start: now(),
            current_period_end: trialEnd ?? now() + 30 * 86_400,
          } satisfies Partial<Stripe.SubscriptionItem> as unknown as Stripe.SubscriptionItem,
        ],
      },
    } satisfies Partial<Stripe.Subscription> as unknown as Stripe.Subscription;
    subscriptions.set(subscriptionId, subscription);
    if (trialEnd) {
      addInvoice(subscription, 0, "paid");
      const setup = {
        ...example("setup_intent"),
        id: id("seti"),
        object: "setup_intent",
        client_secret: `${id("seti")}_secret_${count}`,
        status: "requires_payment_method",
        payment_method: null,
      } satisfies Partial<Stripe.SetupIntent> as unknown as Stripe.SetupIntent;
      setups.set(setup.id, setup);
      subscription.pending_setup_intent = setup;
    } else addInvoice(subscription, priceOf(subscription), "open");
    emit("customer.subscription.created", subscription);
    return subscription;
  }

  function change(subscription: Stripe.Subscription, given: URLSearchParams): Stripe.Subscription {
    const item = itemOf(subscription);
    const price = given.get("items[0][price]");
    if (price && given.get("items[0][id]") !== item.id)
      throw { status: 400, type: "invalid_request_error", message: "No such item" } satisfies Failure;
    if (subscription.ended_at)
      throw {
        status: 400,
        type: "invalid_request_error",
        message: "A canceled subscription",
      } satisfies Failure;
    if (price && price !== item.price.id && given.get("proration_behavior") !== "create_prorations")
      throw {
        status: 400,
        type: "invalid_request_error",
        message: "Zippy charges the difference of a change at once: proration_behavior is missing",
      } satisfies Failure;
    if (price) item.price = { ...item.price, id: price };
    const cancel = given.get("cancel_at_period_end");
    if (cancel) {
      subscription.cancel_at_period_end = cancel === "true";
      subscription.canceled_at = cancel === "true" ? now() : null;
    }
    const method = given.get("default_payment_method");
    if (method) subscription.default_payment_method = method;
    Object.assign(subscription.metadata, metadataOf(given));
    emit("customer.subscription.updated", subscription);
    return subscription;
  }

  /** Closes a payment that nobody has confirmed. */
  function closed<Intent extends { id?: string; status: unknown }>(
    all: Intent[],
    name: string,
    from: Intent["status"],
    to: Intent["status"],
  ): Intent {
    const found = all.find((one) => one.id === name);
    if (!found) throw notFound(name);
    if (found.status !== from)
      throw {
        status: 400,
        type: "invalid_request_error",
        message: `You can only do this while it is ${String(from)}`,
      } satisfies Failure;
    found.status = to;
    return found;
  }

  function run(method: string, path: string, given: URLSearchParams): object {
    const [, , kind = "", name = ""] = path.split("/");
    if (kind === "customers" && method === "POST") {
      const customer = {
        ...example("customer"),
        id: id("cus"),
        object: "customer",
        metadata: metadataOf(given),
      };
      customers.set(customer.id, customer as unknown as Stripe.Customer);
      return customer;
    }
    if (kind === "invoices" && path.endsWith("/void")) return closed(invoices, name, "open", "void");
    if (kind === "setup_intents" && path.endsWith("/cancel"))
      return closed([...setups.values()], name, "requires_payment_method", "canceled");
    if (kind === "invoices")
      return list(invoices.filter(({ customer }) => customer === given.get("customer")));
    if (kind !== "subscriptions") throw notFound(path);
    if (!name && method === "GET") {
      const own = [...subscriptions.values()].filter(({ customer }) => customer === given.get("customer"));
      own.forEach(advance);
      return list(own.reverse());
    }
    if (!name) return create(given);
    const subscription = subscriptions.get(name);
    if (!subscription) throw notFound(name);
    advance(subscription);
    if (method === "POST") return change(subscription, given);
    if (method === "DELETE") end(subscription);
    return subscription;
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://stripe");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    requests.push(`${request.method} ${url.pathname}`);
    if (fault === "down") return void response.destroy();
    const send = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json", "request-id": id("req") });
      response.end(JSON.stringify(body));
    };
    try {
      if (request.headers.authorization !== "Bearer sk_test_standin")
        throw { status: 401, type: "authentication_error", message: "Invalid API Key" } satisfies Failure;
      const key = request.headers["idempotency-key"];
      const known = typeof key === "string" ? answers.get(key) : undefined;
      if (known && known.request !== text)
        throw {
          status: 400,
          type: "idempotency_error",
          message: "Keys must mean one request",
        } satisfies Failure;
      const given = new URLSearchParams(text || url.search);
      const body = known?.body ?? run(request.method ?? "GET", url.pathname, given);
      if (typeof key === "string") answers.set(key, { request: text, body });
      if (fault === "lost") return void response.destroy();
      send(200, body);
    } catch (error) {
      const { status, ...failure } = error as Failure;
      if (!status) throw error;
      send(status, { error: failure });
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    subscriptions,
    /** What Stripe would have sent so far, oldest first. */
    events,
    /** The settings of a server that takes payments here. */
    settings: {
      STRIPE_SECRET_KEY: "sk_test_standin",
      STRIPE_PUBLISHABLE_KEY: "pk_test_standin",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_STARTER: stripePrices.starter,
      STRIPE_PRICE_PRO: stripePrices.pro,
      STRIPE_PRICE_ENTERPRISE: stripePrices.enterprise,
      STRIPE_BASE_URL: url,
    },
    /** Makes requests fail from now on; undefined: no longer. */
    failWith(next: typeof fault): void {
      fault = next;
    },

    /**
     * What Stripe.js does in the browser: confirms a setup or a payment with a card.
     *
     * @throws Error with Stripe's sentence if it fails.
     */
    confirm(clientSecret: string, card: Card): void {
      if (card === "declined") throw new Error("Your card was declined.");
      if (card === "authentication_fails")
        throw new Error("We are unable to authenticate your payment method.");
      for (const subscription of subscriptions.values()) {
        const { pending_setup_intent: setup, latest_invoice: invoice } = subscription;
        if (typeof setup === "object" && setup?.client_secret === clientSecret) {
          if (setup.status === "canceled") throw new Error("This payment has been canceled.");
          setup.status = "succeeded";
          setup.payment_method = id("pm");
          cards.set(subscription.id, card);
          emit("customer.subscription.updated", subscription);
          return;
        }
        if (typeof invoice !== "object" || invoice?.confirmation_secret?.client_secret !== clientSecret)
          continue;
        if (invoice.status === "void") throw new Error("This payment has been canceled.");
        if (subscription.status === "past_due") itemOf(subscription).current_period_end = now() + 30 * 86_400;
        invoice.status = "paid";
        subscription.status = "active";
        subscription.default_payment_method = id("pm");
        cards.set(subscription.id, card);
        emit("invoice.paid", invoice);
        emit("customer.subscription.updated", subscription);
        return;
      }
      throw new Error("No such intent");
    },

    /** Lets time pass for every subscription, as Stripe does by itself. */
    passTime(): void {
      for (const subscription of subscriptions.values()) advance(subscription);
    },
  };
}

/** Delivers an event as Stripe does. @returns the status of the answer. */
export async function deliverEvent(
  url: string,
  event: Stripe.Event,
  { secret = webhookSecret, timestamp }: { secret?: string; timestamp?: number } = {},
): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  const response = await fetch(`${url}/api/billing/webhook`, {
    method: "POST",
    headers: { "stripe-signature": signature, "content-type": "application/json" },
    body: payload,
  });
  return response.status;
}

function list<T>(data: T[]): Pick<Stripe.ApiList<T>, "object" | "data" | "has_more" | "url"> {
  return { object: "list", data, has_more: false, url: "/v1" };
}

function notFound(what: string): Failure {
  return { status: 404, type: "invalid_request_error", code: "resource_missing", message: `No such ${what}` };
}

function metadataOf(given: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...given].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key ? [[key, value]] : [];
    }),
  );
}
