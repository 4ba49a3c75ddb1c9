import { beforeEach, describe, expect, test } from "vitest";
import { startSmtp } from "../../../test/stand-ins/smtp";
import { startStripe } from "../../../test/stand-ins/stripe";
import { downloadExport, rowsIn, unzip } from "../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { createMailer } from "../../server/mailer";
import { day } from "../../shared/durations";
import type { Subscription } from "./contract";
import { enforceRetention, type RetentionTools } from "./retention";

const smtp = await startSmtp();
const stripe = await startStripe();
const app = await startTestApp(stripe.settings);
const { db, pool, billing, deletion } = app.running.services;
const publicUrl = "https://zippy.example.com";
const tools: RetentionTools = {
  db,
  sendMail: createMailer(smtp.url, "Zippy <zippy@example.com>"),
  publicUrl,
  sync: billing.sync,
  deleteTeam: deletion.deleteTeamNow,
};

beforeEach(async () => {
  smtp.mails.length = 0;
  smtp.refuse(false);
  // Each test's teams only.
  await pool.query("update subscriptions set chose_free_at = now()");
});

const ended = new Date("2026-03-01T12:00:00Z");
const daysAfter = (days: number) => new Date(ended.getTime() + days * day);
const enforce = (days: number, change: Partial<RetentionTools> = {}) =>
  enforceRetention({ ...tools, ...change }, daysAfter(days));
const exists = async ({ teamId }: Person) =>
  (await pool.query("select id from teams where id = $1", [teamId])).rows.length === 1;

/** A person whose trial ended long ago. */
async function lapsed(): Promise<Person> {
  const person = await app.signIn();
  await person.buildTask();
  await pool.query("update subscriptions set trial_ends_at = $2 where team_id = $1", [person.teamId, ended]);
  return person;
}

function expectFirstWarning({ user }: Person): void {
  const subject = expect.stringContaining("your data will be deleted on March 31, 2026");
  expect(smtp.mails).toMatchObject([{ to: user.email, subject }]);
}

/** From the first warning on. */
async function expectDeletionAfter30Days(person: Person): Promise<void> {
  await enforce(27);
  await enforce(29.9);
  expect(smtp.mails).toHaveLength(2);
  expect(await exists(person)).toBe(true);
  await enforce(30);
  expect(await exists(person)).toBe(false);
}

