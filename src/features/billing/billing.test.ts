import { describe, expect, test } from "vitest";
import { until } from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Invoice, SandboxOutcome, Subscription, Usage } from "./contract";

const app = await startTestApp();
const { pool } = app.running.services;

const subscriptionOf = async (person: Person): Promise<Subscription> => {
  const { status, body } = await person.get<Subscription>("/api/billing/subscription");
  expect(status).toBe(200);
  return body;
};
const prepare = (person: Person, tier = "pro") =>
  person.post<{ clientSecret: string; message: string }>("/api/billing/create-subscription", { tier });
const pay = (person: Person, clientSecret: string, outcome: SandboxOutcome = "success") =>
  person.post<{ message: string }>("/api/billing/sandbox/payment", { clientSecret, outcome });

/** A person whose team has a paid plan. @param inTrial - subscribed during the trial. */
async function subscriber(tier = "pro", { inTrial = false, outcome = "success" as SandboxOutcome } = {}) {
  const person = await app.signIn();
  if (!inTrial) await endTrial(person);
  const { body } = await prepare(person, tier);
  expect((await pay(person, body.clientSecret, outcome)).status).toBe(200);
  return person;
}

async function endTrial({ teamId }: Person): Promise<void> {
  await pool.query("update subscriptions set trial_ends_at = now() - interval '1 hour' where team_id = $1", [
    teamId,
  ]);
}

/** Moves everything the sandbox knows of a team into the past. */
async function passDays({ teamId }: Person, days: number): Promise<void> {
  for (const [table, columns] of [
    ["subscriptions", ["trial_ends_at", "period_ends_at", "ended_at"]],
    ["sandbox_subscriptions", ["trial_ends_at", "period_ends_at", "ended_at"]],
  ] as const)
    await pool.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${days} days'`).join(", ")} where team_id = $1`,
      [teamId],
    );
}

/** Sends requests that prepare a payment, and lets the first one store it only once all of them are under way. */
async function together<T>(send: () => Promise<T>[]): Promise<T[]> {
  const other = await pool.connect();
  try {
    await other.query("begin; lock table sandbox_subscriptions in share row exclusive mode");
    const sent = send();
    const waiting = () =>
      other.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await until(waiting, ({ rowCount }) => rowCount === sent.length);
    await other.query("commit");
    return await Promise.all(sent);
  } finally {
    other.release();
  }
}

