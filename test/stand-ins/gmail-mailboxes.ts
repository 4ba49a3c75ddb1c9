import { expect } from "vitest";
import { freePort } from "../support/collecting";
import { startFaultProxy } from "../support/fault-proxy";
import { accountOf, connectByConsent, firstInbox } from "../support/mail-journey";
import { startTestApp } from "../support/test-app";
import { googleClient, startGoogle } from "./google";

/**
 * Starts the product with a Google stand-in behind a fault proxy. Each test gets its own mailbox.
 *
 * @param settings - additional settings, besides Google's URLs and the client.
 */
export async function startGmailMailboxes(settings: Record<string, string> = {}) {
  const mailboxes = Array.from({ length: 20 }, (_, at) => `ana${at}@example.com`);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const google = await startGoogle(mailboxes, `${publicUrl}/api/integrations/gmail/callback`);
  const proxy = await startFaultProxy(google.url);
  const app = await startTestApp({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ACCOUNTS_BASE_URL: proxy.url,
    GOOGLE_TOKEN_BASE_URL: proxy.url,
    GMAIL_BASE_URL: proxy.url,
    ...settings,
  });

  /** Signs in a user with their own mailbox. `connect` connects it. */
  async function startMailbox() {
    const ana = mailboxes.pop() as string;
    const person = await app.signIn();
    const connect = () => connectByConsent(app, person, "gmail", (url) => google.consent(url, ana));
    const deliver = (raw: string, labelIds?: string[]) => google.deliver(ana, raw, labelIds);
    proxy.seen.splice(0);
    proxy.heal();
    return { app, google, proxy, ana, person, connect, deliver };
  }

  /** The same, with the mailbox connected and read once. */
  async function startConnected(mails: string[] = []) {
    const mailbox = await startMailbox();
    for (const one of mails) await mailbox.deliver(one);
    expect(await mailbox.connect()).toBe("/integrations?connected=gmail");
    await firstInbox(mailbox.person);
    return { ...mailbox, account: await accountOf(mailbox.person, "gmail") };
  }

  return { startMailbox, startConnected };
}
