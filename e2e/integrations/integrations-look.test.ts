import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type {
  ConnectChoice,
  HealthMetric,
  IntegrationAccount,
  IntegrationProvider,
  QuarantinedItem,
} from "../../src/features/integrations/contract";
import { browserForTests } from "../support/browser";
import {
  accountRows,
  card,
  chooseAction,
  dialog,
  healthRows,
  openConnect,
} from "../support/integrations-page";
import { faultsOf, shownOn } from "../support/looks";
import { changeAnswers, check, failCalls, uncheck } from "../support/watching";

const { openTab, expectErrors } = browserForTests();

const longName = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const account = (n: number, fields: Partial<IntegrationAccount> = {}): IntegrationAccount => ({
  id: id(n),
  accountName: "Ana Berg",
  accountEmail: "ana@berg.example",
  lastSyncAt: ago(2),
  syncInterval: 300,
  status: "connected",
  onlyMe: false,
  conversations: null,
  known: {},
  ...fields,
});

const accounts: Record<string, IntegrationAccount[]> = {
  gmail: [
    account(1),
    account(2, { accountEmail: "private.ana@example.org", accountName: "Private", onlyMe: true }),
  ],
  slack: [account(3, { accountName: "Berg Roofing", accountEmail: "berg.slack.example" })],
  telegram: [
    account(4, { accountName: "Berg bot", accountEmail: "@berg_bot", status: "reconnect", onlyMe: true }),
  ],
};

const metric = (n: number, provider: string, fields: Partial<HealthMetric> = {}): HealthMetric => ({
  provider,
  accountId: id(n),
  accountName: accounts[provider]?.find((one) => one.id === id(n))?.accountName ?? `Account ${n}`,
  accountEmail: null,
  healthStatus: "healthy",
  healthMessage: "Working: 12 messages today.",
  actionableAdvice: null,
  lastSyncAt: ago(2),
  timeSinceLastSync: 120,
  syncInterval: 300,
  lastMessageAt: ago(7),
  messagesToday: 12,
  nextSyncAt: ago(-3),
  needsReconnect: false,
  quarantined: 0,
  ignored: [],
  fetchingHistory: false,
  ...fields,
});

const health: HealthMetric[] = [
  metric(1, "gmail", { fetchingHistory: true, ignored: [{ reason: "an unreadable push", count: 1204 }] }),
  metric(2, "gmail", {
    healthStatus: "stale" as HealthMetric["healthStatus"],
    healthMessage: "No word from it.",
  }),
  metric(3, "slack", {
    quarantined: 3,
    healthStatus: "warning",
    healthMessage: "The last check failed: Slack did not answer in time.",
    actionableAdvice: "Zippy retries automatically. If this continues, test the connection.",
  }),
  metric(5, "gmail", {
    healthStatus: "warning",
    healthMessage: "Gmail doesn't push new messages. Zippy checks for them every 5 minutes instead.",
    actionableAdvice:
      "Google refuses the Pub/Sub topic. GOOGLE_PUBSUB_TOPIC must exist in this server's Google Cloud project, and gmail-api-push@system.gserviceaccount.com must be allowed to publish to it. Zippy tries to subscribe again with every check.",
  }),
  metric(4, "telegram", {
    needsReconnect: true,
    healthStatus: "error",
    healthMessage: "Telegram no longer accepts the bot's token.",
    actionableAdvice: "Reconnect the account. Messages sent in the meantime aren't lost.",
    lastSyncAt: null,
    timeSinceLastSync: null,
    lastMessageAt: null,
    messagesToday: 0,
    nextSyncAt: null,
  }),
];

/** The page with these accounts; all providers have their settings. */
async function openWith(
  page: Page,
  connected: Record<string, IntegrationAccount[]>,
  metrics: HealthMetric[],
): Promise<void> {
  await changeAnswers<IntegrationProvider[]>(page, /\/integrations\/providers$/, (all) =>
    all.map((one) => {
      const own = connected[one.id] ?? [];
      const missing = one.id === "outlook" ? one.missing : [];
      return { ...one, missing, accounts: own, account: own[0] ?? null, connected: own.length > 0 };
    }),
  );
  await page.route(/\/integrations\/health$/, (route) => route.fulfill({ json: metrics }));
  await page.goto("/integrations");
  await card(page, "gmail").waitFor();
}