describe("a subscription in the sandbox", () => {
  test("BILL-7 a new team is on a trial of Pro for 14 days, without a card", async () => {
    const ana = await app.signIn();
    const subscription = await subscriptionOf(ana);
    expect(subscription).toMatchObject({
      subscriptionStatus: "trialing",
      subscriptionTier: "pro",
      subscribed: false,
    });
    const days = (Date.parse(subscription.trialEndsAt as string) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    const { body } = await ana.get<Usage>("/api/billing/usage");
    expect(body).toEqual({
      tier: "pro",
      usage: { integrations: 0, messages: 0, teamMembers: 1 },
      limits: { maxIntegrations: 15, maxMessagesPerMonth: 10_000, maxTeamMembers: 20 },
      trialEnded: false,
      hasActiveSubscription: false,
      waitingMessages: 0,
    });
  });

  test("BILL-5 a prepared payment changes nothing until it is confirmed; two clicks prepare one subscription", async () => {
    const ana = await app.signIn();
    const answers = await together(() => [prepare(ana), prepare(ana), prepare(ana)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    const { rows } = await pool.query("select id from sandbox_subscriptions where team_id = $1", [
      ana.teamId,
    ]);
    expect(rows).toHaveLength(1);
    expect(await subscriptionOf(ana)).toMatchObject({ subscriptionStatus: "trialing", subscribed: false });

    await pay(ana, answers[0]?.body.clientSecret ?? "");
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "trialing",
      subscribed: true,
      lastPlan: "pro",
    });
    const again = await prepare(ana);
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("BILL-7 a subscription of the trial is charged at its end, and then every month", async () => {
    const ana = await subscriber("starter", { inTrial: true });
    expect((await ana.get<Invoice[]>("/api/billing/invoices")).body).toEqual([]);
    await passDays(ana, 15);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "starter",
    });
    await passDays(ana, 31);
    await subscriptionOf(ana);
    const { body: invoices } = await ana.get<Invoice[]>("/api/billing/invoices");
    expect(invoices.map(({ amount, status }) => [amount, status])).toEqual([
      [2_900, "paid"],
      [2_900, "paid"],
    ]);
  });

  test("BILL-4 a declined card and a failed 3-D Secure say so, and the plan stays as it was", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    const { body } = await prepare(ana, "starter");
    const declined = await pay(ana, body.clientSecret, "declined");
    expect(declined).toMatchObject({ status: 502, body: { message: "Your card was declined." } });
    const refused = await pay(ana, body.clientSecret, "authentication_failed");
    expect(refused.status).toBe(502);
    expect(await subscriptionOf(ana)).toMatchObject({ subscriptionTier: "free", subscribed: false });
    await pay(ana, body.clientSecret);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "starter",
    });
  });

  test("BILL-6 cancels at the end of the period, resumes before it, and ends with it", async () => {
    const ana = await subscriber();
    expect((await ana.post("/api/billing/cancel-subscription")).status).toBe(200);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "canceled",
      subscriptionTier: "pro",
    });
    expect((await ana.post("/api/billing/resume-subscription")).status).toBe(200);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "pro",
    });

    await ana.post("/api/billing/cancel-subscription");
    await passDays(ana, 32);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "canceled",
      subscriptionTier: "free",
      subscribed: false,
      lastPlan: "pro",
    });
    expect((await ana.post("/api/billing/resume-subscription")).status).toBe(409);
    // The way back is a new payment.
    const { body } = await prepare(ana);
    await pay(ana, body.clientSecret);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "pro",
    });
  });

  test("a declined renewal is past due; its invoice can be paid", async () => {
    const ana = await subscriber("starter", { outcome: "renewal_declined" });
    await passDays(ana, 32);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "past_due",
      subscriptionTier: "starter",
    });
    const change = await ana.post("/api/billing/change-plan", { tier: "pro" });
    expect(change.status).toBe(409);
    const { body } = await prepare(ana, "starter");
    await pay(ana, body.clientSecret);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "starter",
    });
    const { body: invoices } = await ana.get<Invoice[]>("/api/billing/invoices");
    expect(invoices.map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  test("BILL-5 while an invoice is open, another plan's payment isn't prepared: it would pay the old plan", async () => {
    const ana = await subscriber("starter", { outcome: "renewal_declined" });
    await passDays(ana, 32);
    const pastDue = { subscriptionStatus: "past_due", subscriptionTier: "starter" };
    expect(await subscriptionOf(ana)).toMatchObject(pastDue);
    expect(await prepare(ana, "pro")).toMatchObject({
      status: 409,
      body: { message: "Pay the open invoice first, then change the plan." },
    });
    expect(await subscriptionOf(ana)).toMatchObject(pastDue);
    const { body } = await prepare(ana, "starter");
    await pay(ana, body.clientSecret);
    expect((await ana.post("/api/billing/change-plan", { tier: "pro" })).status).toBe(200);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "pro",
    });
  });

  test("changes the plan, and keeps one subscription", async () => {
    const ana = await subscriber("starter");
    const { body } = await ana.post<Subscription>("/api/billing/change-plan", { tier: "enterprise" });
    expect(body).toMatchObject({ subscriptionStatus: "active", subscriptionTier: "enterprise" });
    expect((await ana.post("/api/billing/change-plan", { tier: "enterprise" })).status).toBe(409);
    const { body: usage } = await ana.get<Usage>("/api/billing/usage");
    expect(usage).toMatchObject({
      limits: { maxIntegrations: null, maxMessagesPerMonth: null, maxTeamMembers: null },
      hasActiveSubscription: true,
    });
  });

  test("the free plan can be chosen once a trial is over, not before", async () => {
    const ana = await app.signIn();
    expect((await ana.post("/api/billing/choose-free")).status).toBe(409);
    await endTrial(ana);
    expect((await ana.get<Usage>("/api/billing/usage")).body).toMatchObject({
      tier: "free",
      trialEnded: true,
    });
    const { body } = await ana.post<Subscription>("/api/billing/choose-free");
    expect(body).toMatchObject({ subscriptionStatus: "active", subscriptionTier: "free" });
  });

  test("only the owner pays; another team's payment reads as missing", async () => {
    const [ana, eve] = [await app.signIn(), await app.signIn()];
    const { body } = await prepare(ana);
    expect((await pay(eve, body.clientSecret)).status).toBe(404);
    const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "admin",
    });
    await eve.post(`/api/invitations/${invitation.token}/accept`);
    expect(await subscriptionOf(eve)).toMatchObject({ subscriptionTier: "pro" });
    const refused = await prepare(eve);
    expect(refused).toMatchObject({
      status: 403,
      body: { message: "Only the owner of a team can do this. Your role is admin." },
    });
  });
});

test("with BILLING=off there are no limits, and nothing can be bought", async () => {
  const free = await startTestApp({ BILLING: "off" });
  const ana = await free.signIn();
  const { body } = await ana.get<Usage>("/api/billing/usage");
  expect(body.limits).toEqual({ maxIntegrations: null, maxMessagesPerMonth: null, maxTeamMembers: null });
  expect((await prepare(ana)).status).toBe(503);
});
