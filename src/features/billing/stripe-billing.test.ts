import { describe, expect, test } from "vitest";
import { deliverEvent, startStripe } from "../../../test/stand-ins/stripe";
import { until } from "../../../test/support/collecting";
import { hold, startFaultProxy } from "../../../test/support/fault-proxy";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Invoice, Subscription } from "./contract";

const stripe = await startStripe();
const proxy = await startFaultProxy(stripe.url);
const app = await startTestApp({ ...stripe.settings, STRIPE_BASE_URL: proxy.url });
const { pool, billing } = app.running.services;

const subscriptionOf = async (person: Person) =>
  (await person.get<Subscription>("/api/billing/subscription")).body;
const prepare = (person: Person, tier = "pro") =>
  person.post<{ clientSecret: string; message: string }>("/api/billing/create-subscription", { tier });
const endTrial = ({ teamId }: Person) =>
  pool.query("update subscriptions set trial_ends_at = now() - interval '1 hour' where team_id = $1", [
    teamId,
  ]);

/** The event that the stand-in would send next about a person's team. */
async function eventsOf(person: Person) {
  const { rows } = await pool.query("select customer_id from subscriptions where team_id = $1", [
    person.teamId,
  ]);
  return stripe.events.filter(
    ({ data }) => (data.object as { customer?: string }).customer === rows[0].customer_id,
  );
}

/** A person whose team pays for a plan, known to the server only from Stripe's events. */
async function subscriber(tier = "pro") {
  const person = await app.signIn();
  await endTrial(person);
  const { body } = await prepare(person, tier);
  stripe.confirm(body.clientSecret, "good");
  for (const event of await eventsOf(person)) expect(await deliverEvent(app.url, event)).toBe(200);
  await expect
    .poll(() => subscriptionOf(person))
    .toMatchObject({ subscriptionStatus: "active", subscriptionTier: tier });
  await expect.poll(() => jobsOf(person)).toBe(0);
  return person;
}

/** Each event asks Stripe again in the background. What still waits would see what a test changes there next. */
async function jobsOf({ teamId }: Person): Promise<number> {
  const { rows } = await pool.query(
    `select from pgboss.job where name = 'sync-payments' and state < 'completed' and data->>'teamId' = $1`,
    [teamId],
  );
  return rows.length;
}

