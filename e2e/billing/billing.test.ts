import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Subscription, Usage } from "../../src/features/billing/contract";
import { browserForTests, holdTimers } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { signInWith } from "../support/public-page";
import {
  callsOf,
  changeAnswers,
  check,
  expectToast,
  failCalls,
  toasts,
  watchCalls,
} from "../support/watching";

const { openPage, openTab, openScreen, expectErrors } = browserForTests();

const subscriptionCall = /\/api\/billing\/subscription$/;
const usageCall = /\/api\/billing\/usage$/;
const form = (page: Page) => page.getByRole("region", { name: "Complete Your Subscription" });
const plan = (page: Page) => page.getByRole("region", { name: "Current Plan" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** The billing page with a made-up subscription or use of the plan. */
async function openBilling({
  subscription = {},
  usage = {},
}: {
  subscription?: Record<string, unknown>;
  usage?: Partial<Usage>;
} = {}): Promise<Page> {
  const { page } = await openTab();
  await changeAnswers<Subscription>(page, subscriptionCall, (answer) => ({ ...answer, ...subscription }));
  await changeAnswers<Usage>(page, usageCall, (answer) => ({ ...answer, ...usage }));
  await page.goto("/billing");
  await plan(page).waitFor();
  return page;
}

const actions = async (page: Page): Promise<string[]> =>
  (await plan(page).locator("a, button").allInnerTexts()).map((text) => text.trim());

const active = {
  subscriptionStatus: "active",
  subscriptionTier: "starter",
  subscriptionEndsAt: "2025-10-19T16:00:00.000Z",
  subscribed: true,
  lastPlan: "starter",
};

describe("the way to a plan", () => {
  test("PRICE-1 BILL-4 BILL-5 ROUTE-3 a signed-out visitor chooses a plan, signs in, pays in the sandbox, cancels and resumes", async () => {
    const page = await openPage();
    await page.goto("/pricing");
    await link(page, "Choose Starter").click();
    const dialog = page.getByRole("dialog", { name: "Sign In" });
    await dialog.getByText("Sign in to continue with the plan you chose.").waitFor();
    await signInWith(page, dialog.getByRole("button", { name: "Sign In" }), "Pia");

    await form(page).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?plan=starter");
    await form(page)
      .getByText("Enter your payment details to subscribe to the Starter plan", { exact: true })
      .waitFor();
    await form(page).getByText("Sandbox billing - no card is charged", { exact: true }).waitFor();
    await check(form(page).getByLabel("The card is declined"));
    const sent = watchCalls(page);
    expectErrors(/502/);
    await button(page, "Subscribe to Starter").click();
    await expectToast(page, "Payment Failed", "Your card was declined.");

    await check(form(page).getByLabel("The payment succeeds"));
    await button(page, "Subscribe to Starter").click();
    await page.getByText("Starter Plan", { exact: true }).first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/billing");
    expect(callsOf(sent, "POST", /sandbox\/payment$/)).toHaveLength(2);
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now", "Cancel Subscription"]);

    await button(page, "Cancel Subscription").click();
    const question = page.getByRole("dialog", { name: "Cancel Subscription?" });
    await question.getByRole("button", { name: "Cancel Subscription" }).click();
    await expectToast(
      page,
      "Subscription Canceled",
      "Your subscription will be canceled at the end of the billing period.",
    );
    await plan(page).getByText("Canceled", { exact: true }).waitFor();
    await button(page, "Resume Subscription").click();
    await expectToast(page, "Subscription Resumed", "Your subscription has been reactivated.");
    await plan(page).getByText("Trial", { exact: true }).waitFor();

    await plan(page).getByRole("link", { name: "Upgrade Now" }).click();
    await link(page, "Choose Enterprise").click();
    await page.getByRole("heading", { name: "Change to Enterprise" }).waitFor();
    await button(page, "Change to Enterprise").click();
    await page.getByText("Enterprise Plan", { exact: true }).first().waitFor();
    await expect
      .poll(() => page.getByRole("progressbar", { name: "Integrations" }).getAttribute("aria-valuetext"))
      .toBe("0 / Unlimited");
  });

  test("BILL-4 BILL-6 Processing... stays until the answer; a failed creation says why and clears the plan", async () => {
    const { page } = await openTab();
    await page.goto("/billing?plan=pro");
    await form(page).waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/sandbox\/payment$/, async (route) => {
      await held;
      await route.fulfill({ status: 502, json: { message: "The bank is closed.", code: "provider_failed" } });
    });
    expectErrors(/502|409|500/);
    await button(page, "Subscribe to Pro").click();
    await expect.poll(() => button(page, "Processing...").isDisabled()).toBe(true);
    answer();
    await expectToast(page, "Payment Failed", "The bank is closed.");

    await failCalls(page, "POST", /create-subscription$/, { message: "Payments are down." });
    await page.goto("/billing?plan=starter");
    await expectToast(page, "Error", "Payments are down.");
    await plan(page).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.unroute(/create-subscription$/);
    await page.route(/create-subscription$/, (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/billing?plan=starter");
    await expectToast(page, "Error", "Failed to create subscription");
  });

  test("BILL-5 the return from a payment waits 1 s, fetches the subscription and goes to /billing", async () => {
    const { page } = await openTab();
    const timers = await holdTimers(page, 1000);
    const sent = watchCalls(page);
    await page.goto("/billing?success=true");
    await plan(page).waitFor();
    await expect.poll(() => timers.waiting()).toContain(1000);
    const before = callsOf(sent, "GET", subscriptionCall).length;
    expect(callsOf(sent, "POST", /refresh-subscription$/)).toHaveLength(0);
    await timers.fireUntil(1000, () => new URL(page.url()).search === "");
    await expect.poll(() => callsOf(sent, "GET", subscriptionCall).length).toBeGreaterThan(before);
  });
});

describe("the plan's states", () => {
  test("BILL-1 BILL-2 a trial shows its end in long form, asks to subscribe, and leads to /pricing", async () => {
    const { page } = await openScreen("/billing");
    await page.getByRole("heading", { level: 1, name: "Billing & Subscription" }).waitFor();
    await page.getByText("Pro Plan", { exact: true }).waitFor();
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    const ends = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" }).format(
      Date.now() + 14 * 86_400_000,
    );
    await plan(page).getByText("Trial Ends", { exact: true }).waitFor();
    await plan(page).getByText(ends, { exact: true }).waitFor();
    await plan(page).getByText(`Your free trial ends on ${ends}. Please subscribe to a paid plan`).waitFor();
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now"]);
    await link(page, "Upgrade Now").click();
    await link(page, "Choose Pro").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/pricing");
  });

  test.each([
    ["active", active, "Active", "Next Billing Date", ["Change Plan", "Cancel Subscription"]],
    [
      "active without a date",
      { ...active, subscriptionEndsAt: null },
      "Active",
      "N/A",
      ["Change Plan", "Cancel Subscription"],
    ],
    [
      "past due",
      { ...active, subscriptionStatus: "past_due" },
      "Past Due",
      "Pay the open invoice",
      ["Pay Open Invoice", "Cancel Subscription"],
    ],
    [
      "canceled",
      { ...active, subscriptionStatus: "canceled" },
      "Canceled",
      "Until then you keep the Starter plan",
      ["Resume Subscription"],
    ],
    [
      "ended",
      { ...active, subscriptionStatus: "canceled", subscriptionTier: "free", subscribed: false },
      "Canceled",
      "has ended",
      ["Resume Subscription", "Continue with Pro, no money moves", "Continue with Free"],
    ],
    [
      "free",
      { subscriptionStatus: "active", subscriptionTier: "free", trialEndsAt: null },
      "Active",
      "N/A",
      ["Upgrade Now"],
    ],
    [
      "trial over",
      { subscriptionTier: "free", trialEndsAt: "2025-10-19T16:00:00.000Z" },
      "Trial",
      "October 19, 2025",
      ["Upgrade Now", "Continue with Pro, no money moves", "Continue with Free"],
    ],
    ["unknown", { subscriptionStatus: "paused", trialEndsAt: null }, "Trial", "Pro", ["Upgrade Now"]],
    [
      "none",
      { subscriptionStatus: null, subscriptionTier: null, trialEndsAt: null },
      "Trial",
      "Free",
      ["Upgrade Now"],
    ],
  ])("BILL-1 BILL-2 %s", async (name, subscription, badge, shown, expected) => {
    const page = await openBilling({ subscription });
    await plan(page).getByText(badge, { exact: true }).waitFor();
    if (name === "none") await page.getByText("Free Plan", { exact: true }).waitFor();
    await plan(page).getByText(shown).first().waitFor();
    await expect.poll(() => actions(page)).toEqual(expected);
    if (shown === "Next Billing Date")
      await plan(page).getByText("October 19, 2025", { exact: true }).waitFor();
  });

  test("BILL-3 LIM-1 the usage rows show current / limit with a bar, are polled every 30 s, and alert at 80 % and at the limit", async () => {
    const { page } = await openTab();
    let messages = 799;
    await changeAnswers<Usage>(page, usageCall, (answer) => ({
      ...answer,
      usage: { integrations: 5, messages, teamMembers: 2 },
      limits: { maxIntegrations: 5, maxMessagesPerMonth: 1000, maxTeamMembers: null },
    }));
    const timers = await page.clock.install().then(() => page.clock);
    await page.goto("/billing");
    const bar = (name: string) => page.getByRole("progressbar", { name });
    const words = (name: string) => bar(name).getAttribute("aria-valuetext");
    await expect.poll(() => words("Messages This Month")).toBe("799 / 1,000");
    await expect.poll(() => words("Integrations")).toBe("5 / 5");
    await expect.poll(() => words("Team Members")).toBe("2 / Unlimited");
    await expect.poll(() => bar("Team Members").getAttribute("aria-valuenow")).toBe("0");
    const alerts = async () => (await page.getByRole("alert").allInnerTexts()).map((text) => text.trim());
    await expect.poll(alerts).toEqual(["You've reached your Integrations limit. Upgrade now to continue."]);
    await expect.poll(() => link(page, "Upgrade now to continue.").getAttribute("href")).toBe("/pricing");
    messages = 800;
    await timers.fastForward(30_000);
    await expect
      .poll(alerts)
      .toContain("You're approaching your Messages This Month limit (80% used). Consider upgrading soon.");
    messages = 999;
    await timers.fastForward(30_000);
    await expect
      .poll(alerts)
      .toContain("You're approaching your Messages This Month limit (99% used). Consider upgrading soon.");
  });

  test("BILL-1 Contact Support opens a message with the facts filled in", async () => {
    const page = await openBilling({ subscription: active });
    await page.getByRole("region", { name: "Need Help?" }).waitFor();
    await button(page, "Contact Support").click();
    const dialog = page.getByRole("dialog", { name: "Contact Support" });
    const text = await dialog.getByLabel("Message").inputValue();
    expect(text).toContain("Plan: Starter, Active");
    expect(text).toContain("Messages This Month: 0 of 10000");
    const mail = await dialog.getByRole("link", { name: "Open in email app" }).getAttribute("href");
    expect(decodeURIComponent(mail as string)).toContain("Plan: Starter, Active");
  });

  test("BILL-6 failed changes say why; a failure to load can be retried", async () => {
    expectErrors(/500|409/);
    const page = await openBilling({ subscription: active });
    await page.route(/cancel-subscription$/, (route) => route.fulfill({ status: 500, body: "" }));
    await button(page, "Cancel Subscription").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
    await expectToast(page, "Error", "Failed to cancel subscription");
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.unroute(subscriptionCall);
    const restore = await failCalls(page, "GET", subscriptionCall);
    await page.reload();
    await page.getByText("Couldn't load the subscription").waitFor();
    await restore();
    // On a slow machine, the live connection catches up only now, and loads everything again by itself.
    const again = button(page, "Try again").click();
    await Promise.race([again.catch(() => undefined), plan(page).waitFor()]);
    await plan(page).waitFor();
  });

  test.each([
    ["cancel", "active", "Failed to cancel subscription"],
    ["resume", "canceled", "Failed to resume subscription"],
  ])("BILL-6 a failed %s says why, or only that it failed", async (name, subscriptionStatus, fallback) => {
    expectErrors(/500|502|ERR_FAILED/);
    const page = await openBilling({ subscription: { ...active, subscriptionStatus } });
    const path = new RegExp(`${name}-subscription$`);
    const change = async () => {
      if (name === "resume") return button(page, "Resume Subscription").click();
      await button(page, "Cancel Subscription").click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
    };
    const restore = await failCalls(page, "POST", path, { status: 502, message: "The bank is closed." });
    await change();
    await expectToast(page, "Error", "The bank is closed.");
    await restore();
    await page.route(path, (route) => route.fulfill({ status: 500, body: "" }));
    await page.reload();
    await change();
    await expectToast(page, "Error", fallback);
    await page.unroute(path);
    await page.route(path, (route) => route.abort());
    await change();
    await expectToast(page, "Error", `${fallback}. Can't reach Zippy's server. Check that it's running.`);
  });
});

test("BILL-7 the date of a deletion is shown above every view and on the billing page, with the ways to keep the data", async () => {
  const { page } = await openTab();
  await changeAnswers<Subscription>(page, subscriptionCall, (answer) => ({
    ...answer,
    subscriptionTier: "free",
    trialEndsAt: "2026-10-19T16:00:00.000Z",
    deletesAt: "2026-11-18T17:00:00.000Z",
  }));
  await page.goto("/matrix");
  const banner = page.getByRole("complementary", { name: "Free trial" });
  await banner.getByText("Everything in this team will be deleted on November 18, 2026.").waitFor();
  await banner.getByRole("link", { name: "Keep it" }).click();
  await plan(page).getByText("Everything in this team will be deleted on November 18, 2026.").waitFor();
  await plan(page).getByRole("link", { name: "export your data" }).waitFor();
});

test("LIM-1 the inbox, the integrations page and the team's settings show a reached or near limit, with the way to the plans", async () => {
  const { page } = await openTab();
  let waitingMessages = 1;
  await changeAnswers<Usage>(page, usageCall, (answer) => ({
    ...answer,
    usage: { integrations: 4, messages: 1003, teamMembers: 5 },
    limits: { maxIntegrations: 5, maxMessagesPerMonth: 1000, maxTeamMembers: 5 },
    waitingMessages,
  }));
  const says = (text: string) =>
    expect
      .poll(async () => (await page.getByRole("alert").allInnerTexts()).map((one) => one.trim()))
      .toContain(text);
  await page.goto("/inbox");
  await says("You've reached your Messages This Month limit. Upgrade now to continue.");
  const until = "until your plan changes or the next month begins";
  await page
    .getByText(`1 message is stored and waits for its analysis, ${until}. It's under All Messages.`)
    .waitFor();
  waitingMessages = 3;
  await page.reload();
  await page
    .getByText(`3 messages are stored and wait for their analysis, ${until}. They're under All Messages.`)
    .waitFor();
  await expect.poll(() => link(page, "Upgrade now to continue.").getAttribute("href")).toBe("/pricing");
  await page.goto("/integrations");
  await says("You're approaching your Integrations limit (80% used). Consider upgrading soon.");
  await page.goto("/settings/team");
  await says("You've reached your Team Members limit. Upgrade now to continue.");
});

test("the sidebar shows the trial's days and use, and leads to the plan; in the last three days a banner does", async () => {
  const { page } = await openTab();
  let trialEndsAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  await changeAnswers<Subscription>(page, subscriptionCall, (answer) => ({ ...answer, trialEndsAt }));
  await page.goto("/matrix");
  await link(page, "Pro trial, 10 days left, 0 of 10,000 messages").waitFor();
  const banner = page.getByRole("complementary", { name: "Free trial" });
  await expect.poll(() => banner.count()).toBe(0);
  trialEndsAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString();
  await page.reload();
  await banner.getByText(/^Your free trial ends on /).waitFor();
  await banner.getByRole("link", { name: "Upgrade Now" }).waitFor();
  await link(page, "Pro trial, 3 days left, 0 of 10,000 messages").click();
  await plan(page).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});

test("the billing page has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  const { page } = await openTab(shownOn("desktop"));
  await changeAnswers<Subscription>(page, subscriptionCall, (answer) => ({ ...answer, ...active }));
  await changeAnswers<Usage>(page, usageCall, (answer) => ({
    ...answer,
    usage: { integrations: 5, messages: 840, teamMembers: 2 },
    limits: { maxIntegrations: 5, maxMessagesPerMonth: 1000, maxTeamMembers: 5 },
  }));
  await page.route(/api\/billing\/invoices$/, (route) =>
    route.fulfill({
      json: ["paid", "open"].map((status, index) => ({
        id: `in_${index}`,
        number: `SANDBOX-00${index}`,
        createdAt: "2026-10-19T16:00:00.000Z",
        amount: 2900,
        status,
        url: null,
      })),
    }),
  );
  await page.goto("/billing");
  await page.getByText("SANDBOX-000").waitFor();
  const found = await faultsOf(page, "billing", plan(page));
  await button(page, "Contact Support").click();
  found.push(
    ...(await faultsOf(page, "billing-support", page.getByRole("dialog", { name: "Contact Support" }))),
  );
  await page.unroute(subscriptionCall);
  await page.goto("/billing?plan=pro");
  found.push(...(await faultsOf(page, "billing-payment", form(page))));
  await changeAnswers<Subscription>(page, subscriptionCall, (answer) => ({ ...answer, ...active }));
  await page.goto("/billing?plan=pro");
  found.push(
    ...(await faultsOf(page, "billing-change", page.getByRole("heading", { name: "Change to Pro" }))),
  );
  expect(found).toEqual([]);
});
