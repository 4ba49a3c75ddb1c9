import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type {
  HealthMetric,
  IntegrationAccount,
  IntegrationProvider,
} from "../../src/features/integrations/contract";
import { privateMessage } from "../../test/stand-ins/telegram";
import { connectDirectly } from "../../test/support/collecting";
import type { Person } from "../../test/support/person";
import { browserForTests, widths } from "../support/browser";
import {
  accountRows,
  card,
  chooseAction,
  dialog,
  focusedName,
  healthRows,
  menuOf,
  openConnect,
  startChannels,
} from "../support/integrations-page";
import { join } from "../support/team-people";
import {
  callsOf,
  changeAnswers,
  check,
  expectToast,
  failCalls,
  toasts,
  tryAgain,
  uncheck,
  watchCalls,
} from "../support/watching";

const { url, telegram, telegramFaults, twilio, slack } = await startChannels();
const { openScreen, openTab, newPerson, expectErrors } = browserForTests({ url: () => url });

const botName = "Zippy's bot";

/** A person with a bot, before the page is opened. */
async function withBot(): Promise<{ person: Person; token: string; account: IntegrationAccount }> {
  const person = await newPerson("Ana Berg");
  const { token } = telegram.addBot();
  const account = await connectDirectly(person, "telegram", { botToken: token });
  return { person, token, account };
}

/** The integrations page of a person whose bot is the team's only account. */
async function openWithBot() {
  const bot = await withBot();
  const { page } = await openScreen("/integrations", { person: bot.person });
  await accountRows(page, "telegram").waitFor();
  return { ...bot, page };
}

const saysItself = "The database isn't responding.";

