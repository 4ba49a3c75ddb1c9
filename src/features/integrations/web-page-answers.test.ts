import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../test/stand-ins/gmail-mailboxes";
import { startOutlookMailboxes } from "../../../test/stand-ins/outlook-mailboxes";
import { collect, mail, subjectsOf, syncNow } from "../../../test/support/mail-journey";

/** A web page with status 200, where data was expected. */
const page = { kind: "page", status: 200 } as const;

const gmail = await startGmailMailboxes();
const outlook = await startOutlookMailboxes();

test.each([
  ["Gmail", gmail, /GET .*\/history/],
  ["Gmail", gmail, /GET .*\/messages\/\w+/],
  ["Outlook", outlook, /GET .*\/delta/],
  ["Outlook", outlook, /GET .*\/\$value/],
])(
  "INT-8 %s: a web page in place of data fails the check and loses no mail, %#",
  async (name, mailboxes, request) => {
    const mailbox = await mailboxes.startConnected([mail({ id: "first", subject: "First" })]);
    const { person, account, proxy, deliver } = mailbox;
    await deliver(mail({ id: "next", subject: "Next" }));
    proxy.fail(request, page);
    expect((await syncNow(person, account)).body.message).toBe(
      `${name} answered with something else than data.`,
    );
    expect(await subjectsOf(person)).toEqual(["First"]);
    await collect(person, account);
    expect((await subjectsOf(person)).sort()).toEqual(["First", "Next"]);
  },
);
