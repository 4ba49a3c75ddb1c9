import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolder, onlyWithData } from "../support/only-if";
import { startStripe, stripePrices } from "./stripe";
import {
  type InvoiceStatus,
  newCustomer,
  newEvent,
  newInvoice,
  newItem,
  newPrice,
  newSetup,
  newSubscription,
  type SetupStatus,
  type SubscriptionStatus,
} from "./stripe-objects";

type Fields = Record<string, unknown>;

const price = newPrice("price_1", 2_900);
const item = newItem("si_1", "sub_1", price, { begins: 1, ends: 2 });
const subscription = newSubscription("sub_1", "cus_1", item, null, {});
const objects = {
  customer: newCustomer("cus_1", "Berg", "ana@example.com", {}),
  price,
  subscription_item: item,
  subscription,
  setup_intent: newSetup("seti_1", "cus_1", "secret"),
  invoice: newInvoice("in_1", "ZIP-1", "cus_1", 2_900, "paid"),
  event: newEvent("evt_1", "customer.subscription.updated", subscription),
};

/** As an answer carries it. */
const sent = (object: unknown): Fields => JSON.parse(JSON.stringify(object)) as Fields;

test("a misspelt status doesn't compile", () => {
  // @ts-expect-error
  const subscription: SubscriptionStatus = "trailing";
  // @ts-expect-error
  const invoice: InvoiceStatus = "payed";
  // @ts-expect-error
  const setup: SetupStatus = "suceeded";
  expect([subscription, invoice, setup]).toHaveLength(3);
});

test("amounts are sent as Stripe sends them: whole cents, and decimals as text", () => {
  expect(sent(price)).toMatchObject({ unit_amount: 2_900, unit_amount_decimal: "2900" });
  expect(sent(item)).toMatchObject({ plan: { amount: 2_900, amount_decimal: "2900" } });
});

test("a subscription names its invoice and its setup by their ids, unless they are to be expanded", async () => {
  const stripe = await startStripe();
  const request = async (method: string, path: string, given: Record<string, string> = {}) => {
    const query = new URLSearchParams(given);
    const response = await fetch(`${stripe.url}/v1/${path}${method === "GET" ? `?${query}` : ""}`, {
      method,
      headers: { authorization: "Bearer sk_test_standin" },
      ...(method !== "GET" && { body: query }),
    });
    return (await response.json()) as Fields & { id: string };
  };
  const customer = await request("POST", "customers", { name: "Berg", email: "ana@example.com" });
  expect(customer).toMatchObject({ name: "Berg", email: "ana@example.com" });
  const order = { customer: customer.id, "items[0][price]": stripePrices.pro };
  const due = await request("POST", "subscriptions", order);
  expect(due).toMatchObject({ latest_invoice: expect.stringMatching(/^in_/), pending_setup_intent: null });
  const invoice = await request("GET", `subscriptions/${due.id}`, { "expand[0]": "latest_invoice" });
  expect(invoice.latest_invoice).toMatchObject({ id: due.latest_invoice, total: 7_900 });
  expect(invoice.latest_invoice).not.toHaveProperty("confirmation_secret");
  const secret = await request("GET", `subscriptions/${due.id}`, {
    "expand[0]": "latest_invoice.confirmation_secret",
  });
  expect(secret.latest_invoice).toMatchObject({ confirmation_secret: { type: "payment_intent" } });

  const trial = await request("POST", "subscriptions", { ...order, trial_end: "9999999999" });
  expect(trial.pending_setup_intent).toMatch(/^seti_/);
  const setup = await request("GET", "subscriptions", {
    customer: customer.id,
    "expand[0]": "data.pending_setup_intent",
  });
  expect(setup.data).toMatchObject([
    { id: trial.id, pending_setup_intent: { status: "requires_payment_method" } },
    { id: due.id, latest_invoice: due.latest_invoice },
  ]);
});

/** Fields of the published examples that the stripe package's version of the API no longer has. */
const gone: Record<string, string[]> = { invoice: ["subscription"] };

test.each(Object.entries(objects))(
  "the stand-in's %s has every field of Stripe's published example, of the same kind",
  onlyWithData,
  (name, object) => {
    const file = join(dataFolder as string, "stripe", "fixtures3.json");
    const { resources } = JSON.parse(readFileSync(file, "utf8")) as { resources: Record<string, Fields> };
    const example = Object.entries(resources[name] ?? {}).filter(([field]) => !gone[name]?.includes(field));
    expect(example.length).toBeGreaterThan(5);
    const own = sent(object);
    const differences = example.flatMap(([field, value]) => {
      if (!(field in own)) return [`${field} is missing`];
      const [theirs, ours] = [kindOf(value), kindOf(own[field])];
      return theirs === ours || theirs === "null" || ours === "null"
        ? []
        : [`${field} is ${ours} instead of ${theirs}`];
    });
    expect(differences).toEqual([]);
  },
);

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
