import type { BrowserContext, Page } from "playwright-core";
import type Stripe from "stripe";
import { beforeAll, describe, expect, test } from "vitest";
import { type Card, deliverEvent, startStripe } from "../../test/stand-ins/stripe";
import { query } from "../../test/support/collecting";
import { browserForTests } from "../support/browser";
import { faultsOf } from "../support/looks";
import { type ProductData, startOwnProduct } from "../support/own-product";
import { signInWith } from "../support/public-page";
import { callsOf, expectToast, failCalls, watchCalls } from "../support/watching";

let url = "";
let data: ProductData;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let card: Card = "good";
let blocked = false;
/** Until when Stripe's form loads. */
let formLoads: Promise<void> | undefined;
/** Until when Stripe confirms a payment. */
let atStripe: Promise<void> | undefined;

/** Stripe's script, as docs.stripe.com/js describes its functions, with a field instead of its frame. */
const script = `window.Stripe = () => {
  const confirm = async ({ confirmParams }, secret) => {
    const message = await window.confirmAtStripe(secret);
    if (message) return { error: { message } };
    window.location.assign(confirmParams.return_url + "&redirect_status=succeeded");
    return new Promise(() => {});
  };
  let secret = "";
  const element = (listeners = {}) => ({
    mount(target) {
      const node = typeof target === "string" ? document.querySelector(target) : target;
      node.textContent = "Card number";
      void window.formLoads().then(() => (listeners.ready ?? []).forEach((run) => run()));
    },
    on(name, run) { (listeners[name] ??= []).push(run); return this; },
    off() { return this; }, once() { return this; }, update() {}, destroy() {}, unmount() {},
  });
  return {
    elements(options) {
      secret = options.clientSecret;
      let made = null;
      return { create: () => (made = element()), getElement: () => made, update() {}, submit: async () => ({}) };
    },
    confirmSetup: (given) => confirm(given, secret),
    confirmPayment: (given) => confirm(given, secret),
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
  };
};`;

