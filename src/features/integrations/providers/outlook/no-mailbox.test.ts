import { expect, test } from "vitest";
import { startOutlookMailboxes } from "../../../../../test/stand-ins/outlook-mailboxes";
import { healthOf } from "../../../../../test/support/collecting";
import { accountOf, firstInbox, inboxOf, mail, syncNow } from "../../../../../test/support/mail-journey";

/** Source: learn.microsoft.com/exchange/troubleshoot/user-and-shared-mailboxes/rest-api-is-not-yet-supported-for-this-mailbox-error */
const absent = {
  kind: "status",
  status: 404,
  body: {
    error: {
      code: "MailboxNotEnabledForRESTAPI",
      message: "The mailbox is either inactive, soft-deleted, or is hosted on-premise.",
    },
  },
} as const;

test("INT-5 Outlook: an account whose mailbox isn't at Microsoft says so in Health", async () => {
  const { startMailbox } = await startOutlookMailboxes();
  const { person, proxy, connect } = await startMailbox();
  proxy.fail(/v1\.0\/(me\/(mailFolders|messages)|subscriptions)/, absent, Number.POSITIVE_INFINITY);
  await connect();
  const { healthMessage } = await healthOf(person, (metric) => metric.healthMessage.includes("failed"));
  expect(healthMessage).toContain("This Microsoft account has no mailbox that Zippy can read");
});

test("INT-5 Outlook: while Microsoft has no mailbox for an account, its emails don't count as deleted", async () => {
  const { startMailbox } = await startOutlookMailboxes();
  const { person, proxy, connect, deliver } = await startMailbox();
  const id = deliver(mail({ id: "one", subject: "One" }));
  await connect();
  expect(await firstInbox(person)).toHaveLength(1);
  const body = {
    value: [{ id, "@removed": { reason: "deleted" } }],
    "@odata.deltaLink": "https://graph.microsoft.com/v1.0/me/mailFolders/inbox/messages/delta?$deltatoken=x",
  };
  proxy.fail(/inbox\/messages\/delta/, { kind: "status", status: 200, body });
  proxy.fail(/v1\.0\/me\/messages\//, absent, Number.POSITIVE_INFINITY);
  await syncNow(person, await accountOf(person, "outlook"));
  expect(await inboxOf(person)).toHaveLength(1);
});
