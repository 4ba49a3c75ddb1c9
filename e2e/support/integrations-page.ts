import type { Locator, Page } from "playwright-core";
import { type GoogleStandIn, googleClient, startGoogle } from "../../test/stand-ins/google";
import { type MetaStandIn, startMeta } from "../../test/stand-ins/meta";
import { type SlackStandIn, slackApp, startSlack } from "../../test/stand-ins/slack";
import { startTelegram, type TelegramStandIn } from "../../test/stand-ins/telegram";
import { startTwilio, type TwilioStandIn } from "../../test/stand-ins/twilio";
import { freePort } from "../../test/support/collecting";
import { type FaultProxy, startFaultProxy } from "../../test/support/fault-proxy";
import { startOwnProduct } from "./own-product";

export interface Channels {
  /** The product's address. */
  url: string;
  telegram: TelegramStandIn;
  /** A proxy in front of Telegram. */
  telegramFaults: FaultProxy;
  twilio: TwilioStandIn;
  slack: SlackStandIn;
  google: GoogleStandIn;
  meta: MetaStandIn;
}

/** The mailboxes that exist at Google. */
export const mailboxes = ["ana@example.com", "bo@example.com"] as const;

/** The built product with every channel's stand-in, for one test file. */
export async function startChannels(settings: Record<string, string> = {}): Promise<Channels> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const callback = (provider: string) => `${url}/api/integrations/${provider}/callback`;
  const telegram = await startTelegram();
  const telegramFaults = await startFaultProxy(telegram.url);
  const twilio = await startTwilio();
  const slack = await startSlack(callback("slack"));
  const google = await startGoogle([...mailboxes], callback("gmail"));
  const meta = await startMeta();
  await startOwnProduct({
    PORT: String(port),
    PUBLIC_URL: url,
    TELEGRAM_BASE_URL: telegramFaults.url,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_BASE_URL: twilio.url,
    ...slackApp,
    SLACK_BASE_URL: slack.url,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ACCOUNTS_BASE_URL: google.url,
    GOOGLE_TOKEN_BASE_URL: google.url,
    GMAIL_BASE_URL: google.url,
    ...meta.settings(),
    ...settings,
  });
  return { url, telegram, telegramFaults, twilio, slack, google, meta };
}

/** The card of a channel, by the channel's id. */
export const card = (page: Page, provider: string): Locator => page.locator(`[data-provider="${provider}"]`);

/** A dialog, by its title. */
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });

/** Opens the dialog that connects a channel. */
export async function openConnect(page: Page, provider: string): Promise<Locator> {
  await card(page, provider)
    .getByRole("button", { name: /^(Connect|Add account): / })
    .click();
  return dialog(page, /^Connect /);
}

/** The rows of a channel's connected accounts. */
export const accountRows = (page: Page, provider: string): Locator =>
  card(page, provider)
    .getByRole("list", { name: /^Accounts connected/ })
    .getByRole("listitem");

/** The button that opens the menu of a channel's only account. */
export const menuOf = (page: Page, provider: string): Locator =>
  card(page, provider).getByRole("button", { name: /^Actions for/ });

/** Opens the menu of a channel's only account and chooses an entry. */
export async function chooseAction(page: Page, provider: string, what: string): Promise<void> {
  await menuOf(page, provider).click();
  await page.getByRole("menuitem", { name: what }).click();
}

/** The rows of the health card. */
export const healthRows = (page: Page): Locator =>
  page.getByRole("list", { name: "Connected accounts" }).getByRole("listitem");

/** The accessible name of the focused element. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()",
  ) as Promise<string>;