describe("a subscription at Stripe", () => {
  test("BILL-5 BILL-7 the trial's payment is a setup without a charge; the state follows Stripe's events", async () => {
    const ana = await app.signIn();
    const { body } = await prepare(ana, "starter");
    expect(body.clientSecret).toMatch(/^seti_/);
    stripe.confirm(body.clientSecret, "good");
    expect(await subscriptionOf(ana)).toMatchObject({ subscriptionTier: "pro", subscribed: false });
    for (const event of await eventsOf(ana)) await deliverEvent(app.url, event);
    await expect
      .poll(() => subscriptionOf(ana))
      .toMatchObject({ subscriptionStatus: "trialing", subscriptionTier: "starter", subscribed: true });
    expect((await ana.get<Invoice[]>("/api/billing/invoices")).body).toEqual([]);
  });

  test("after the trial it is a payment; cancel, resume and a change of plan are Stripe's answers", async () => {
    const ana = await subscriber("starter");
    await ana.post("/api/billing/cancel-subscription");
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "canceled",
      subscriptionTier: "starter",
    });
    await ana.post("/api/billing/resume-subscription");
    await ana.post("/api/billing/change-plan", { tier: "enterprise" });
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "enterprise",
    });
    const { body } = await ana.get<Invoice[]>("/api/billing/invoices");
    expect(body).toMatchObject([{ amount: 2_900, status: "paid", url: expect.stringContaining("https://") }]);
  });

  test("the page closed in the middle leaves the plan as it is, and the next visit continues the same payment", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    const first = await prepare(ana, "starter");
    expect((await prepare(ana, "starter")).body.clientSecret).toBe(first.body.clientSecret);
    expect(await subscriptionOf(ana)).toMatchObject({ subscriptionTier: "free", subscribed: false });
    // Another plan replaces the abandoned one, so that only one can be paid.
    const other = await prepare(ana, "pro");
    expect(other.body.clientSecret).not.toBe(first.body.clientSecret);
    const open = [...stripe.subscriptions.values()].filter(
      ({ metadata, status }) => metadata.teamId === ana.teamId && status === "incomplete",
    );
    expect(open).toHaveLength(1);
  });

  test.each([
    ["whose report has come", true],
    ["whose report was lost", false],
  ])(
    "BILL-5 with an open invoice %s, another plan's payment isn't prepared: it would pay the old plan",
    async (_what, reported) => {
      const ana = await app.signIn();
      await endTrial(ana);
      const first = await prepare(ana, "starter");
      stripe.confirm(first.body.clientSecret, "declined_later");
      const own = [...stripe.subscriptions.values()].find(({ metadata }) => metadata.teamId === ana.teamId);
      const [item] = own?.items.data ?? [];
      if (!item) throw new Error("there is no subscription");
      item.current_period_end -= 40 * 86_400;
      if (reported) await ana.post("/api/billing/refresh-subscription");
      expect(await prepare(ana, "pro")).toMatchObject({
        status: 409,
        body: { message: "Pay the open invoice first, then change the plan." },
      });
      expect(await subscriptionOf(ana)).toMatchObject({
        subscriptionStatus: "past_due",
        subscriptionTier: "starter",
      });

      const { body } = await prepare(ana, "starter");
      stripe.confirm(body.clientSecret, "good");
      await ana.post("/api/billing/refresh-subscription");
      expect((await ana.post("/api/billing/change-plan", { tier: "pro" })).status).toBe(200);
      expect(await subscriptionOf(ana)).toMatchObject({
        subscriptionStatus: "active",
        subscriptionTier: "pro",
      });
    },
  );

  test("a double click on Subscribe prepares one subscription", async () => {
    const ana = await app.signIn();
    const answers = await Promise.all([prepare(ana), prepare(ana), prepare(ana), prepare(ana)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    const own = [...stripe.subscriptions.values()].filter(({ metadata }) => metadata.teamId === ana.teamId);
    expect(own).toHaveLength(1);
  });

  test("two plans chosen at once, as in two tabs, leave one subscription to pay", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    const { fault, release } = hold();
    proxy.fail(/^POST \/v1\/subscriptions$/, fault, 3);
    const created = () =>
      proxy.seen.filter(({ method, path }) => `${method} ${path}` === "POST /v1/subscriptions");
    const before = created().length;
    const sent = (["starter", "pro", "enterprise"] as const).map((tier) => prepare(ana, tier));
    // All three are under way: one at Stripe, the others behind it.
    const waiting = () =>
      pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await until(waiting, ({ rowCount }) => (rowCount ?? 0) + created().length - before === 3);
    release();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const open = [...stripe.subscriptions.values()].filter(
      ({ metadata, status }) => metadata.teamId === ana.teamId && status === "incomplete",
    );
    expect(open).toHaveLength(1);
  });
});

test.each([
  ["a payment", true],
  ["the setup of a trial", false],
])(
  "one tab confirms %s while another chooses another plan: what is paid stays, and is said",
  async (_, ended) => {
    const ana = await app.signIn();
    if (ended) await endTrial(ana);
    const first = await prepare(ana, "starter");
    const { fault, release } = hold();
    proxy.fail(/^POST \/v1\/(invoices|setup_intents)\/.+\/(void|cancel)$/, fault, 1);
    const closing = () => proxy.seen.filter(({ path }) => /\/(void|cancel)$/.test(path)).length;
    const before = closing();
    const other = prepare(ana, "pro");
    await until(
      async () => closing(),
      (count) => count === before + 1,
    );
    stripe.confirm(first.body.clientSecret, "good");
    release();
    expect(await other).toMatchObject({
      status: 409,
      body: { message: "Your team has paid for a plan already. Reload the page." },
    });
    expect(await subscriptionOf(ana)).toMatchObject({ subscriptionTier: "starter", subscribed: true });
    const own = [...stripe.subscriptions.values()].filter(({ metadata }) => metadata.teamId === ana.teamId);
    expect(own).toMatchObject([{ status: ended ? "active" : "trialing", ended_at: null }]);
  },
);

