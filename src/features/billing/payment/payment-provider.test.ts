import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Card, startStripe, stripePrices } from "../../../../test/stand-ins/stripe";
import { startTestApp } from "../../../../test/support/test-app";
import { day } from "../../../shared/durations";
import type { PaidPlanId, SandboxOutcome } from "../contract";
import type { PaymentProvider } from "./payment-provider";
import { createSandbox } from "./sandbox/sandbox-provider";
import { createStripeProvider } from "./stripe/stripe-provider";

const app = await startTestApp();
const stripe = await startStripe();
const sandbox = createSandbox(app.running.services.db);

interface Harness {
  provider: PaymentProvider;
  /** What the browser does with the client secret. */
  confirm(teamId: string, clientSecret: string, card: Card): Promise<void>;
}

const outcomes: Record<Card, SandboxOutcome> = {
  good: "success",
  declined: "declined",
  authentication_fails: "authentication_failed",
  declined_later: "renewal_declined",
};

const harnesses: [string, Harness][] = [
  [
    "sandbox",
    {
      provider: sandbox,
      confirm: (teamId, secret, card) => sandbox.confirm(teamId, secret, outcomes[card]),
    },
  ],
  [
    "stripe",
    {
      provider: createStripeProvider({
        secretKey: "sk_test_standin",
        publishableKey: "pk_test_standin",
        webhookSecret: "whsec_standin",
        prices: stripePrices,
        baseUrl: stripe.url,
      }),
      confirm: async (_teamId, secret, card) => stripe.confirm(secret, card),
    },
  ],
];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe.each(harnesses)("a payment provider: %s", (_name, { provider, confirm }) => {
  const passDays = (days: number) => void vi.setSystemTime(Date.now() + days * day);
  const inDays = (days: number) => new Date(Math.ceil((Date.now() + days * day) / 1000) * 1000);

  async function prepare(tier: PaidPlanId = "pro", trialEndsAt: Date | null = null) {
    const { teamId } = await app.signIn();
    const customerId = await provider.customer({ teamId, name: "Berg", email: "ana@example.com" });
    const { id } = await provider.subscribe({ teamId, customerId, tier, trialEndsAt });
    return { teamId, customerId, id };
  }

  async function subscribe(tier: PaidPlanId = "pro", trialEndsAt: Date | null = null, card: Card = "good") {
    const prepared = await prepare(tier, trialEndsAt);
    await confirm(prepared.teamId, (await provider.clientSecret(prepared.id)) as string, card);
    return prepared;
  }

  test("a subscription without a trial is incomplete until it is paid", async () => {
    const { teamId, customerId, id } = await prepare("starter");
    const before = await provider.read(id);
    expect(before).toMatchObject({ tier: "starter", status: "incomplete", confirmed: false });
    expect(await provider.open(customerId)).toMatchObject({ id });
    for (const card of ["declined", "authentication_fails"] as const)
      await expect(confirm(teamId, (await provider.clientSecret(id)) as string, card)).rejects.toThrow(
        /card|payment/,
      );
    expect(await provider.read(id)).toMatchObject({ status: "incomplete", confirmed: false });

    await confirm(teamId, (await provider.clientSecret(id)) as string, "good");
    expect(await provider.read(id)).toMatchObject({
      status: "active",
      confirmed: true,
      cancelsAtPeriodEnd: false,
    });
    expect(await provider.clientSecret(id)).toBeNull();
    expect(await provider.invoices(customerId)).toMatchObject([{ amount: 2_900, status: "paid" }]);
  });

  test("BILL-7 a trial needs no card; without one it ends, with one it becomes active and is charged", async () => {
    const trialEndsAt = inDays(14);
    const [without, withCard] = [await prepare("pro", trialEndsAt), await subscribe("pro", trialEndsAt)];
    expect(await provider.read(without.id)).toMatchObject({
      status: "trialing",
      confirmed: false,
      trialEndsAt,
    });
    expect(await provider.read(withCard.id)).toMatchObject({
      status: "trialing",
      confirmed: true,
      trialEndsAt,
    });
    expect(await provider.invoices(withCard.customerId)).toEqual([]);
    passDays(15);
    expect(await provider.read(without.id)).toMatchObject({ status: "ended", endedAt: expect.any(Date) });
    expect(await provider.open(without.customerId)).toBeUndefined();
    expect(await provider.read(withCard.id)).toMatchObject({ status: "active" });
    expect(await provider.invoices(withCard.customerId)).toMatchObject([{ amount: 7_900, status: "paid" }]);
  });

  test("BILL-6 a cancellation takes effect at the end of the period, and can be taken back before", async () => {
    const { id } = await subscribe();
    expect(await provider.cancel(id)).toMatchObject({ status: "active", cancelsAtPeriodEnd: true });
    expect(await provider.resume(id)).toMatchObject({ status: "active", cancelsAtPeriodEnd: false });
    await provider.cancel(id);
    passDays(32);
    expect(await provider.read(id)).toMatchObject({ status: "ended", endedAt: expect.any(Date) });
    await expect(provider.resume(id)).rejects.toThrow();
  });

  test("a declined renewal is past due; paying its invoice makes it active, canceling ends it at once", async () => {
    const [paying, leaving] = [
      await subscribe("pro", null, "declined_later"),
      await subscribe("pro", null, "declined_later"),
    ];
    passDays(32);
    expect(await provider.read(paying.id)).toMatchObject({ status: "past_due", confirmed: true });
    const [open] = await provider.invoices(paying.customerId);
    expect(open).toMatchObject({ amount: 7_900, status: "open" });
    await confirm(paying.teamId, (await provider.clientSecret(paying.id)) as string, "good");
    expect(await provider.read(paying.id)).toMatchObject({ status: "active" });
    expect(await provider.cancel(leaving.id)).toMatchObject({ status: "ended" });
  });

  test("a change of plan applies at once and takes back a cancellation", async () => {
    const { id } = await subscribe("starter");
    await provider.cancel(id);
    const changed = await provider.changePlan(id, "enterprise");
    expect(changed).toMatchObject({ id, tier: "enterprise", status: "active", cancelsAtPeriodEnd: false });
  });

  test.each([
    ["a paid subscription", null],
    ["a trial with payment details", 5],
  ])("%s isn't discarded, and a discarded one can't be paid", async (_what, days) => {
    const paid = await subscribe("starter", days === null ? null : inDays(days));
    const status = days === null ? "active" : "trialing";
    expect(await provider.discard(paid.id)).toMatchObject({ status, confirmed: true });
    expect(await provider.read(paid.id)).toMatchObject({ status, endedAt: null });

    const { id, teamId } = await prepare("pro", days === null ? null : inDays(days));
    const secret = (await provider.clientSecret(id)) as string;
    expect(await provider.discard(id)).toMatchObject({ status: "ended" });
    await expect(confirm(teamId, secret, "good")).rejects.toThrow();
    expect(await provider.read(id)).toMatchObject({ status: "ended" });
  });

  test("a discarded subscription has ended; an unknown one reads as missing", async () => {
    const { id, customerId } = await prepare();
    expect(await provider.discard(id)).toMatchObject({ status: "ended", confirmed: false });
    expect(await provider.open(customerId)).toBeUndefined();
    expect(await provider.read("sub_unknown")).toBeUndefined();
  });
});
