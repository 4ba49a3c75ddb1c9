import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Usage } from "../src/features/billing/contract";
import { ingest } from "../src/features/inbox/ingest";
import { releaseAllHeld } from "../src/features/inbox/release-held";
import type { IncomingMessage } from "../src/features/inbox/source-message";
import { accountOf } from "../src/features/inbox/storing/account-messages";
import { startTelegram } from "./stand-ins/telegram";
import { incoming, type Person, startTestApp } from "./support/test-app";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });
const { db, jobs, billing, pool } = app.running.services;

afterEach(() => void vi.useRealTimers());

const usageOf = async (person: Person) => (await person.get<Usage>("/api/billing/usage")).body;
const setPlan = ({ teamId }: Person, tier: string) =>
  pool.query(
    `update subscriptions set tier = $2, status = 'active', provider = 'sandbox', subscription_id = 'none',
       period_ends_at = now() + interval '20 days' where team_id = $1`,
    [teamId, tier],
  );
const endTrial = ({ teamId }: Person) =>
  pool.query("update subscriptions set trial_ends_at = now() - interval '1 hour' where team_id = $1", [
    teamId,
  ]);

/** Delivers messages as a channel does. */
async function deliver({ teamId }: Person, messages: Partial<IncomingMessage>[], channel = "slack") {
  const accountId = await accountOf(db, teamId, channel, "workspace");
  const source = { teamId, accountId, channel, importId: null, visibleTo: null };
  const sentAt = new Date();
  const delivered = messages.map((message) => incoming({ sentAt, ...message }));
  return db.transaction((tx) => ingest(tx, { ...jobs, meter: billing }, source, { messages: delivered }));
}
const some = (count: number, fields: Partial<IncomingMessage> = {}) =>
  Array.from({ length: count }, () => ({ ...fields }));
const analyzed = async ({ teamId }: Person) =>
  (
    await pool.query(
      "select count(*)::int as n from messages where team_id = $1 and ai_analysis is not null",
      [teamId],
    )
  ).rows[0].n as number;

describe("the month's messages", () => {
  test("BILL-7 32 parallel writers are counted exactly", async () => {
    const ana = await app.signIn();
    const twice = randomUUID();
    const writers = Array.from({ length: 32 }, (_, n) => deliver(ana, some(n % 5), `slack`));
    const repeats = Array.from({ length: 8 }, () => deliver(ana, [{ externalId: twice }]));
    await Promise.all([...writers, ...repeats]);
    const sent = Array.from({ length: 32 }, (_, n) => n % 5).reduce((sum, n) => sum + n, 0) + 1;
    expect((await usageOf(ana)).usage.messages).toBe(sent);
    const { rows } = await pool.query("select count(*)::int as n from messages where team_id = $1", [
      ana.teamId,
    ]);
    expect(rows[0].n).toBe(sent);
  });

  test("count by when they were sent: those of earlier months and of archives are free", async () => {
    const ana = await app.signIn();
    await deliver(ana, some(3, { sentAt: new Date("2025-01-31T23:59:59Z") }));
    await ana.buildMessages(some(4, { sentAt: new Date() }));
    await deliver(ana, some(2));
    expect((await usageOf(ana)).usage.messages).toBe(2);
  });

  test("LIM-1 those over the limit are stored and wait; a larger plan has them analyzed", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    await deliver(ana, some(98));
    const { stored } = await deliver(ana, some(5));
    expect(stored.size).toBe(5);
    await deliver(ana, some(3));
    expect(await usageOf(ana)).toMatchObject({ usage: { messages: 106 }, waitingMessages: 6 });
    expect(await analyzed(ana)).toBe(100);
    // An edit at the source doesn't analyze them either.
    const externalId = randomUUID();
    await deliver(ana, [{ externalId }]);
    await deliver(ana, [{ externalId, content: "Please send the plan by Monday.", editedAt: new Date() }]);
    expect(await analyzed(ana)).toBe(100);

    const { body } = await ana.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "starter",
    });
    await ana.post("/api/billing/sandbox/payment", { clientSecret: body.clientSecret, outcome: "success" });
    await expect.poll(() => analyzed(ana), { timeout: 20_000 }).toBe(107);
    expect(await usageOf(ana)).toMatchObject({ usage: { messages: 107 }, waitingMessages: 0 });
  });

  test("of 32 parallel writers around the limit, exactly the limit is analyzed", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    await deliver(ana, some(90));
    await Promise.all(Array.from({ length: 32 }, () => deliver(ana, some(1))));
    expect(await usageOf(ana)).toMatchObject({ usage: { messages: 122 }, waitingMessages: 22 });
    expect(await analyzed(ana)).toBe(100);
  });

  test("LIM-1 a new month has them analyzed, without using up its own limit", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    await deliver(ana, some(104));
    expect(await analyzed(ana)).toBe(100);
    await releaseAllHeld(db, jobs, billing);
    expect(await analyzed(ana)).toBe(100);
    const next = new Date();
    next.setUTCMonth(next.getUTCMonth() + 1, 1);
    vi.useFakeTimers({ toFake: ["Date"], now: next });
    await releaseAllHeld(db, jobs, billing);
    vi.useRealTimers();
    await expect.poll(() => analyzed(ana), { timeout: 20_000 }).toBe(104);
  });

  test("a limit lowered below the use keeps what is there, and holds what comes", async () => {
    const ana = await app.signIn();
    await setPlan(ana, "starter");
    await deliver(ana, some(150));
    expect(await analyzed(ana)).toBe(150);
    await setPlan(ana, "free");
    await deliver(ana, some(2));
    expect(await usageOf(ana)).toMatchObject({
      usage: { messages: 152 },
      limits: { maxMessagesPerMonth: 100 },
      waitingMessages: 2,
    });
    expect(await analyzed(ana)).toBe(150);
  });
});

