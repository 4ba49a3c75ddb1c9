import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { IntegrationProvider } from "../../src/features/integrations/contract";
import { privateMessage } from "../../test/stand-ins/telegram";
import { connectDirectly } from "../../test/support/collecting";
import { mail } from "../../test/support/mail-journey";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import {
  accountRows,
  card,
  dialog,
  healthRows,
  mailboxes,
  openConnect,
  startChannels,
} from "../support/integrations-page";
import { faultsOf, shownOn } from "../support/looks";
import { giveUpOwnTeam } from "../support/team-people";
import {
  callsOf,
  changeAnswers,
  check,
  expectToast,
  failCalls,
  hasFocus,
  toasts,
  tryAgain,
  watchCalls,
} from "../support/watching";

const { url, telegram, twilio, slack, google, meta } = await startChannels();
const { openScreen, openTab, newPerson, expectErrors } = browserForTests({ url: () => url });
/** The product that all journeys share has no settings of any provider. */
const bare = browserForTests();

/** The integrations page of a person, by default a new one. */
async function openPage(given?: Person): Promise<{ page: Page; person: Person }> {
  const { page, person } = await openScreen("/integrations", given ? { person: given } : {});
  await card(page, "gmail").waitFor();
  return { page, person };
}

/** The browser's path and query. */
const pathOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

test("INT-1 the channels appear in their groups, with the health card and the setup wizard", async () => {
  const { page, person } = await openPage();
  const inGroup = (name: string) => page.getByRole("region", { name }).getByRole("heading", { level: 3 });
  await expect
    .poll(() => inGroup("Email").allInnerTexts())
    .toEqual(expect.arrayContaining(["Gmail", "Outlook"]));
  await expect
    .poll(() => inGroup("Messaging").allInnerTexts())
    .toEqual(["Slack", "WhatsApp", "Telegram", "SMS / Twilio"]);
  await expect
    .poll(() => inGroup("Social Media").allInnerTexts())
    .toEqual(["Instagram", "Facebook Messenger"]);
  await page.getByRole("button", { name: "Setup wizard" }).waitFor();
  const health = page.getByRole("region", { name: "Integration health" });
  await health.getByText("No account is connected yet.").waitFor();
  await connectDirectly(person, "telegram", { botToken: telegram.addBot().token });
  await healthRows(page).first().waitFor();
  await expect.poll(() => health.getByText("No account is connected yet.").count()).toBe(0);
  await page.getByRole("button", { name: "Add account: Telegram" }).waitFor();
});

test("INT-7 a number is connected in E.164 form; an invalid one is rejected with the reason", async () => {
  expectErrors(/400|502/);
  const number = await twilio.addNumber();
  const { page, person } = await openPage();
  const sent = watchCalls(page);
  const connect = await openConnect(page, "sms");
  const button = connect.getByRole("button", { name: "Connect", exact: true });
  const field = connect.getByLabel("Phone number");
  await expect.poll(() => button.isDisabled()).toBe(true);
  await field.fill("   ");
  await expect.poll(() => button.isDisabled()).toBe(true);
  await field.fill("555 1234");
  await button.click();
  await expectToast(
    page,
    "Connection failed",
    "Failed to connect Twilio SMS. Enter the number with + and its country code, such as +15551234567.",
  );
  await expect.poll(() => connect.getByText("+").count()).toBeGreaterThan(0);
  // The next toast says the same, so the response tells that it is about this number.
  const refused = page.waitForResponse(/\/sms\/connect$/);
  await field.fill("+15559999999");
  await field.press("Enter");
  await refused;
  await connect.locator("button[data-loading]").waitFor({ state: "detached" });
  await expectToast(page, "Connection failed", expect.stringContaining("Failed to connect Twilio SMS."));
  await field.fill(number);
  await field.press("Enter");
  await expectToast(page, "SMS Connected!");
  await expect
    .poll(() => accountRows(page, "sms").allInnerTexts())
    .toEqual([expect.stringContaining(number)]);
  expect(callsOf(sent, "POST", /\/sms\/connect$/).at(-1)?.body).toEqual({
    teamId: person.teamId,
    phoneNumber: number,
  });
  await healthRows(page).getByRole("img", { name: "Healthy" }).waitFor();
});

test("INT-2 the connect address of a channel without its own page opens its dialog", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen(`/api/integrations/telegram/connect?teamId=${person.teamId}`, { person });
  await dialog(page, "Connect Telegram").getByLabel("Bot token", { exact: true }).waitFor();
  await page.waitForURL(/\/integrations$/);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog(page, "Connect Telegram").count()).toBe(0);
});