describe("BILL-7 data is kept 30 days after a trial or a cancellation, then deleted", () => {
  test("after warnings 14 and 3 days before, in the product and by mail, with a report", async () => {
    const ana = await lapsed();
    await enforce(15);
    expect(smtp.mails).toEqual([]);
    await enforce(16);
    await enforce(20);
    expectFirstWarning(ana);
    expect(smtp.mails[0]?.text).toContain(`${publicUrl}/billing`);
    expect(smtp.mails[0]?.text).toContain(`${publicUrl}/settings/data`);
    const { body } = await ana.get<Subscription>("/api/billing/subscription");
    expect(body.deletesAt).toBe(daysAfter(30).toISOString());

    await expectDeletionAfter30Days(ana);
    expect(smtp.mails).toHaveLength(3);
    expect(smtp.mails[2]).toMatchObject({
      to: ana.user.email,
      subject: expect.stringContaining("was deleted"),
    });
    expect(smtp.mails[2]?.text).toContain("tasks: 1");
    const { rows } = await pool.query(
      "select reason, removed from deletion_reports order by finished_at desc limit 1",
    );
    expect(rows[0]).toMatchObject({ reason: "retention", removed: { tasks: 1, teams: 1 } });
  });

  test("counted from when a cancellation took effect, with the same warnings", async () => {
    const ana = await lapsed();
    await pool.query("update subscriptions set trial_ends_at = $2 where team_id = $1", [
      ana.teamId,
      daysAfter(-60),
    ]);
    const { body } = await ana.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "starter",
    });
    stripe.confirm(body.clientSecret, "good");
    await ana.post("/api/billing/refresh-subscription");
    expect((await ana.post("/api/billing/cancel-subscription")).status).toBe(200);
    const own = [...stripe.subscriptions.values()].find(({ metadata }) => metadata.teamId === ana.teamId);
    if (!own) throw new Error("there is no subscription");
    const seconds = (date: Date) => date.getTime() / 1000;
    Object.assign(own, {
      status: "canceled",
      canceled_at: seconds(daysAfter(-20)),
      ended_at: seconds(ended),
    });
    await ana.post("/api/billing/refresh-subscription");

    await enforce(15);
    expect(smtp.mails).toEqual([]);
    await enforce(16);
    expectFirstWarning(ana);
    await expectDeletionAfter30Days(ana);
  });

  test("until then, the tasks can be read and exported", async () => {
    const ana = await lapsed();
    await enforce(16);
    expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/tasks`)).body).toHaveLength(1);
    expect(rowsIn(await unzip(await downloadExport(app, ana)), "tasks")).toHaveLength(1);
  });

  test("not while no warning can be delivered; late warnings postpone it", async () => {
    const ana = await lapsed();
    await enforce(40, { sendMail: undefined });
    smtp.refuse(true);
    await expect(enforce(40)).rejects.toThrow(/couldn't be warned/);
    expect(await exists(ana)).toBe(true);
    smtp.refuse(false);
    await enforce(40);
    expect(smtp.mails[0]?.subject).toContain("April 24, 2026");
    await enforce(50);
    expect(smtp.mails).toHaveLength(1);
    await enforce(53);
    await enforce(55.9);
    expect(await exists(ana)).toBe(true);
    await enforce(56);
    expect(await exists(ana)).toBe(false);
  });

  test("not while the second warning can't be delivered", async () => {
    const ana = await lapsed();
    await enforce(16);
    smtp.refuse(true);
    for (const days of [27, 30, 40]) await expect(enforce(days)).rejects.toThrow(/couldn't be warned/);
    expect(await exists(ana)).toBe(true);
    smtp.refuse(false);
    await enforce(40);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("March 31, 2026"),
      expect.stringContaining("April 13, 2026"),
    ]);
    await enforce(42.9);
    expect(await exists(ana)).toBe(true);
    await enforce(43);
    expect(await exists(ana)).toBe(false);
  });

  test("not while Stripe can't say whether the team has paid meanwhile", async () => {
    const [payer, other] = [await lapsed(), await lapsed()];
    await enforce(16);
    await enforce(27);
    const prepare = (person: Person) =>
      person.post<{ clientSecret: string }>("/api/billing/create-subscription", { tier: "starter" });
    stripe.confirm((await prepare(payer)).body.clientSecret, "good");
    await prepare(other);
    stripe.failWith("down");
    await expect(enforce(30)).rejects.toThrow("2 teams couldn't be warned or deleted");
    stripe.failWith(undefined);
    expect([await exists(payer), await exists(other)]).toEqual([true, true]);
    expect(smtp.mails).toHaveLength(4);
    await enforce(30);
    expect([await exists(payer), await exists(other)]).toEqual([true, false]);
  });

  test("never for a team that chose Free or pays again, also if the report of that was lost", async () => {
    const [free, payer] = [await lapsed(), await lapsed()];
    await enforce(16);
    await enforce(27);
    await free.post("/api/billing/choose-free");
    const { body } = await payer.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "starter",
    });
    stripe.confirm(body.clientSecret, "good");
    await enforce(31);
    expect([await exists(free), await exists(payer)]).toEqual([true, true]);
    const subscription = (await payer.get<Subscription>("/api/billing/subscription")).body;
    expect(subscription).toMatchObject({ subscriptionStatus: "active", deletesAt: null });
  });

  test("not while a plan applies, nor before its end is 16 days ago", async () => {
    const ana = await app.signIn();
    await enforceRetention(tools, new Date());
    expect(smtp.mails).toEqual([]);
    expect(await exists(ana)).toBe(true);
  });

  test("a deleted team stops paying", async () => {
    const ana = await lapsed();
    const { body } = await ana.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "pro",
    });
    stripe.confirm(body.clientSecret, "good");
    await ana.post("/api/billing/refresh-subscription");
    await deletion.deleteTeam({ ...(await actorOf(ana)) }, ana.teamId, await nameOf(ana));
    const own = () =>
      [...stripe.subscriptions.values()].find(({ metadata }) => metadata.teamId === ana.teamId);
    await expect.poll(() => own()?.cancel_at_period_end, { timeout: 20_000 }).toBe(true);
  });
});

test("BILL-7 only Stripe's installations delete anything at the end of a plan, as Terms and Privacy say", async () => {
  expect(billing.deletesData).toBe(true);
  for (const settings of [{}, { BILLING: "off" }]) {
    const other = await startTestApp(settings);
    expect(other.running.services.billing.deletesData).toBe(false);
  }
});

test("the sandbox deletes nothing, and continues with Pro in one step", async () => {
  const sandbox = await startTestApp();
  expect(sandbox.running.services.billing.deletesData).toBe(false);
  const ana = await sandbox.signIn();
  expect((await ana.post("/api/billing/sandbox/continue")).status).toBe(409);
  await sandbox.running.services.pool.query(
    "update subscriptions set trial_ends_at = $2 where team_id = $1",
    [ana.teamId, ended],
  );
  const { body } = await ana.post<Subscription>("/api/billing/sandbox/continue");
  expect(body).toMatchObject({ subscriptionStatus: "active", subscriptionTier: "pro", deletesAt: null });
});

async function actorOf(person: Person) {
  const actor = await app.running.services.auth.actor(person.cookie.split("=")[1] as string);
  if (!actor) throw new Error("not signed in");
  return actor;
}

async function nameOf({ teamId }: Person): Promise<string> {
  return (await pool.query("select name from teams where id = $1", [teamId])).rows[0].name as string;
}
