import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../../../test/stand-ins/gmail-mailboxes";
import { pushAccount } from "../../../../../test/stand-ins/google-push";
import { healthOf } from "../../../../../test/support/collecting";
import { accountOf, collect, firstInbox, mail, subjectsOf } from "../../../../../test/support/mail-journey";

const { startMailbox } = await startGmailMailboxes({
  GOOGLE_PUBSUB_TOPIC: "projects/zippy/topics/gmail",
  GOOGLE_PUBSUB_ACCOUNT: pushAccount,
});

test("INT-5 Gmail: Health reports that Gmail can't push, mail still arrives, and the report ends once it can", async () => {
  const { google, proxy, person, connect, deliver } = await startMailbox();
  /** Source: developers.google.com/workspace/gmail/api/guides/push, "Grant publish rights on your topic". */
  const mayNotPublish = {
    error: {
      code: 403,
      message:
        "Error sending test message to Cloud PubSub projects/zippy/topics/gmail : User not authorized to perform this action.",
      errors: [
        { message: "User not authorized to perform this action.", domain: "global", reason: "forbidden" },
      ],
    },
  };
  const watch = /POST .*\/users\/me\/watch/;
  proxy.fail(watch, { kind: "status", status: 403, body: mayNotPublish }, Number.POSITIVE_INFINITY);
  await deliver(mail({ id: "one", subject: "One" }));
  await connect();
  await firstInbox(person);
  const account = await accountOf(person, "gmail");
  await person.patch(`/api/integrations/${account.id}`, { syncInterval: 3600 });
  await deliver(mail({ id: "two", subject: "Two" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Two"]);
  const health = await healthOf(person);
  expect(health).toMatchObject({
    healthStatus: "warning",
    healthMessage: "Gmail doesn't push new messages. Zippy checks for them every hour instead.",
    actionableAdvice: expect.stringContaining("gmail-api-push@system.gserviceaccount.com"),
  });
  expect(health.actionableAdvice).toContain("GOOGLE_PUBSUB_TOPIC");
  expect(google.watches).toEqual([]);

  proxy.heal();
  await collect(person, account);
  expect(google.watches).toHaveLength(1);
  expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy", actionableAdvice: null });
});