test("INT-7 an error without a reason uses the catalog's sentence", async () => {
  expectErrors(/500/);
  const { page } = await openPage();
  await page.route(/\/sms\/connect$/, (route) => route.fulfill({ status: 500, body: "" }));
  const connect = await openConnect(page, "sms");
  await connect.getByLabel("Phone number").fill("+15551234567");
  await connect.getByRole("button", { name: "Connect", exact: true }).click();
  await expectToast(page, "Connection failed", "Failed to connect Twilio SMS");
});

test("INT-8 a bot is connected by its token, for one person only, and its messages arrive", async () => {
  expectErrors(/400|502/);
  const { token } = telegram.addBot();
  const { page } = await openPage();
  const connect = await openConnect(page, "telegram");
  await connect.getByLabel("Bot token", { exact: true }).fill("123");
  await connect.getByRole("button", { name: "Connect", exact: true }).click();
  await connect.getByText("That's not a bot token.").waitFor();
  await connect.getByLabel("Bot token", { exact: true }).fill(token);
  await expect.poll(() => connect.getByText("That's not a bot token.").count()).toBe(0);
  const field = connect.getByLabel("Bot token", { exact: true });
  await expect.poll(() => field.getAttribute("type")).toBe("password");
  await connect.getByRole("button", { name: "Show Bot token" }).click();
  await expect.poll(() => field.getAttribute("type")).toBe("text");
  await check(connect.getByLabel("Only me"));
  await connect.getByText("Only you see the messages of this account.").waitFor();
  await connect.getByRole("button", { name: "Connect", exact: true }).click();
  await expectToast(page, "Telegram connected");
  await accountRows(page, "telegram").getByText("Only you").waitFor();
  await telegram.happen(token, { message: privateMessage({ text: "Could you send the quote by Friday?" }) });
  await page.goto("/inbox");
  await page.getByText("Could you send the quote by Friday?").first().waitFor();
});