async function answerStripe(context: BrowserContext): Promise<void> {
  // The real script asks Stripe from its own frame.
  await context.exposeFunction("confirmAtStripe", async (secret: string) => {
    await atStripe;
    try {
      stripe.confirm(secret, card);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  });
  await context.exposeFunction("formLoads", () => formLoads);
  await context.route("https://js.stripe.com/**", (route) =>
    blocked ? route.abort() : route.fulfill({ contentType: "text/javascript", body: script }),
  );
}

const { openPage, openTab, newPerson, expectErrors } = browserForTests({
  url: () => url,
  answered: (address) => address.startsWith("https://js.stripe.com/"),
  prepare: answerStripe,
});

beforeAll(async () => {
  stripe = await startStripe();
  ({ url, data } = await startOwnProduct(stripe.settings));
});

const form = (page: Page) => page.getByRole("region", { name: "Complete Your Subscription" });
const plan = (page: Page) => page.getByRole("region", { name: "Current Plan" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function deliverAll(): Promise<void> {
  for (const event of stripe.events.splice(0)) await deliverEvent(url, event as Stripe.Event);
}

describe("payments through Stripe", () => {
  test("PRICE-1 BILL-4 BILL-5 BILL-6 ROUTE-3 a signed-out visitor chooses a plan, is declined, pays, cancels and resumes", async () => {
    const page = await openPage();
    await page.goto("/pricing");
    await page.getByRole("link", { name: "Choose Pro" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign In" });
    await signInWith(page, dialog.getByRole("button", { name: "Sign In" }), "Pia");
    await form(page)
      .getByText("Enter your payment details to subscribe to the Pro plan", { exact: true })
      .waitFor();
    await form(page).getByText("Card number").waitFor();
    await expect.poll(() => page.getByText("Sandbox billing").count()).toBe(0);

    card = "declined";
    await button(page, "Subscribe to Pro").click();
    await expectToast(page, "Payment Failed", "Your card was declined.");
    card = "authentication_fails";
    await button(page, "Subscribe to Pro").click();
    await expectToast(page, "Payment Failed", "We are unable to authenticate your payment method.");
    await expect.poll(() => button(page, "Subscribe to Pro").isEnabled()).toBe(true);

    card = "good";
    const sent = watchCalls(page);
    await button(page, "Subscribe to Pro").click();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/billing");
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    expect(callsOf(sent, "POST", /create-subscription$/)).toHaveLength(0);
    await button(page, "Cancel Subscription").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
    await expectToast(page, "Subscription Canceled");
    await plan(page).getByText("Canceled", { exact: true }).waitFor();
    await button(page, "Resume Subscription").click();
    await expectToast(page, "Subscription Resumed");
  });

  test("BILL-2 the open page follows Stripe's events, without a reload", async () => {
    card = "good";
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    await page.goto("/billing");
    await plan(page).getByText("Pro", { exact: true }).waitFor();
    const { body } = await person.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "enterprise",
    });
    stripe.confirm(body.clientSecret, "good");
    await deliverAll();
    await page.getByText("Enterprise Plan", { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole("progressbar", { name: "Integrations" }).getAttribute("aria-valuetext"))
      .toBe("0 / Unlimited");
  });

  test("BILL-1 BILL-2 BILL-3 BILL-7 a trial shows its end and its use, and after it the date of the deletion", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    await page.goto("/billing");
    await page.getByText("Pro Plan", { exact: true }).waitFor();
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await plan(page)
      .getByText(/^Your free trial ends on \w+ \d+, \d+\./)
      .waitFor();
    const use = (name: string) =>
      page.getByRole("progressbar", { name, exact: true }).getAttribute("aria-valuetext");
    await expect.poll(() => use("Team Members")).toBe("1 / 20");
    await expect.poll(() => use("Messages This Month")).toBe("0 / 10,000");
    await page.getByRole("region", { name: "Need Help?" }).getByRole("button").first().waitFor();

    await query(
      data,
      `with ended as (
         update subscriptions set trial_ends_at = date_trunc('second', now() - interval '20 days')
         where team_id = $1 returning team_id, trial_ends_at)
       insert into retention_warnings (team_id, ended_at, first_at) select team_id, trial_ends_at, now() from ended`,
      [person.teamId],
    );
    await page.reload();
    await plan(page)
      .getByText(/^Everything in this team will be deleted on \w+ \d+, \d+\./)
      .waitFor();
    await page.getByText("Free Plan", { exact: true }).waitFor();
    await expect.poll(() => use("Integrations")).toBe("0 / 2");
    expect(await faultsOf(page, "billing-stripe-ended", plan(page))).toEqual([]);
  });

  test("BILL-1 BILL-2 LIM-1 LIM-2 a paid plan shows its date, its invoice and a reached limit; a failed charge asks for the payment", async () => {
    const person = await newPerson("Ana Berg");
    await query(
      data,
      "update subscriptions set trial_ends_at = now() - interval '1 hour' where team_id = $1",
      [person.teamId],
    );
    const { body } = await person.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "starter",
    });
    stripe.confirm(body.clientSecret, "good");
    await person.post("/api/billing/refresh-subscription");
    await query(
      data,
      `insert into message_usage (team_id, month, messages)
       values ($1, date_trunc('month', now() at time zone 'utc'), 1000)
       on conflict (team_id, month) do update set messages = excluded.messages`,
      [person.teamId],
    );
    const { page } = await openTab({ person });
    await page.goto("/billing");
    await page.getByRole("heading", { level: 1, name: "Billing & Subscription" }).waitFor();
    await page.getByText("Starter Plan", { exact: true }).waitFor();
    await plan(page).getByText("Active", { exact: true }).waitFor();
    await plan(page).getByText("Next Billing Date", { exact: true }).waitFor();
    const own = [...stripe.subscriptions.values()].find(({ metadata }) => metadata.teamId === person.teamId);
    if (!own) throw new Error("there is no subscription");
    const next = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" });
    await plan(page)
      .getByText(next.format((own.items.data[0]?.current_period_end ?? 0) * 1000), { exact: true })
      .waitFor();
    const actions = async () =>
      (await plan(page).locator("a, button").allInnerTexts()).map((text) => text.trim());
    await expect.poll(actions).toEqual(["Change Plan", "Cancel Subscription"]);
    await button(page, "Contact Support").waitFor();
    await page.getByText("$29.00", { exact: true }).waitFor();
    const alerts = async () => (await page.getByRole("alert").allInnerTexts()).map((text) => text.trim());
    const reached = "You've reached your Messages This Month limit. Upgrade now to continue.";
    await expect.poll(alerts).toEqual([reached]);

    own.status = "past_due";
    await person.post("/api/billing/refresh-subscription");
    await page.reload();
    await plan(page).getByText("Past Due", { exact: true }).waitFor();
    await expect.poll(actions).toEqual(["Pay Open Invoice", "Cancel Subscription"]);

    // A use that can't be known limits nothing.
    expectErrors(/500/);
    await failCalls(page, "GET", /api\/billing\/usage$/);
    const failed = page.waitForResponse((response) => response.url().endsWith("/api/billing/usage"));
    await page.goto("/integrations");
    expect((await failed).status()).toBe(500);
    await page.getByRole("link", { name: "Starter plan, payment due" }).waitFor();
    expect((await alerts()).filter((text) => text.includes("limit"))).toEqual([]);
  });

  test("BILL-4 the form can be sent only once it is loaded, and then says Processing...", async () => {
    let load = () => {};
    formLoads = new Promise<void>((resolve) => {
      load = resolve;
    });
    card = "good";
    const { page } = await openTab();
    await page.goto("/billing?plan=starter");
    await form(page).getByText("Card number").waitFor();
    await expect.poll(() => button(page, "Subscribe to Starter").isDisabled()).toBe(true);
    load();
    formLoads = undefined;
    await expect.poll(() => button(page, "Subscribe to Starter").isEnabled()).toBe(true);
    let answer = () => {};
    atStripe = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await button(page, "Subscribe to Starter").click();
    await expect.poll(() => button(page, "Processing...").isDisabled()).toBe(true);
    answer();
    atStripe = undefined;
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  test("BILL-4 a blocked script says so, and offers to try again", async () => {
    blocked = true;
    expectErrors(/ERR_FAILED|js\.stripe\.com/);
    const { page } = await openTab();
    await page.goto("/billing?plan=starter");
    await page.getByRole("alert").getByText("Couldn't load Stripe's payment form.").waitFor();
    blocked = false;
    await button(page, "Try again").click();
    await form(page).getByText("Card number").waitFor();
    await expect.poll(() => button(page, "Subscribe to Starter").isEnabled()).toBe(true);
  });

  test("BILL-6 Stripe down during the creation says so and clears the plan", async () => {
    expectErrors(/502/);
    const { page } = await openTab();
    stripe.failWith("down");
    await page.goto("/billing?plan=pro");
    await expectToast(
      page,
      "Error",
      "The payment service isn't responding, so nothing was changed. Try again in a few minutes.",
    );
    stripe.failWith(undefined);
    await plan(page).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });
});