test("what another plan has replaced can't be paid any more", async () => {
  const ana = await app.signIn();
  const first = await prepare(ana, "starter");
  await prepare(ana, "pro");
  expect(() => stripe.confirm(first.body.clientSecret, "good")).toThrow("canceled");
});

describe("faults", () => {
  test("duplicate, reversed and delayed events lead to Stripe's state, each handled once", async () => {
    const ana = await subscriber("starter");
    await ana.post("/api/billing/cancel-subscription");
    await ana.post("/api/billing/change-plan", { tier: "pro" });
    const events = [...(await eventsOf(ana))].reverse();
    // Only the events can put this right.
    await pool.query("update subscriptions set tier = 'enterprise', status = 'past_due' where team_id = $1", [
      ana.teamId,
    ]);
    for (const event of [...events, ...events]) expect(await deliverEvent(app.url, event)).toBe(200);
    await expect
      .poll(() => subscriptionOf(ana))
      .toMatchObject({ subscriptionStatus: "active", subscriptionTier: "pro" });
    const { rows } = await pool.query("select id from payment_events where team_id = $1", [ana.teamId]);
    expect(rows).toHaveLength(events.length);
  });

  test("forged and old events are refused, and change nothing", async () => {
    const ana = await subscriber();
    const [event] = await eventsOf(ana);
    if (!event) throw new Error("there is no event");
    const forged = { ...event, id: "evt_forged" };
    expect(await deliverEvent(app.url, forged, { secret: "whsec_other" })).toBe(401);
    const old = Math.floor(Date.now() / 1000) - 3600;
    expect(await deliverEvent(app.url, { ...forged, id: "evt_old" }, { timestamp: old })).toBe(401);
    const unsigned = await fetch(`${app.url}/api/billing/webhook`, {
      method: "POST",
      body: JSON.stringify(forged),
    });
    expect(unsigned.status).toBe(401);
    const swollen = { ...forged, padding: "a".repeat(256 * 1024) };
    expect(await deliverEvent(app.url, swollen)).toBe(413);
    const { rows } = await pool.query("select id from payment_events where id = any($1)", [
      ["evt_forged", "evt_old"],
    ]);
    expect(rows).toEqual([]);
  });

  test("a signed event about nobody is accepted, so that Stripe doesn't repeat it", async () => {
    const about = { id: "evt_other", type: "v2.core.health.ping" };
    for (const event of [about, { ...about, data: null }, { ...about, data: { object: null } }, null])
      expect(await deliverEvent(app.url, event as unknown as Parameters<typeof deliverEvent>[1])).toBe(200);
  });

  test.each([
    ["create", "create-subscription", { tier: "pro" }],
    ["cancel", "cancel-subscription", undefined],
    ["resume", "resume-subscription", undefined],
  ])("Stripe down during %s says so and changes nothing; the next try works", async (name, call, body) => {
    const ana = name === "create" ? await app.signIn() : await subscriber();
    if (name === "resume") await ana.post("/api/billing/cancel-subscription");
    const before = await subscriptionOf(ana);
    stripe.failWith("down");
    const failed = await ana.post<{ message: string }>(`/api/billing/${call}`, body);
    stripe.failWith(undefined);
    expect(failed).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining("isn't responding") },
    });
    expect(await subscriptionOf(ana)).toEqual(before);
    expect((await ana.post(`/api/billing/${call}`, body)).status).toBe(200);
  });

  test("an answer that got lost doesn't make a second subscription", async () => {
    const ana = await app.signIn();
    stripe.failWith("lost");
    expect((await prepare(ana)).status).toBe(502);
    stripe.failWith(undefined);
    expect((await prepare(ana)).status).toBe(200);
    const customers = new Set(
      [...stripe.subscriptions.values()]
        .filter(({ metadata }) => metadata.teamId === ana.teamId)
        .map(({ customer }) => customer),
    );
    expect(customers.size).toBe(1);
  });

  test("an answer that got lost after the subscription was created doesn't make a second one", async () => {
    const ana = await app.signIn();
    proxy.fail(/^POST \/v1\/subscriptions$/, { kind: "cut", when: "in-answer" }, 2);
    const own = () =>
      [...stripe.subscriptions.values()].filter(({ metadata }) => metadata.teamId === ana.teamId);
    const first = await prepare(ana);
    proxy.heal();
    expect([first.status, own().length]).toEqual([502, 1]);
    expect((await prepare(ana)).status).toBe(200);
    expect(own()).toHaveLength(1);
  });

  test("an event about another server's customer of the same account is accepted, and nothing follows", async () => {
    const ana = await subscriber();
    const [event] = await eventsOf(ana);
    if (!event) throw new Error("there is no event");
    const foreign = {
      ...event,
      id: "evt_foreign",
      data: { object: { ...event.data.object, customer: "cus_of_another_server" } },
    } as typeof event;
    expect(await deliverEvent(app.url, foreign)).toBe(200);
    const { rows } = await pool.query("select id from payment_events where id = 'evt_foreign'");
    expect(rows).toEqual([]);
  });

  test("one subscription that Stripe fails on doesn't keep the hourly comparison from the others", async () => {
    const people = [await subscriber("starter"), await subscriber("starter"), await subscriber("starter")];
    const own = ({ teamId }: Person) =>
      [...stripe.subscriptions.values()].find(({ metadata }) => metadata.teamId === teamId);
    for (const person of people) Object.assign(own(person) ?? {}, { status: "past_due" });
    const [first] = [...people].sort((a, b) => (a.teamId < b.teamId ? -1 : 1));
    const path = new RegExp(`^GET /v1/subscriptions/${own(first as Person)?.id}`);
    // However often it asks.
    proxy.fail(path, { kind: "cut", when: "before" }, Number.POSITIVE_INFINITY);
    await expect(billing.reconcile(new AbortController().signal)).rejects.toThrow("couldn't be compared");
    proxy.heal();
    const states = await Promise.all(
      people.map(async (one) => (await subscriptionOf(one)).subscriptionStatus),
    );
    expect(states.sort()).toEqual(["active", "past_due", "past_due"]);
    await billing.reconcile(new AbortController().signal);
    expect(await subscriptionOf(first as Person)).toMatchObject({ subscriptionStatus: "past_due" });
  });

  test("lost events are made up for by asking Stripe", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    const { body } = await prepare(ana, "starter");
    stripe.confirm(body.clientSecret, "good");
    await billing.reconcile(new AbortController().signal);
    expect(await subscriptionOf(ana)).toMatchObject({
      subscriptionStatus: "active",
      subscriptionTier: "starter",
    });
  });
});

test("with Stripe, pages may load its script, and the sandbox isn't there; without, they may not", async () => {
  const policyOf = async (url: string) =>
    (await fetch(`${url}/api/health`)).headers.get("content-security-policy");
  expect(await policyOf(app.url)).toContain("https://js.stripe.com");
  const ana = await app.signIn();
  const paid = await ana.post("/api/billing/sandbox/payment", { clientSecret: "x", outcome: "success" });
  expect(paid.status).toBe(503);
  const other = await startTestApp();
  expect(await policyOf(other.url)).not.toContain("stripe");
});