describe("by consent at the provider's page", () => {
  test("INT-2 Gmail: the browser goes there and comes back, reports it once, and the mail arrives, with a link to its source", async () => {
    await google.deliver(mailboxes[0], mail({ id: "quote", subject: "Quote for the roof", daysAgo: 3 }));
    const { page, person } = await openPage();
    const sent = watchCalls(page);
    const connect = await openConnect(page, "gmail");
    await connect.getByText("Zippy fetches messages of the last 30 days in the background").waitFor();
    await connect.getByRole("button", { name: "Continue to Gmail" }).click();
    await page.waitForURL(`${google.url}/**`);
    expect(callsOf(sent, "GET", /\/gmail\/connect/).map(({ path }) => path)).toEqual([
      `/api/integrations/gmail/connect?teamId=${person.teamId}`,
    ]);
    await page.getByRole("button", { name: new RegExp(mailboxes[0]) }).click();
    await page.waitForURL(/\/integrations$/);
    await expectToast(page, "Gmail connected", "Zippy is fetching the last 30 days in the background.");
    await expect
      .poll(() => accountRows(page, "gmail").allInnerTexts())
      .toEqual([expect.stringContaining(mailboxes[0])]);
    await page.reload();
    await card(page, "gmail").waitFor();
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.goto("/inbox");
    await page.getByText("Quote for the roof").first().click();
    // The way back to the mail at its provider.
    const source = await page.getByRole("link", { name: "Open in Gmail" }).getAttribute("href");
    expect(source).toMatch(/^https:\/\/mail\.google\.com\/mail\/\?authuser=.+#all\/.+/);
    expect(source).toContain(encodeURIComponent(mailboxes[0]));
  });

  test("INT-2 Slack, started in the wizard, returns to it", async () => {
    const { page } = await openPage();
    await page.getByRole("button", { name: "Setup wizard" }).click();
    const wizard = dialog(page, "Setup wizard");
    await wizard.getByRole("button", { name: "Skip" }).click();
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByRole("button", { name: /^Slack/ }).click();
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByRole("button", { name: "Connect Slack" }).click();
    // Escape closes the top dialog only.
    await dialog(page, "Connect Slack").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog(page, "Connect Slack").count()).toBe(0);
    await expect.poll(() => wizard.count()).toBe(1);
    await wizard.getByRole("button", { name: "Connect Slack" }).click();
    await page.getByRole("button", { name: "Continue to Slack" }).click();
    await page.waitForURL(`${slack.url}/**`);
    await page
      .getByRole("button", { name: /Ana Lopez|ana/ })
      .first()
      .click();
    await page.waitForURL(/\/integrations$/);
    await expectToast(page, "Slack connected", "Zippy is fetching the last 30 days in the background.");
    await wizard.getByText("Connected", { exact: true }).waitFor();
  });

  test("WIZ-1 the end of the wizard promises no history for a channel without one", async () => {
    const person = await newPerson("Ana Berg");
    await connectDirectly(person, "telegram", { botToken: telegram.addBot().token });
    const { page } = await openPage(person);
    await page.getByRole("button", { name: "Setup wizard" }).click();
    const wizard = dialog(page, "Setup wizard");
    await wizard.getByRole("button", { name: "Skip" }).click();
    for (let count = 0; count < 3; count++) await wizard.getByRole("button", { name: "Next" }).click();
    await wizard
      .getByText("Connected: Telegram. New messages appear in the inbox as they are sent.")
      .waitFor();
  });

  test("INT-2 several accounts: the person chooses which to connect", async () => {
    for (const name of ["Berg Roofing", "Berg Gardens", "Private"]) meta.addPage({ name });
    const { page } = await openPage();
    const connect = await openConnect(page, "facebook_messenger");
    await connect.getByRole("button", { name: "Continue to Facebook Messenger" }).click();
    const choose = dialog(page, "Choose what to connect");
    await choose.waitFor();
    await expect.poll(() => pathOf(page)).toBe("/integrations");
    const button = choose.getByRole("button", { name: /^Connect/ });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await check(choose.getByLabel("Berg Roofing"));
    await check(choose.getByLabel("Berg Gardens"));
    await choose.getByRole("button", { name: "Connect 2 accounts" }).click();
    await expectToast(page, "Messenger connected");
    await expect
      .poll(async () => (await accountRows(page, "facebook_messenger").allInnerTexts()).sort())
      .toEqual(["Berg Gardens", "Berg Roofing"]);
  });

  test("INT-2 a provider's error is shown with what to do", async () => {
    const { page } = await openPage();
    const connect = await openConnect(page, "instagram");
    await connect.getByRole("button", { name: "Continue to Instagram" }).click();
    await expectToast(
      page,
      "Connection failed",
      expect.stringContaining("None of the Facebook Pages you shared has a professional Instagram account."),
    );
    for (const [problem, sentence] of [
      ["not_allowed", "tick every box"],
      ["client", "Ask your administrator to check its client ID and secret."],
      ["unavailable", "Try again in a few minutes."],
      ["nothing_shared", "choose what to connect"],
    ]) {
      await page.goto(`/integrations?failed=gmail&problem=${problem}`);
      await expectToast(page, "Connection failed", expect.stringContaining(sentence as string));
    }
  });

  test("INT-2 refused, late and forged responses are each reported once, and nothing is connected", async () => {
    expectErrors(/404/);
    const { page } = await openPage();
    const connect = await openConnect(page, "gmail");
    await connect.getByRole("button", { name: "Continue to Gmail" }).click();
    await page.waitForURL(`${google.url}/**`);
    const state = new URL(page.url()).searchParams.get("state") ?? "";
    await page.goto(`${url}/api/integrations/gmail/callback?error=access_denied&state=${state}`);
    await expectToast(page, "Connection failed", "You didn't grant access, so nothing was connected.");
    await expect.poll(() => pathOf(page)).toBe("/integrations");
    await page.goto(`${url}/api/integrations/gmail/callback?code=any&state=unknown`);
    await expectToast(
      page,
      "Connection failed",
      "This connection wasn't started here or has expired. Connect again.",
    );
    await page.goto("/integrations?connected=gmail");
    await card(page, "gmail").waitFor();
    await expect.poll(() => pathOf(page)).toBe("/integrations");
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.goto("/integrations?choose=00000000-0000-4000-8000-000000000000");
    await dialog(page, "Choose what to connect")
      .getByText("This selection has expired. Connect again.")
      .waitFor();
    await expect.poll(() => accountRows(page, "gmail").count()).toBe(0);
  });

  test("INT-2 without a team: No team found", async () => {
    const homeless = await newPerson("Noa Okafor");
    await giveUpOwnTeam(homeless, await newPerson("Heir Berg"));
    const { page } = await openScreen("/api/integrations/gmail/connect", { person: homeless });
    await page.getByRole("heading", { name: "You're not in a team yet" }).waitFor();
    await expectToast(page, "No team found", "Please create a team first.");
    await expect.poll(() => pathOf(page)).toBe("/integrations");
  });
});