describe("accounts and members", () => {
  const connect = (person: Person) =>
    person.post<{ message: string }>("/api/integrations/telegram/connect", {
      teamId: person.teamId,
      botToken: telegram.addBot().token,
    });

  test("LIM-1 of several simultaneous connects, one takes the last slot", async () => {
    const ana = await app.signIn();
    await endTrial(ana);
    expect((await connect(ana)).status).toBe(200);
    const answers = await Promise.all([connect(ana), connect(ana), connect(ana)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body.message).toBe(
      "You've reached your Integrations limit. Upgrade now to continue.",
    );
    expect((await usageOf(ana)).usage.integrations).toBe(2);
  });

  test("a limit lowered below the use keeps accounts and members, lets them reconnect and work, and takes no more", async () => {
    const [ana, bo] = [await app.signIn(), await app.signIn()];
    const invite = () =>
      ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, { role: "member" });
    const { body: late } = await invite();
    await bo.post(`/api/invitations/${(await invite()).body.token}/accept`);
    const bots = [telegram.addBot(), telegram.addBot(), telegram.addBot()];
    const add = (botToken: string) =>
      ana.post<{ status: string }>("/api/integrations/telegram/connect", { teamId: ana.teamId, botToken });
    for (const { token } of bots) expect((await add(token)).status).toBe(200);
    await endTrial(ana);
    expect(await usageOf(ana)).toMatchObject({
      usage: { integrations: 3, teamMembers: 2 },
      limits: { maxIntegrations: 2, maxTeamMembers: 1 },
    });
    expect((await add(bots[0]?.token ?? "")).body.status).toBe("connected");
    expect((await connect(ana)).status).toBe(402);
    await bo.post(`/api/teams/${ana.teamId}/switch`);
    expect((await bo.post(`/api/teams/${ana.teamId}/tasks`, { title: "Mine" })).status).toBe(200);
    expect((await invite()).status).toBe(402);
    const cy = await app.signIn();
    expect((await cy.post(`/api/invitations/${late.token}/accept`)).status).toBe(402);
    expect((await usageOf(ana)).usage).toMatchObject({ integrations: 3, teamMembers: 2 });
  });

  test("LIM-1 of several people who accept an invitation, one takes the last place", async () => {
    const ana = await app.signIn();
    await setPlan(ana, "starter");
    const join = async () => {
      const person = await app.signIn();
      const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
        role: "member",
      });
      return () => person.post(`/api/invitations/${body.token}/accept`);
    };
    const joining = [await join(), await join(), await join(), await join(), await join(), await join()];
    const answers = await Promise.all(joining.map((accept) => accept()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 402, 402]);
    const invited = await ana.post<{ message: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    expect(invited).toMatchObject({
      status: 402,
      body: { message: "You've reached your Team Members limit. Upgrade now to continue." },
    });
  });
});