describe("INT-3 disconnect", () => {
  test("INT-3 asks first, disconnects the account, and moves the focus to where the next can be connected", async () => {
    const { page, token } = await openWithBot();
    await chooseAction(page, "telegram", "Disconnect");
    const question = dialog(page, `Disconnect ${botName}?`);
    await question.getByText("Existing messages and tasks are kept, but new messages won't sync.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => question.count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe(`Actions for ${botName}`);
    await expect.poll(() => accountRows(page, "telegram").count()).toBe(1);
    await chooseAction(page, "telegram", "Disconnect");
    await question.getByRole("button", { name: "Disconnect" }).click();
    await expectToast(page, "Integration disconnected");
    await expect.poll(() => accountRows(page, "telegram").count()).toBe(0);
    await expect.poll(() => question.count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe("Connect: Telegram");
    expect(telegram.webhookOf(token)).toBeNull();
  });

  test("INT-3 a failure is shown, and the question stays open", async () => {
    expectErrors(/500/);
    const { page } = await openWithBot();
    const heal = await failCalls(page, "DELETE", /\/api\/integrations\//, { message: "" });
    await chooseAction(page, "telegram", "Disconnect");
    const button = dialog(page, /^Disconnect/).getByRole("button", { name: "Disconnect" });
    await button.click();
    await expectToast(page, "Error", "Failed to disconnect integration");
    await heal();
    await button.click();
    await expectToast(page, "Integration disconnected");
  });
});

describe("INT-4 an account in use", () => {
  test("INT-4 Sync now fetches and says how much; a failure says why", async () => {
    expectErrors(/502/);
    const number = await twilio.addNumber();
    const person = await newPerson("Ana Berg");
    await connectDirectly(person, "sms", { phoneNumber: number });
    const { page } = await openScreen("/integrations", { person });
    await healthRows(page).getByRole("img", { name: "Healthy" }).waitFor();
    twilio.addPast([{ from: "+15557654321", to: number, body: "Could you call?", sentAt: new Date() }]);
    await chooseAction(page, "sms", "Sync now");
    await expectToast(page, "Sync completed", "1 new message.");
    await healthRows(page).getByText("Working: 1 message today.").waitFor();
    await failCalls(page, "POST", /\/sync$/, { status: 502, message: "Twilio did not answer in time." });
    await chooseAction(page, "sms", "Sync now");
    await expectToast(page, "Sync error", "Failed to sync messages. Twilio did not answer in time.");
  });

  test("INT-4 LIVE-1 during a sync, the row says so, keeps its menu, and the page updates", async () => {
    const { page, person } = await openWithBot();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/sync$/, async (route) => {
      await held;
      await route.fallback();
    });
    await chooseAction(page, "telegram", "Sync now");
    await expect.poll(() => menuOf(page, "telegram").getAttribute("aria-busy")).toBe("true");
    await connectDirectly(person, "sms", { phoneNumber: await twilio.addNumber() });
    await accountRows(page, "sms").waitFor();
    answer();
    await expectToast(page, "Sync completed");
    await expect.poll(() => menuOf(page, "telegram").getAttribute("aria-busy")).toBe("false");
  });

  test("INT-4 the sync interval is in minutes, at least one; a non-number counts as 1", async () => {
    expectErrors(/500/);
    const { page } = await openWithBot();
    const sent = watchCalls(page);
    const patches = () => callsOf(sent, "PATCH", /\/api\/integrations\//).map(({ body }) => body);
    const settings = dialog(page, "Sync settings");
    const field = settings.getByLabel("Sync interval (minutes)");
    await chooseAction(page, "telegram", "Sync settings");
    await expect.poll(() => field.inputValue()).toBe("5");
    await field.fill("0.5");
    await field.press("Enter");
    const tooShort = "Sync interval must be at least 1 minute to prevent API abuse";
    await expectToast(page, "Invalid Interval", tooShort);
    await settings.getByText(tooShort).waitFor();
    expect(patches()).toEqual([]);
    await field.fill("ten");
    await settings.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Settings Updated");
    await expect.poll(() => settings.count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe(`Actions for ${botName}`);
    await chooseAction(page, "telegram", "Sync settings");
    await expect.poll(() => field.inputValue()).toBe("1");
    await field.fill("15");
    await field.press("Enter");
    await expect.poll(patches).toEqual([{ syncInterval: 60 }, { syncInterval: 900 }]);
    await expect.poll(() => settings.count()).toBe(0);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/integrations\/[^/]+$/, async (route) => {
      await held;
      await route.fallback();
    });
    await chooseAction(page, "telegram", "Sync settings");
    await field.press("Enter");
    await settings.locator("button[data-loading]").waitFor();
    answer();
    await expect.poll(() => settings.count()).toBe(0);
    await failCalls(page, "PATCH", /\/api\/integrations\//, { message: "" });
    await chooseAction(page, "telegram", "Sync settings");
    await field.fill("20");
    await field.press("Enter");
    await expectToast(page, "Update Failed", "Failed to update sync settings");
    await expect.poll(() => settings.count()).toBe(1);
  });

  test("INT-4 an account without an interval shows 1 minute", async () => {
    const { person } = await withBot();
    const { page } = await openTab({ person });
    await changeAnswers<IntegrationProvider[]>(page, /\/integrations\/providers$/, (all) =>
      all.map((one) => ({ ...one, accounts: one.accounts.map((it) => ({ ...it, syncInterval: 0 })) })),
    );
    await page.goto("/integrations");
    await chooseAction(page, "telegram", "Sync settings");
    await expect.poll(() => page.getByLabel("Sync interval (minutes)").inputValue()).toBe("1");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("INT-4 Test connection reports success, a refusal, and an unreachable provider", async () => {
    expectErrors(/500/);
    const { page, token } = await openWithBot();
    await chooseAction(page, "telegram", "Test connection");
    await expectToast(page, "Test passed", expect.stringMatching(/^Telegram responded: @zippy_/));
    telegramFaults.fail(new RegExp(`${token}/getMe`), { kind: "status", status: 500 }, 9);
    await chooseAction(page, "telegram", "Test connection");
    await expectToast(page, "Test failed");
    telegramFaults.heal();
    await page.route(/\/test$/, (route) => route.fulfill({ status: 500, body: "" }));
    await chooseAction(page, "telegram", "Test connection");
    await expectToast(page, "Test failed", "Failed to test connection");
    await expect.poll(() => toasts(page).count()).toBe(1);
  });
});

describe("INT-5 health", () => {
  test("INT-5 is polled every 30 seconds", async () => {
    const { person } = await withBot();
    const { page } = await openTab({ person });
    await page.clock.install();
    // Without live events, only its clock makes the page ask.
    await page.routeWebSocket("**/ws", () => new Promise(() => {}));
    await page.addInitScript({
      content: `globalThis.polls = 0;
        globalThis.unanswered = 0;
        const send = globalThis.fetch;
        globalThis.fetch = async (...request) => {
          if (!String(request[0].url ?? request[0]).endsWith("/integrations/health")) return send(...request);
          polls += 1;
          unanswered += 1;
          try {
            const response = await send(...request);
            const text = await response.text();
            response.text = async () => text;
            return response;
          } finally {
            // In a task of its own: by then the page has used the answer, and waits for its next poll.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => { unanswered -= 1; };
            port2.postMessage(0);
          }
        };`,
    });
    await page.goto("/integrations");
    await healthRows(page).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    /** The polls so far, once this time has passed and they are answered. The page waits from an answer on. */
    const pollsAfter = async (time: number): Promise<number> => {
      await page.clock.runFor(time);
      await expect.poll(() => page.evaluate("unanswered"), { interval: 10 }).toBe(0);
      return (await page.evaluate("polls")) as number;
    };
    const first = await pollsAfter(0);
    let polls = first;
    for (let second = 0; second < 30 && polls === first; second++) polls = await pollsAfter(1_000);
    expect(polls).toBe(first + 1);
    // It began and was answered within the second before.
    for (let next = polls + 1; next <= polls + 3; next++) {
      expect(await pollsAfter(29_000)).toBe(next - 1);
      expect(await pollsAfter(1_000)).toBe(next);
    }
  });

  test("INT-5 shows icon, message, advice and the time since the last sync; an unknown status is neutral", async () => {
    const { person } = await withBot();
    const { page } = await openTab({ person });
    const rows: Partial<Record<keyof HealthMetric, unknown>>[] = [
      { healthStatus: "healthy", healthMessage: "Working: 3 messages today.", timeSinceLastSync: 42 },
      { healthStatus: "warning", healthMessage: "The last check failed.", timeSinceLastSync: 60 },
      {
        healthStatus: "error",
        healthMessage: "Telegram no longer accepts the connection.",
        actionableAdvice: "Reconnect the account. Messages sent in the meantime aren't lost.",
        timeSinceLastSync: 7300,
      },
      { healthStatus: "degraded", healthMessage: "Nobody knows.", timeSinceLastSync: 200_000 },
      {
        healthStatus: "constructor",
        healthMessage: "Nobody knows either.",
        timeSinceLastSync: null,
        lastSyncAt: null,
      },
    ];
    await changeAnswers<HealthMetric[]>(page, /\/integrations\/health$/, ([one]) =>
      rows.map((row, index) => ({
        ...one,
        actionableAdvice: null,
        ...row,
        accountId: `00000000-0000-4000-8000-00000000000${index}`,
      })),
    );
    await page.goto("/integrations");
    const row = (text: string) => healthRows(page).filter({ hasText: text });
    await row("Working: 3 messages today.").getByRole("img", { name: "Healthy" }).waitFor();
    await row("Working: 3")
      .getByText(/Last sync: 4\d seconds ago/)
      .waitFor();
    await row("The last check failed.").getByRole("img", { name: "Warning" }).waitFor();
    await row("The last check failed.").getByText("Last sync: 1 minute ago").waitFor();
    const error = row("Telegram no longer accepts the connection.");
    await error.getByRole("img", { name: "Error" }).waitFor();
    await error.getByText("Reconnect the account. Messages sent in the meantime aren't lost.").waitFor();
    await error.getByText("Last sync: 2 hours ago").waitFor();
    await row("Nobody knows.").getByRole("img", { name: "Unknown" }).waitFor();
    await row("Nobody knows.").getByText("Last sync: 2 days ago").waitFor();
    await row("Nobody knows either.").getByRole("img", { name: "Unknown" }).waitFor();
    await row("Nobody knows either.").getByText("Last sync: Never").waitFor();
    // Accounts that need attention come first.
    await expect.poll(async () => (await healthRows(page).allInnerTexts())[0]).toContain("no longer accepts");
    await page.getByText("4 of 5 need attention").waitFor();
    // The rules behind the statuses are there on request.
    const rule = page.getByText("Three checks in a row failed, or Zippy's access was revoked.");
    await expect.poll(() => rule.isVisible()).toBe(false);
    await page.getByText("What the statuses mean").click();
    await rule.waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("INT-5 a revoked access is shown, and can be reconnected there for the same person", async () => {
    expectErrors(/502/);
    const person = await newPerson("Ana Berg");
    const { token } = telegram.addBot();
    await connectDirectly(person, "telegram", { botToken: token, onlyMe: true });
    const { page } = await openScreen("/integrations", { person });
    await healthRows(page).getByRole("img", { name: "Healthy" }).waitFor();
    telegramFaults.fail(
      new RegExp(token),
      { kind: "status", status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } },
      1000,
    );
    await chooseAction(page, "telegram", "Sync now");
    await expectToast(page, "Sync error", expect.stringContaining("Failed to sync messages."));
    await healthRows(page).getByRole("img", { name: "Warning" }).waitFor();
    telegramFaults.heal();
    await healthRows(page).getByRole("button", { name: "Reconnect" }).click();
    const again = dialog(page, "Reconnect Telegram");
    await expect.poll(() => again.getByLabel("Only me").isChecked()).toBe(true);
    await again.getByLabel("Bot token", { exact: true }).fill(token);
    await again.getByRole("button", { name: "Reconnect" }).click();
    await expectToast(page, "Telegram connected");
    await healthRows(page).getByRole("img", { name: "Healthy" }).waitFor();
    await expect
      .poll(() => accountRows(page, "telegram").allInnerTexts())
      .toEqual([expect.stringMatching(/Only you/)]);
  });

  test("INT-5 a failure to load it is shown, and can be retried", async () => {
    expectErrors(/500/);
    const { person } = await withBot();
    // The end of the first sync would load it again by itself.
    const synced = async () =>
      (await person.get<HealthMetric[]>("/api/integrations/health")).body.some((one) => one.lastSyncAt);
    await expect.poll(synced).toBe(true);
    const { page } = await openTab({ person });
    await failCalls(page, "GET", /\/integrations\/health$/);
    await page.goto("/integrations");
    const health = page.getByRole("region", { name: "Integration health" });
    await health.getByText("Couldn't load integration health").waitFor();
    await health.getByText(saysItself).waitFor();
    await tryAgain(health.getByRole("button", { name: "Try again" }));
    await healthRows(page).waitFor();
  });
});

describe("INT-6 webhook addresses", () => {
  const paths = ["whatsapp", "instagram", "messenger", "telegram", "sms"];

  async function openWebhooks(page: Page) {
    await page.getByRole("button", { name: "Webhook setup" }).click();
    const webhooks = dialog(page, "Webhook setup");
    await webhooks.waitFor();
    return webhooks;
  }

  test("INT-6 five addresses are shown and copied; telegram's has a placeholder for the bot's token", async () => {
    const { page } = await openScreen("/integrations", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const webhooks = await openWebhooks(page);
    const fields = webhooks.getByRole("textbox");
    const addresses = await fields.evaluateAll((all) =>
      (all as { value: string }[]).map(({ value }) => value),
    );
    for (const [index, path] of paths.entries())
      expect(addresses[index]).toMatch(new RegExp(`^${url}/api/integrations/webhooks/${path}`));
    expect(addresses).toHaveLength(5);
    expect(addresses[3]?.slice(`${url}/api/integrations/webhooks/telegram/`.length)).toMatch(/token/i);
    for (const [index, name] of [
      "WhatsApp",
      "Instagram",
      "Facebook Messenger",
      "Telegram",
      "SMS / Twilio",
    ].entries()) {
      await webhooks.getByRole("button", { name: `Copy the address for ${name}` }).click();
      await expectToast(page, "Copied!");
      await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(addresses[index]);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedName(page)).toBe("Webhook setup");
  });

  test("INT-6 the whole addresses are readable, also on a phone", async () => {
    const { page } = await openScreen("/integrations");
    const webhooks = await openWebhooks(page);
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 900 });
      const cut = () =>
        webhooks
          .getByRole("textbox")
          .evaluateAll((all) =>
            all.map((field) =>
              Math.max(field.scrollWidth - field.clientWidth, field.scrollHeight - field.clientHeight),
            ),
          );
      await expect.poll(cut).toEqual([0, 0, 0, 0, 0]);
    }
  });

  test("INT-6 without the clipboard, the older method copies; without both, the address is selected", async () => {
    const { page } = await openScreen("/integrations");
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const webhooks = await openWebhooks(page);
    const button = webhooks.getByRole("button", { name: "Copy the address for SMS / Twilio" });
    await button.click();
    await expectToast(page, "Copied!");
    await page.evaluate("document.execCommand = () => false");
    await button.click();
    await expectToast(page, "The text is selected", "Copy it with Ctrl+C or Cmd+C.");
    await expect
      .poll(() => page.evaluate("getSelection().toString()"))
      .toBe(`${url}/api/integrations/webhooks/sms`);
  });
});

test("BEY-15 test with a message: one with the code is sent, and appears here and in the inbox", async () => {
  const { page, person, token } = await openWithBot();
  await chooseAction(page, "telegram", "Test with a message");
  const proof = dialog(page, "Test Telegram with a message");
  await proof.getByText(/Send a message with this code to @zippy_/).waitFor();
  const code = await proof.getByLabel("Code").inputValue();
  expect(code).toMatch(/^zippy-\d{6}$/);
  await proof.getByText("Waiting for it").waitFor();
  await telegram.happen(token, { message: privateMessage({ text: `Something else`, message_id: 1 }) });
  // When the code arrives, health is loaded again; a later message would wait for the next 30 seconds.
  const path = `/api/teams/${person.teamId}/messages`;
  await expect.poll(async () => (await person.get<unknown[]>(path)).body.length).toBe(1);
  await telegram.happen(token, { message: privateMessage({ text: `Here: ${code}`, message_id: 2 }) });
  await proof.getByText(/^It arrived \d+ seconds? after the code was created\./).waitFor();
  await page.keyboard.press("Escape");
  await healthRows(page).getByText("Working: 2 messages today.").waitFor();
  await chooseAction(page, "telegram", "Test with a message");
  // A new round trip doesn't show the arrival of the last one.
  await proof.getByText("Waiting for it").waitFor();
  await expect.poll(() => proof.getByLabel("Code").inputValue()).not.toBe(code);
  await page.keyboard.press("Escape");
  await chooseAction(page, "telegram", "Test with a message");
  await telegram.happen(token, {
    message: privateMessage({ text: await proof.getByLabel("Code").inputValue(), message_id: 3 }),
  });
  await proof.getByRole("link", { name: "Open the inbox" }).click();
  await page.getByText(`Here: ${code}`).first().waitFor();
});

test("BEY-15 a test that can't start is reported; one that took too long can be retried", async () => {
  expectErrors(/500/);
  const { page } = await openWithBot();
  const heal = await failCalls(page, "POST", /\/proof$/);
  await chooseAction(page, "telegram", "Test with a message");
  const proof = dialog(page, "Test Telegram with a message");
  await proof.getByText(`Couldn't start the round trip. ${saysItself}`).waitFor();
  await proof.getByRole("button", { name: "Close" }).last().click();
  await heal();
  let first: string | undefined;
  await page.route(/\/proof$/, async (route) => {
    const response = await route.fetch();
    // Null while there is no round trip.
    const body = (await response.json()) as { code: string } | null;
    first ??= body?.code;
    if (body?.code !== first || !body) return route.fulfill({ response });
    await route.fulfill({ response, json: { ...body, endsAt: new Date(0).toISOString() } });
  });
  await chooseAction(page, "telegram", "Test with a message");
  await proof.getByText("Nothing with this code has arrived in ten minutes.").waitFor();
  await proof.getByRole("button", { name: "Try again" }).click();
  await proof.getByText("Waiting for it").waitFor();
  await page.unrouteAll({ behavior: "wait" });
});

test("INT-4 conversations of a workspace can be chosen; initially all", async () => {
  const names = Array.from({ length: 10 }, (_, n) => `project-${n}`);
  for (const name of names) await slack.addChannel(name);
  const { page } = await openScreen("/integrations");
  await (await openConnect(page, "slack")).getByRole("button", { name: "Continue to Slack" }).click();
  await page
    .getByRole("button", { name: /Ana Lopez|ana/ })
    .first()
    .click();
  await accountRows(page, "slack").waitFor();
  const sent = watchCalls(page);
  const open = async () => {
    await chooseAction(page, "slack", "Choose conversations");
    const chooser = dialog(page, /^Conversations of/);
    await chooser.getByRole("checkbox").first().waitFor();
    return chooser;
  };
  const chooser = await open();
  const everything = chooser.getByLabel("All conversations that Zippy is in");
  await expect.poll(() => everything.isChecked()).toBe(true);
  await uncheck(everything);
  await expect.poll(() => chooser.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await chooser.getByLabel("Filter conversations").fill("T-7");
  await expect.poll(() => chooser.getByRole("checkbox").count()).toBe(2);
  await check(chooser.getByRole("checkbox", { name: "project-7" }));
  await chooser.getByLabel("Filter conversations").fill("nothing like it");
  await chooser.getByText("No conversation matches “nothing like it”.").waitFor();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // Opened again at once, it shows what was saved, not what the list still says.
  await page.route(/\/integrations\/providers$/, async (route) => {
    await held;
    await route.fallback();
  });
  await chooser.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Settings Updated");
  const [patch] = callsOf(sent, "PATCH", /\/api\/integrations\//);
  expect(patch?.body).toEqual({ conversations: [expect.stringMatching(/^C/)] });
  const again = await open();
  await expect.poll(() => again.getByRole("checkbox", { name: "project-7" }).isChecked()).toBe(true);
  answer();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("INT-1 a member sees the accounts and their health, but can't manage them", async () => {
  const { person: owner } = await withBot();
  const member = await newPerson("Bo Lind");
  await join(owner, member);
  const { page } = await openScreen("/integrations", { person: member });
  await accountRows(page, "telegram").waitFor();
  await page.getByText("Only the team's owner and admins can connect and disconnect accounts.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^(Connect|Add account): / }).count()).toBe(0);
  await menuOf(page, "telegram").click();
  await expect
    .poll(() => page.getByRole("menuitem").allInnerTexts())
    .toEqual(["Sync now", "Test connection", "Test with a message"]);
  await page.getByRole("menuitem", { name: "Test connection" }).click();
  await expectToast(page, "Test passed");
  await page.goto("/api/integrations/slack/connect");
  await expectToast(page, "Connection failed", "Only a team's owner or admins can connect accounts.");
});

test("INT-1 changes in one window appear in the other, except other people's private accounts", async () => {
  const owner = await newPerson("Ana Berg");
  const admin = await newPerson("Bo Lind");
  await join(owner, admin, "admin");
  const { page: here } = await openScreen("/integrations", { person: owner });
  const { page: there } = await openScreen("/integrations", { person: admin });
  await card(there, "telegram").waitFor();
  const fill = async (token: string, onlyMe: boolean) => {
    const connect = await openConnect(here, "telegram");
    await connect.getByLabel("Bot token", { exact: true }).fill(token);
    if (onlyMe) await check(connect.getByLabel("Only me"));
    await connect.getByRole("button", { name: "Connect", exact: true }).click();
    await expectToast(here, "Telegram connected");
  };
  await fill(telegram.addBot().token, true);
  await fill(telegram.addBot().token, false);
  await expect.poll(() => accountRows(here, "telegram").count()).toBe(2);
  await expect.poll(() => accountRows(there, "telegram").count()).toBe(1);
  await expect.poll(() => healthRows(there).count()).toBe(1);
  await chooseAction(there, "telegram", "Disconnect");
  await dialog(there, /^Disconnect/)
    .getByRole("button", { name: "Disconnect" })
    .click();
  await expectToast(there, "Integration disconnected");
  await expect.poll(() => accountRows(here, "telegram").count()).toBe(1);
});

test("INT-4 everything works with only the keyboard", async () => {
  const { page } = await openWithBot();
  await healthRows(page).waitFor();
  const press = (key: string) => page.keyboard.press(key);
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focusedName(page)) === name) return;
      await press("Tab");
    }
    throw new Error(`no way to ${name}`);
  };
  await tabTo(`Actions for ${botName}`);
  await press("Enter");
  await expect.poll(() => focusedName(page)).toBe("Sync now");
  await press("Escape");
  await expect.poll(() => focusedName(page)).toBe(`Actions for ${botName}`);
  await press("Enter");
  await expect.poll(() => focusedName(page)).toBe("Sync now");
  for (const name of ["Test connection", "Test with a message", "Sync settings"]) {
    await press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(name);
  }
  await press("Enter");
  const field = dialog(page, "Sync settings").getByLabel("Sync interval (minutes)");
  await expect.poll(() => field.evaluate((it) => it.ownerDocument.activeElement === it)).toBe(true);
  await page.keyboard.type("12");
  await press("Enter");
  await expectToast(page, "Settings Updated");
  await expect.poll(() => focusedName(page)).toBe(`Actions for ${botName}`);
  await tabTo("Connect: SMS / Twilio");
  await press("Enter");
  const connect = dialog(page, "Connect SMS / Twilio");
  await expect
    .poll(() => connect.getByLabel("Phone number").evaluate((it) => it.ownerDocument.activeElement === it))
    .toBe(true);
  await page.keyboard.type(await twilio.addNumber());
  await press("Enter");
  await expectToast(page, "SMS Connected!");
  await expect.poll(() => focusedName(page)).toBe("Add account: SMS / Twilio");
});

test("INT-5 a hundred accounts: those that need attention first, the others on request", async () => {
  const { person } = await withBot();
  const { page } = await openTab({ person });
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const hundred = Array.from({ length: 100 }, (_, n) => n);
  await changeAnswers<IntegrationProvider[]>(page, /\/integrations\/providers$/, (all) =>
    all.map((one) => ({
      ...one,
      accounts: one.accounts.flatMap((it) =>
        hundred.map((n) => ({ ...it, id: id(n), accountName: `Bot ${n}` })),
      ),
    })),
  );
  await changeAnswers<HealthMetric[]>(page, /\/integrations\/health$/, ([one]) =>
    hundred.map((n) => ({
      ...one,
      accountId: id(n),
      accountName: `Bot ${n}`,
      healthStatus: n === 77 ? "error" : "healthy",
    })),
  );
  await page.goto("/integrations");
  await expect.poll(() => accountRows(page, "telegram").first().innerText()).toBeTruthy();
  await expect.poll(() => accountRows(page, "telegram").count()).toBe(5);
  await expect.poll(() => healthRows(page).count()).toBe(6);
  await expect.poll(() => healthRows(page).first().innerText()).toContain("Bot 77");
  const health = page.getByRole("region", { name: "Integration health" });
  await health.getByRole("button", { name: "Show all 100 accounts" }).click();
  await expect.poll(() => healthRows(page).count()).toBe(100);
  await card(page, "telegram").getByRole("button", { name: "Show all 100 accounts" }).click();
  await expect.poll(() => accountRows(page, "telegram").count()).toBe(100);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