describe("a plan that allows no further account", () => {
  test("LIM-1 says so with a way to upgrade, in the dialog and after consent, until there is room", async () => {
    expectErrors(/402/);
    const person = await newPerson("Ana Berg");
    // A trial has the limits of Pro, which allows 15.
    for (let n = 0; n < 15; n++)
      await connectDirectly(person, "telegram", { botToken: telegram.addBot().token });
    const { page } = await openPage(person);
    const words = "You've reached your Integrations limit. Upgrade now to continue.";
    const connect = await openConnect(page, "telegram");
    await connect.getByLabel("Bot token", { exact: true }).fill(telegram.addBot().token);
    await connect.getByRole("button", { name: "Connect", exact: true }).click();
    const notice = page.getByRole("alert").filter({ has: page.getByRole("link") });
    // The page behind the dialog may say so already.
    const refusal = connect.getByRole("alert");
    await expect.poll(() => refusal.innerText()).toBe(words);
    await expect.poll(() => refusal.getByRole("link").getAttribute("href")).toBe("/pricing");
    await expectToast(page, "Connection failed", expect.stringContaining(words));
    await page.keyboard.press("Escape");
    // The page says so too, while the plan is full.
    await expect.poll(() => dialog(page, /./).count()).toBe(0);
    await expect.poll(() => notice.innerText()).toBe(words);

    await (await openConnect(page, "gmail")).getByRole("button", { name: "Continue to Gmail" }).click();
    await page.getByRole("button", { name: new RegExp(mailboxes[1]) }).click();
    await page.waitForURL(/\/integrations$/);
    await expectToast(page, "Connection failed", words);
    await expect.poll(() => notice.innerText()).toBe(words);

    await expect.poll(() => accountRows(page, "telegram").count()).toBe(5);
    await card(page, "telegram").getByRole("button", { name: "Show all 15 accounts" }).click();
    await expect.poll(() => accountRows(page, "telegram").count()).toBe(15);
    await card(page, "telegram").getByRole("button", { name: "Show fewer" }).click();
    await accountRows(page, "telegram").first().getByRole("button").click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await dialog(page, /^Disconnect/)
      .getByRole("button", { name: "Disconnect" })
      .click();
    await expectToast(page, "Integration disconnected");
    await expect.poll(() => notice.count()).toBe(0);
    await page.goto("/pricing");
    await page.getByRole("heading", { level: 1, name: "Pricing" }).waitFor();
  });
});

