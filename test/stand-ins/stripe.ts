import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { atEnd } from "../support/at-end";
import {
  type EventType,
  type InvoiceStatus,
  newCustomer,
  newEvent,
  newInvoice,
  newItem,
  newPrice,
  newSetup,
  newSubscription,
  now,
  type SetupStatus,
  type SubscriptionStatus,
} from "./stripe-objects";

export type Card = "good" | "declined" | "authentication_fails" | "declined_later";

/** The prices of the plans at the stand-in. */
export const stripePrices = { starter: "price_starter", pro: "price_pro", enterprise: "price_enterprise" };
const amounts: Record<string, number> = { price_starter: 2_900, price_pro: 7_900, price_enterprise: 29_900 };

export const webhookSecret = "whsec_standin";

interface Failure {
  status: number;
  type: string;
  code?: string;
  message: string;
}

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

  function emit(type: EventType, object: Stripe.Subscription | Stripe.Invoice): void {
    events.push(newEvent(id("evt"), type, object));
  }

  function addInvoice(subscription: Stripe.Subscription, total: number, status: InvoiceStatus) {
    const invoiceId = id("in");
    const invoice = newInvoice(invoiceId, `ZIP-${count}`, customerOf(subscription), total, status);
    invoices.unshift(invoice);
    subscription.latest_invoice = invoice;
    return invoice;
  }

  const customerOf = ({ customer }: Stripe.Subscription) => customer as string;
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
        subscription.status = "past_due" satisfies SubscriptionStatus;
        emit("invoice.payment_failed", addInvoice(subscription, priceOf(subscription), "open"));
      } else {
        subscription.status = "active" satisfies SubscriptionStatus;
        item.current_period_start = item.current_period_end;
        item.current_period_end += 30 * 86_400;
        emit("invoice.paid", addInvoice(subscription, priceOf(subscription), "paid"));
      }
      emit("customer.subscription.updated", subscription);
    }
  }

  function end(subscription: Stripe.Subscription): void {
    const ended: SubscriptionStatus =
      subscription.status === "incomplete" ? "incomplete_expired" : "canceled";
    subscription.status = ended;
    subscription.ended_at = now();
    emit("customer.subscription.deleted", subscription);
  }

  function create(given: URLSearchParams): Stripe.Subscription {
    const trialEnd = Number(given.get("trial_end")) || null;
    const subscriptionId = id("sub");
    const customer = given.get("customer") ?? "";
    const priceId = given.get("items[0][price]") ?? "";
    const period = { begins: now(), ends: trialEnd ?? now() + 30 * 86_400 };
    const item = newItem(id("si"), subscriptionId, newPrice(priceId, amounts[priceId] ?? 0), period);
    const subscription = newSubscription(subscriptionId, customer, item, trialEnd, metadataOf(given));
    subscriptions.set(subscriptionId, subscription);
    if (trialEnd) {
      addInvoice(subscription, 0, "paid");
      const setupId = id("seti");
      const setup = newSetup(setupId, customer, `${setupId}_secret_${count}`);
      setups.set(setup.id, setup);
      subscription.pending_setup_intent = setup;
    } else addInvoice(subscription, priceOf(subscription), "open");
    emit("customer.subscription.created", subscription);
    return subscription;
  }

  function change(subscription: Stripe.Subscription, given: URLSearchParams): void {
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
    if (price) item.price = newPrice(price, amounts[price] ?? 0);
    const cancel = given.get("cancel_at_period_end");
    if (cancel) {
      subscription.cancel_at_period_end = cancel === "true";
      subscription.canceled_at = cancel === "true" ? now() : null;
    }
    const method = given.get("default_payment_method");
    if (method) subscription.default_payment_method = method;
    Object.assign(subscription.metadata, metadataOf(given));
    emit("customer.subscription.updated", subscription);
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
      const [name, email] = [given.get("name") ?? "", given.get("email") ?? ""];
      const customer = newCustomer(id("cus"), name, email, metadataOf(given));
      customers.set(customer.id, customer);
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
      return list(own.reverse().map((one) => shown(one, given, "data.")));
    }
    if (!name) return shown(create(given), given);
    const subscription = subscriptions.get(name);
    if (!subscription) throw notFound(name);
    advance(subscription);
    if (method === "POST") change(subscription, given);
    if (method === "DELETE") end(subscription);
    return shown(subscription, given);
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
    /** Newest first. */
    invoices,
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
          setup.status = "succeeded" satisfies SetupStatus;
          setup.payment_method = id("pm");
          cards.set(subscription.id, card);
          emit("customer.subscription.updated", subscription);
          return;
        }
        if (typeof invoice !== "object" || invoice?.confirmation_secret?.client_secret !== clientSecret)
          continue;
        if (invoice.status === "void") throw new Error("This payment has been canceled.");
        if (subscription.status === "past_due") itemOf(subscription).current_period_end = now() + 30 * 86_400;
        invoice.status = "paid" satisfies InvoiceStatus;
        subscription.status = "active" satisfies SubscriptionStatus;
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

/**
 * A subscription as it is answered: other objects only by their id, unless the request asks to expand them.
 * Source: docs.stripe.com/api/expanding_objects
 *
 * @param prefix - where the subscription is in the answer, such as `data.` in a list.
 */
function shown(subscription: Stripe.Subscription, given: URLSearchParams, prefix = ""): Stripe.Subscription {
  const wanted = [...given].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value] : []));
  const expands = (field: string) =>
    wanted.some((path) => path === prefix + field || path.startsWith(`${prefix}${field}.`));
  const { latest_invoice: invoice, pending_setup_intent: setup } = subscription;
  return {
    ...subscription,
    latest_invoice: expands("latest_invoice") ? withoutSecret(invoice, expands) : idOf(invoice),
    pending_setup_intent: expands("pending_setup_intent") ? setup : idOf(setup),
  };
}

const idOf = (of: string | { id: string } | null): string | null =>
  typeof of === "object" ? (of?.id ?? null) : of;

/** An invoice says what to confirm it with only on request. */
function withoutSecret(
  invoice: Stripe.Subscription["latest_invoice"],
  expands: (field: string) => boolean,
): Stripe.Subscription["latest_invoice"] {
  if (typeof invoice !== "object" || !invoice || expands("latest_invoice.confirmation_secret"))
    return invoice;
  const { confirmation_secret: _, ...rest } = invoice;
  return rest;
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
