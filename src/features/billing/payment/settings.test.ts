import { expect, test } from "vitest";
import { billingSettings, paymentSettings } from "./settings";

const stripe = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICE_STARTER: "price_1",
  STRIPE_PRICE_PRO: "price_2",
  STRIPE_PRICE_ENTERPRISE: "price_3",
};
const mistakes = (given: Record<string, string>) =>
  billingSettings.safeParse(given).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ??
  [];

test("payments are Stripe's with its keys, else the sandbox's, else off on request", () => {
  expect(paymentSettings({}).mode).toBe("sandbox");
  expect(paymentSettings({ BILLING: "off" }).mode).toBe("off");
  expect(paymentSettings(stripe)).toMatchObject({ mode: "stripe", stripe: { prices: { pro: "price_2" } } });
  expect(mistakes(stripe)).toEqual([]);
  expect(mistakes({})).toEqual([]);
});

test("the sandbox is refused while a key of Stripe is set", () => {
  expect(mistakes({ ...stripe, BILLING: "sandbox" })).toEqual([
    "BILLING must not be sandbox while STRIPE_SECRET_KEY is set: people would believe that they paid",
  ]);
});

test("Stripe needs all of its settings, and names each that is missing or malformed", () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...some } = stripe;
  expect(mistakes(some)).toEqual(["STRIPE_WEBHOOK_SECRET must be set to take payments through Stripe"]);
  expect(mistakes({ BILLING: "stripe" })).toHaveLength(6);
  expect(mistakes({ ...stripe, STRIPE_PRICE_PRO: "79" })[0]).toContain(
    "STRIPE_PRICE_PRO must be the id of a price",
  );
});