describe("providers that an administrator must set up", () => {
  test("INT-1 INT-2 the wizard leads to their page and stays closed on the way back", async () => {
    const { page } = await bare.openScreen("/integrations");
    await page.getByRole("button", { name: "Setup wizard" }).click();
    const wizard = page.getByRole("dialog", { name: "Setup wizard" });
    await wizard.getByRole("button", { name: "Skip" }).click();
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByRole("button", { name: /^Slack/ }).click();
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByRole("link", { name: "How to set up Slack" }).click();
    await page.getByRole("heading", { name: "Set up Slack" }).waitFor();
    await page.getByRole("link", { name: "All integrations" }).click();
    await page.getByRole("button", { name: "Setup wizard" }).waitFor();
    await expect.poll(() => wizard.count()).toBe(0);
  });

  test("INT-2 stand apart from those that are ready, and lead to a page that says exactly how", async () => {
    const { page } = await bare.openScreen("/integrations", shownOn("desktop"));
    const group = page.getByRole("region", { name: "Messaging" });
    const ready = group.getByRole("list", { name: "Messaging Ready now" });
    const waiting = group.getByRole("list", { name: "Messaging Your administrator must set up" });
    await ready.getByRole("button", { name: "Connect: Telegram" }).waitFor();
    await expect.poll(() => ready.getByRole("heading").allInnerTexts()).toEqual(["Telegram"]);
    await expect
      .poll(() => waiting.getByRole("heading").allInnerTexts())
      .toEqual(["Slack", "WhatsApp", "SMS / Twilio"]);
    await expect.poll(() => waiting.getByRole("button", { name: /^Connect/ }).count()).toBe(0);
    expect(await faultsOf(page, "integrations-ready", waiting)).toEqual([]);

    await waiting.getByRole("link", { name: "How to set up Slack" }).click();
    await page.waitForURL(/\/integrations\/slack$/);
    const heading = page.getByRole("heading", { name: "Set up Slack" });
    await heading.waitFor();
    for (const name of ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_SIGNING_SECRET"])
      await page.getByRole("button", { name: `Copy ${name}` }).waitFor();
    await page.getByRole("button", { name: /^Copy http.*\/api\/integrations\/slack\/callback$/ }).waitFor();
    await expect.poll(() => page.getByText(/api\.slack\.com\/apps/).count()).toBe(4);
    await page.getByText("docs/self-hosting.md").waitFor();
    expect(await faultsOf(page, "integrations-setup", heading)).toEqual([]);

    await changeAnswers<IntegrationProvider[]>(page, /\/integrations\/providers$/, (answer) =>
      answer.map((one) => (one.id === "slack" ? { ...one, missing: [] } : one)),
    );
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("Slack is ready. You can connect accounts now.").waitFor();
    await page.getByRole("link", { name: "All integrations" }).click();
    await ready.getByRole("button", { name: "Connect: Slack" }).waitFor();
  });

  test("INT-2 each has such a page, and the consent address says where it is", async () => {
    const { page } = await bare.openScreen("/integrations/gmail");
    for (const provider of [
      "gmail",
      "outlook",
      "slack",
      "whatsapp",
      "instagram",
      "facebook_messenger",
      "sms",
    ]) {
      await page.goto(`/integrations/${provider}`);
      await page.getByRole("heading", { name: /^Set up / }).waitFor();
      await expect.poll(() => page.getByRole("listitem").count()).toBeGreaterThan(2);
    }
    await page.goto("/api/integrations/slack/connect");
    await expectToast(
      page,
      "Connection failed",
      "A server setting is missing. The provider's card leads to what to set up.",
    );
  });

  test("INT-8 the IMAP form finds the server from the address", async () => {
    const { page } = await bare.openScreen("/integrations");
    const connect = await openConnect(page, "imap");
    await connect.getByLabel("User name").fill("ana@gmx.de");
    await expect.poll(() => connect.getByLabel("IMAP server").inputValue()).toBe("imap.gmx.net");
    await connect.getByText("GMX lets programs in once you allow IMAP").waitFor();
    await connect.getByLabel("User name").fill("ana@hotmail.com");
    await expect.poll(() => connect.getByLabel("IMAP server").inputValue()).toBe("");
    await connect.getByText("Connect this mailbox under Outlook instead.").waitFor();
  });

  test("INT-8 reconnecting a mailbox asks only for the password, and disconnecting says what stays", async () => {
    const { page } = await bare.openTab();
    const account = {
      id: "00000000-0000-4000-8000-000000000001",
      accountEmail: "ana@example.com",
      accountName: "ana@example.com",
      lastSyncAt: null,
      syncInterval: 300,
      status: "connected",
      onlyMe: false,
      conversations: null,
      known: { user: "ana@example.com", host: "mail.example.com", port: "1993" },
    };
    await changeAnswers<IntegrationProvider[]>(page, /\/integrations\/providers$/, (providers) =>
      providers.map((one) =>
        one.id === "imap" ? { ...one, connected: true, account, accounts: [account] } : one,
      ),
    );
    await page.goto("/integrations");
    const choose = async (action: string) => {
      await accountRows(page, "imap").getByRole("button", { name: "Actions for ana@example.com" }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Reconnect");
    const again = dialog(page, "Reconnect Email");
    await hasFocus(again.getByLabel("Password", { exact: true }));
    await expect.poll(() => again.getByLabel("User name").inputValue()).toBe("ana@example.com");
    await expect.poll(() => again.getByLabel("IMAP server").inputValue()).toBe("mail.example.com");
    await expect.poll(() => again.getByLabel("Port").inputValue()).toBe("1993");
    await page.keyboard.type("secret");
    await expect.poll(() => again.getByRole("button", { name: "Reconnect" }).isEnabled()).toBe(true);
    await page.keyboard.press("Escape");
    await choose("Disconnect");
    await dialog(page, "Disconnect ana@example.com?")
      .getByText("Zippy deletes the password here. If you created an app password for Zippy, delete it at")
      .waitFor();
  });
});

test("the list of channels: a failure can be retried", async () => {
  expectErrors(/500/);
  const { page } = await openTab();
  await failCalls(page, "GET", /\/api\/integrations\/providers$/);
  await page.goto("/integrations");
  await page.getByText("Couldn't load integrations").waitFor();
  await tryAgain(page.getByRole("button", { name: "Try again" }));
  await card(page, "gmail").waitFor();
});
