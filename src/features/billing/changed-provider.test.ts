import { describe, expect, test } from "vitest";
import { startStripe } from "../../../test/stand-ins/stripe";
import { type Person, signIn } from "../../../test/support/person";
import { startTestApp } from "../../../test/support/test-app";
import { day } from "../../shared/durations";
import type { Invoice, Subscription, Usage } from "./contract";
import { enforceRetention } from "./retention";

const stripe = await startStripe();
const sandbox = await startTestApp();
/** The same installation after Stripe's keys were set, or before they were removed. */
const paying = await startTestApp({
  ...stripe.settings,
  DATABASE_URL: sandbox.databaseUrl,
  DATA_DIR: sandbox.dataDir,
});
const { pool } = sandbox.running.services;

const at = async ({ url }: { url: string }, { user, teamId }: Person): Promise<Person> =>
  Object.assign(await signIn(url, user.firstName ?? "", user.email), { teamId });
const subscriptionOf = async (person: Person) =>
  (await person.get<Subscription>("/api/billing/subscription")).body;
const prepare = (person: Person, tier = "starter") =>
  person.post<{ clientSecret: string; message: string }>("/api/billing/create-subscription", { tier });
const endTrial = ({ teamId }: Person) =>
  pool.query("update subscriptions set trial_ends_at = now() - interval '60 days' where team_id = $1", [
    teamId,
  ]);

/** Somebody with a plan in the sandbox. */
async function subscribedInSandbox({ inTrial }: { inTrial: boolean }): Promise<Person> {
  const person = await sandbox.signIn();
  if (!inTrial) await endTrial(person);
  const { body } = await prepare(person, "enterprise");
  await person.post("/api/billing/sandbox/payment", { clientSecret: body.clientSecret, outcome: "success" });
  expect(await subscriptionOf(person)).toMatchObject({ subscriptionTier: "enterprise", subscribed: true });
  return person;
}

describe("once Stripe's keys are set, a plan of the sandbox", () => {
  test("is Free, as nobody paid for it, and leads to a subscription at Stripe", async () => {
    const ana = await at(paying, await subscribedInSandbox({ inTrial: false }));
    const onFree = { subscriptionStatus: "active", subscriptionTier: "free", subscribed: false };
    expect(await subscriptionOf(ana)).toMatchObject({ ...onFree, lastPlan: null, deletesAt: null });
    expect((await ana.get<Usage>("/api/billing/usage")).body).toMatchObject({
      limits: { maxIntegrations: 2, maxMessagesPerMonth: 100, maxTeamMembers: 1 },
    });
    const invited = await ana.post(`/api/teams/${ana.teamId}/invitations`, { role: "member" });
    expect(invited.status).toBe(402);
    expect((await ana.get<Invoice[]>("/api/billing/invoices")).body).toEqual([]);
    expect(await ana.post("/api/billing/cancel-subscription")).toMatchObject({
      status: 409,
      body: { message: "There is no subscription. Choose a plan first." },
    });

    const { status, body } = await prepare(ana);
    expect(status).toBe(200);
    expect(await subscriptionOf(ana)).toMatchObject(onFree);
    stripe.confirm(body.clientSecret, "good");
    await ana.post("/api/billing/refresh-subscription");
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "starter",
      subscribed: true,
    });
  });

  test("leaves what is left of the trial", async () => {
    const ana = await at(paying, await subscribedInSandbox({ inTrial: true }));
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "trialing",
      subscriptionTier: "pro",
      subscribed: false,
    });
    expect((await prepare(ana)).body.clientSecret).toMatch(/^seti_/);
    // The payment is given up, and the trial ends.
    await endTrial(ana);
    await pool.query(
      "update subscriptions set chose_free_at = trial_ends_at where team_id = $1 and chose_free_at is not null",
      [ana.teamId],
    );
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "free",
      deletesAt: null,
    });
  });

  test("has nothing deleted, although it ended long ago", async () => {
    const ana = await subscribedInSandbox({ inTrial: false });
    await pool.query(
      "update subscriptions set ended_at = now() - interval '1 year', status = 'canceled' where team_id = $1",
      [ana.teamId],
    );
    const mails: string[] = [];
    await enforceRetention(
      {
        db: paying.running.services.db,
        sendMail: async ({ to }) => void mails.push(to),
        publicUrl: paying.url,
        sync: async () => undefined,
        deleteTeam: () => Promise.reject(new Error("nothing may be deleted")),
      },
      new Date(Date.now() + 30 * day),
    );
    expect(mails).not.toContain(ana.user.email);
  });
});

test("once Stripe's keys are gone, a plan that is paid there stays, and its changes say why they can't be made", async () => {
  const there = await paying.signIn();
  await endTrial(there);
  const { body } = await prepare(there);
  stripe.confirm(body.clientSecret, "good");
  await there.post("/api/billing/refresh-subscription");
  const ana = await at(sandbox, there);
  const before = await subscriptionOf(ana);
  expect(before).toMatchObject({ subscriptionTier: "starter", subscribed: true });
  for (const [call, given] of [
    ["create-subscription", { tier: "pro" }],
    ["change-plan", { tier: "pro" }],
    ["cancel-subscription", undefined],
    ["resume-subscription", undefined],
  ] as const)
    expect(await ana.post(`/api/billing/${call}`, given)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("Your plan is paid through Stripe") },
    });
  expect(await subscriptionOf(ana)).toEqual(before);
});
