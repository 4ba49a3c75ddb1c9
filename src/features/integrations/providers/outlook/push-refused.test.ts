import { expect, test } from "vitest";
import { startOutlookMailboxes } from "../../../../../test/stand-ins/outlook-mailboxes";
import { healthOf, query } from "../../../../../test/support/collecting";
import type { Fault } from "../../../../../test/support/fault-proxy";
import { accountOf, collect, firstInbox, mail, subjectsOf } from "../../../../../test/support/mail-journey";

const subscribing = /POST .*\/subscriptions/;
/** Source: learn.microsoft.com/graph/change-notifications-delivery-webhooks, notificationUrl validation. */
const refusal = {
  kind: "status",
  status: 400,
  body: { error: { code: "ValidationError", message: "Subscription validation request failed." } },
} as const;

/** A running product with a connected mailbox that contains an email. Graph refuses to subscribe. */
async function startRefused(fault: Fault, ...product: Parameters<typeof startOutlookMailboxes>) {
  const mailbox = await (await startOutlookMailboxes(...product)).startMailbox();
  const { proxy, person, connect, deliver } = mailbox;
  proxy.fail(subscribing, fault, Number.POSITIVE_INFINITY);
  deliver(mail({ id: "one", subject: "One" }));
  await connect();
  await firstInbox(person);
  expect(await subjectsOf(person)).toEqual(["One"]);
  return { ...mailbox, account: await accountOf(person, "outlook") };
}

const secure = () => "https://zippy.example";

test("INT-5 Outlook: Health reports that Graph refuses to push, until it stops refusing", async () => {
  const { app, proxy, person, account } = await startRefused(refusal, {}, secure);
  expect(await healthOf(person)).toMatchObject({
    healthStatus: "warning",
    healthMessage: "Outlook doesn't push new messages. Zippy checks for them every 5 minutes instead.",
    actionableAdvice: expect.stringMatching(/PUBLIC_URL.*MICROSOFT_PUSH=off.*tries to subscribe again/),
  });
  await collect(person, account);
  expect((await healthOf(person)).healthStatus).toBe("warning");

  proxy.heal();
  const expirationDateTime = new Date(Date.now() + 60 * 3_600_000).toISOString();
  proxy.fail(subscribing, { kind: "status", status: 201, body: { id: "made", expirationDateTime } });
  await collect(person, account);
  expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy", actionableAdvice: null });

  // The subscription ends within a day, and Graph refuses to renew it.
  proxy.fail(/PATCH .*\/subscriptions/, refusal);
  const soon =
    "update connections set subscription_ends_at = now() + interval '2 hours' where account_id = $1";
  await query(app, soon, [account.id]);
  await collect(person, account);
  expect((await healthOf(person)).healthMessage).toContain("Outlook doesn't push");
  const kept = "select subscription is not null as kept from connections where account_id = $1";
  expect(await query(app, kept, [account.id])).toEqual([{ kept: true }]);
});

test("INT-5 Outlook: mail still arrives while Graph's subscriptions fail, and Health reports it", async () => {
  const { microsoft, proxy, person, account } = await startRefused({ kind: "status", status: 503 });
  expect(await healthOf(person)).toMatchObject({
    healthStatus: "warning",
    actionableAdvice:
      "Outlook has a problem on its side (503). Zippy tries to subscribe again with every check.",
  });
  proxy.heal();
  await collect(person, account);
  expect((await healthOf(person)).healthStatus).toBe("healthy");
  expect(microsoft.mail.subscriptions).toHaveLength(1);
});

test.each([
  ["an address without https, which Graph never accepts", {}, undefined],
  ["a server with pushes turned off", { MICROSOFT_PUSH: "off" }, secure],
] as const)("INT-5 Outlook: %s is not a problem", async (_name, settings, host) => {
  const { person } = await startRefused(refusal, settings, host);
  expect((await healthOf(person)).healthStatus).toBe("healthy");
});
