import { describe, expect, test } from "vitest";
import { startSmtp } from "../../../test/stand-ins/smtp";
import { startStripe } from "../../../test/stand-ins/stripe";
import { type Person, startTestApp, type TestApp } from "../../../test/support/test-app";
import { reconcileQueue, retainQueue } from "./queues";

const stripe = await startStripe();

/** A product that can send mail, with a team whose trial ended 20 days ago. */
async function startWithLapsedTeam(settings: Record<string, string>) {
  const smtp = await startSmtp();
  const app = await startTestApp({ ...settings, SMTP_URL: smtp.url, MAIL_FROM: "Zippy <zippy@example.com>" });
  const person = await app.signIn();
  await app.running.services.pool.query(
    "update subscriptions set trial_ends_at = date_trunc('second', now() - interval '20 days')",
  );
  return { ...app, person, mails: smtp.mails };
}

/** Has the product do the job that warns and deletes, and waits until it is done. */
async function runRetention({ running: { services } }: TestApp): Promise<void> {
  const { db, jobs, pool } = services;
  await jobs.send(db, retainQueue.name, {});
  const open = async () =>
    (await pool.query("select from pgboss.job where name = $1 and state <> 'completed'", [retainQueue.name]))
      .rowCount;
  await expect.poll(open, { timeout: 30_000 }).toBe(0);
}

/** Both warnings, long enough ago that only the deletion is left. */
async function warnEarlier({ running: { services } }: TestApp, { teamId }: Person): Promise<void> {
  await services.pool.query(
    `with ended as (
       update subscriptions set trial_ends_at = date_trunc('second', now() - interval '60 days')
       where team_id = $1 returning team_id, trial_ends_at)
     insert into retention_warnings (team_id, ended_at, first_at, last_at)
     select team_id, trial_ends_at, now() - interval '40 days', now() - interval '20 days' from ended`,
    [teamId],
  );
}

const exists = async ({ running: { services } }: TestApp, { teamId }: Person) =>
  (await services.pool.query("select from teams where id = $1", [teamId])).rowCount === 1;

describe("BILL-7 the job that warns and deletes, in a product that can send mail", () => {
  test("warns and deletes where people pay through Stripe", async () => {
    const product = await startWithLapsedTeam(stripe.settings);
    await runRetention(product);
    expect(product.mails).toMatchObject([
      { to: product.person.user.email, subject: expect.stringContaining("your data will be deleted on") },
    ]);
    expect(await exists(product, product.person)).toBe(true);

    await warnEarlier(product, product.person);
    await runRetention(product);
    expect(await exists(product, product.person)).toBe(false);
    expect(product.mails).toHaveLength(2);
  });

  test("sends and deletes nothing in the sandbox, even after warnings of a time with Stripe", async () => {
    const product = await startWithLapsedTeam({ BILLING: "sandbox" });
    await runRetention(product);
    await warnEarlier(product, product.person);
    await runRetention(product);
    expect(await exists(product, product.person)).toBe(true);
    expect(product.mails).toEqual([]);
  });
});

test("BILL-7 the deletion and the comparison with the provider are scheduled every hour", async () => {
  const { running } = await startTestApp(stripe.settings);
  const { rows } = await running.services.pool.query(
    "select name, cron from pgboss.schedule where name = any($1) order by name",
    [[reconcileQueue.name, retainQueue.name]],
  );
  expect(rows).toEqual([
    { name: "enforce-retention", cron: "53 * * * *" },
    { name: "reconcile-payments", cron: "23 * * * *" },
  ]);
});
