import { expect } from "vitest";
import { freePort } from "../support/collecting";
import { startFaultProxy } from "../support/fault-proxy";
import { accountOf, connectByConsent, firstInbox } from "../support/mail-journey";
import { startTestApp } from "../support/test-app";
import { microsoftClient, startMicrosoft } from "./microsoft";

/**
 * Starts the product with a Microsoft stand-in behind a fault proxy. Each test gets its own mailbox.
 *
 * @param settings - additional settings, besides Microsoft's URLs and the client.
 * @param host - the address Microsoft uses to reach the product.
 */
export async function startOutlookMailboxes(
  settings: Record<string, string> = {},
  host: (port: number) => string = (port) => `http://127.0.0.1:${port}`,
) {
  const mailboxes = Array.from({ length: 20 }, (_, at) => `ana${at}@example.com`);
  const port = await freePort();
  const publicUrl = host(port);
  const microsoft = await startMicrosoft(mailboxes, `${publicUrl}/api/integrations/outlook/callback`);
  const proxy = await startFaultProxy(microsoft.url);
  const app = await startTestApp({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    ALLOW_LOCAL_IDENTITY: "true",
    MICROSOFT_CLIENT_ID: microsoftClient.id,
    MICROSOFT_CLIENT_SECRET: microsoftClient.secret,
    MICROSOFT_LOGIN_BASE_URL: proxy.url,
    GRAPH_BASE_URL: proxy.url,
    ...settings,
  });
  const webhook = `${publicUrl}/api/integrations/webhooks/outlook`;

  /** Signs in a user with their own mailbox. `connect` connects it. */
  async function startMailbox() {
    const [ana, person] = [mailboxes.pop() as string, await app.signIn()];
    const connect = () => connectByConsent(app, person, "outlook", (url) => microsoft.consent(url, ana));
    const deliver = (raw: string, folder?: string) => microsoft.mail.deliver(ana, raw, folder);
    proxy.seen.splice(0);
    proxy.heal();
    return { app, microsoft, proxy, webhook, ana, person, connect, deliver };
  }

  /** The same, with the mailbox connected and read once. */
  async function startConnected(mails: string[] = []) {
    const mailbox = await startMailbox();
    for (const one of mails) mailbox.deliver(one);
    expect(await mailbox.connect()).toBe("/integrations?connected=outlook");
    await firstInbox(mailbox.person);
    return { ...mailbox, account: await accountOf(mailbox.person, "outlook") };
  }

  return { startMailbox, startConnected, webhook };
}