describe("on every device, in both themes,", () => {
  const open = async () => {
    const { page } = await openTab(shownOn("desktop"));
    const found: string[] = [];
    const faults = async (name: string, shown: Locator, reopen?: () => Promise<void>) =>
      void found.push(...(await faultsOf(page, `integrations-${name}`, shown, reopen)));
    return { page, found, faults };
  };

  test("INT-1 nothing connected, loading and failed have no accessibility violations and no sideways scroll", async () => {
    expectErrors(/500/);
    const { page, found, faults } = await open();
    await page.goto("/integrations");
    await card(page, "gmail").waitFor();
    await faults("none", card(page, "gmail"));
    await card(page, "facebook_messenger").scrollIntoViewIfNeeded();
    await faults("none-end", card(page, "facebook_messenger"));
    await card(page, "slack").getByRole("link", { name: "How to set up Slack" }).click();
    await faults("missing", page.getByRole("heading", { name: "Set up Slack" }));
    await page.goBack();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/integrations\/providers$/, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { message: "The database isn't responding." } });
    });
    await page.reload();
    await page.locator("[aria-busy=true]").first().waitFor();
    await faults("loading", page.locator("[aria-busy=true]"));
    answer();
    await page.getByText("Couldn't load integrations").waitFor();
    await faults("failed", page.getByText("Couldn't load integrations"));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(found).toEqual([]);
  });

  test("INT-5 a few accounts, their menus and questions have no accessibility violations and no sideways scroll", async () => {
    expectErrors(/402|502/);
    const { page, found, faults } = await open();
    await openWith(page, accounts, health);
    await healthRows(page).nth(3).waitFor();
    await faults("few", healthRows(page).nth(3));
    await page.getByText(/^Left out in 30 days/).click();
    await faults("left-out", page.getByText("an unreadable push: 1,204"));
    const items: QuarantinedItem[] = [
      { kind: "source", title: null, reason: "The mail server fails on this email.", tries: 12 },
      { kind: "event", title: null, reason: "Zippy can't read it. The server's log may say more.", tries: 8 },
      { kind: "message", title: `Ana Berg: ${longName}`, reason: "Slack refused the request.", tries: 1 },
    ].map((one, n) => ({ ...one, id: id(n), since: ago(90), lastTryAt: ago(3) }) as QuarantinedItem);
    const retried: unknown[] = [];
    await page.route(/\/quarantine$/, (route) => route.fulfill({ json: items.slice(retried.length) }));
    await page.route(/\/quarantine\/retry$/, (route) => {
      retried.push(route.request().postDataJSON());
      return route.fulfill({ json: { stored: 1, checked: 0, failed: 0, reason: null } });
    });
    await page.getByRole("button", { name: "Show set aside" }).click();
    const quarantined = dialog(page, "Set aside in Berg Roofing");
    await quarantined.getByText("A pushed event").waitFor();
    await faults("quarantine", quarantined);
    await quarantined.getByRole("button", { name: "Retry", exact: true }).first().click();
    await quarantined.getByText("The mail server fails on this email.").waitFor({ state: "detached" });
    expect(retried).toEqual([{ ids: [id(0)] }]);
    await page.keyboard.press("Escape");
    await page.getByText("What the statuses mean").click();
    await page.getByText("three checks in a row failed").scrollIntoViewIfNeeded();
    await faults("rules", page.getByText("three checks in a row failed"));
    await card(page, "telegram").scrollIntoViewIfNeeded();
    const disconnect = page.getByRole("menuitem", { name: "Disconnect" });
    const actions = card(page, "telegram").getByRole("button", { name: /^Actions for/ });
    await faults("menu", disconnect, () => actions.click());
    await disconnect.click();
    await faults("disconnect", dialog(page, /^Disconnect/));
    await page.keyboard.press("Escape");
    await chooseAction(page, "telegram", "Sync settings");
    await page.getByLabel("Sync interval (minutes)").fill("0");
    await page.getByLabel("Sync interval (minutes)").press("Enter");
    await faults("settings", page.getByLabel("Sync interval (minutes)"));
    await page.keyboard.press("Escape");
    await page.route(/\/proof$/, (route) =>
      route.fulfill({
        json: {
          code: "zippy-123456",
          startedAt: ago(0.1),
          endsAt: ago(-10),
          arrivedAt: null,
          messageId: null,
        },
      }),
    );
    await chooseAction(page, "telegram", "Test with a message");
    await faults("proof", page.getByText("Waiting for it"));
    await page.keyboard.press("Escape");
    await page.route(/\/conversations$/, (route) =>
      route.fulfill({
        json: Array.from({ length: 240 }, (_, n) => ({
          id: `C${n}`,
          name: n === 3 ? longName : `project-${n}`,
        })),
      }),
    );
    await chooseAction(page, "slack", "Choose conversations");
    await uncheck(page.getByLabel("All conversations that Zippy is in"));
    await faults("conversations", page.getByLabel("All conversations that Zippy is in"));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Webhook setup" }).click();
    await faults("webhooks", dialog(page, "Webhook setup"));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(found).toEqual([]);
  });

  test("LIM-1 connecting, a refusal, a limit and a choice have no accessibility violations and no sideways scroll", async () => {
    expectErrors(/402|502/);
    const { page, found, faults } = await open();
    await openWith(page, accounts, health);
    await faults("consent", await openConnect(page, "gmail"));
    await page.keyboard.press("Escape");
    const connect = await openConnect(page, "telegram");
    await connect
      .getByLabel("Bot token", { exact: true })
      .fill("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw");
    const heal = await failCalls(page, "POST", /\/connect$/, {
      status: 502,
      message: "Telegram does not know this token.",
    });
    await connect.getByRole("button", { name: "Connect", exact: true }).click();
    await faults("refused", connect.getByText("Telegram does not know this token."));
    await heal();
    await failCalls(page, "POST", /\/connect$/, { status: 402, message: "Your plan allows no more." });
    await connect.getByRole("button", { name: "Connect", exact: true }).click();
    await faults("limit", connect.getByRole("link", { name: "Upgrade now to continue." }));
    await page.route(/\/integrations\/choices\//, (route) => {
      const found: ConnectChoice["accounts"] = Array.from({ length: 30 }, (_, n) => ({
        externalId: String(n),
        name: n === 1 ? longName : `Page ${n}`,
        address: n % 2 ? `@page_${n}` : null,
      }));
      return route.fulfill({ json: { id: id(9), provider: "instagram", accounts: found } });
    });
    await page.goto(`/integrations?choose=${id(9)}`);
    await check(dialog(page, "Choose what to connect").getByLabel("Page 2", { exact: true }));
    await page.getByRole("button", { name: "Connect", exact: true, disabled: false }).waitFor();
    await faults("choose", dialog(page, "Choose what to connect"));
    await page.goto("/integrations?failed=gmail&problem=limit");
    await faults("limit-page", page.getByRole("link", { name: "Upgrade now to continue." }));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(found).toEqual([]);
  });

  test("INT-5 a hundred accounts with names of the greatest length have no accessibility violations and no sideways scroll", async () => {
    const { page, found, faults } = await open();
    const hundred = Array.from({ length: 100 }, (_, n) => n);
    const name = (n: number) => (n % 2 ? longName : `Account number ${n} of the roofing company`);
    await openWith(
      page,
      {
        telegram: hundred.map((n) =>
          account(n, { accountName: name(n), accountEmail: `${longName.toLowerCase()}@example.org` }),
        ),
      },
      hundred.map((n) => metric(n, "telegram", { accountName: name(n), messagesToday: 12_345 })),
    );
    await healthRows(page).nth(5).waitFor();
    await faults("many", healthRows(page).nth(5));
    await accountRows(page, "telegram").nth(4).scrollIntoViewIfNeeded();
    await faults("many-card", accountRows(page, "telegram").nth(4));
    await accountRows(page, "telegram").nth(1).getByRole("button").click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await faults("many-disconnect", dialog(page, /^Disconnect/));
    await page.keyboard.press("Escape");
    await page
      .getByRole("region", { name: "Integration health" })
      .getByRole("button", { name: /^Show all/ })
      .click();
    await faults("many-all", healthRows(page).nth(50));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(found).toEqual([]);
  });
});
