import type { BrowserContext, Page } from "playwright-core";
import type Stripe from "stripe";
import { beforeAll, describe, expect, test } from "vitest";
import { type Card, deliverEvent, startStripe } from "../../test/stand-ins/stripe";
import { query } from "../../test/support/collecting";
import type { Person } from "../../test/support/person";
import { browserForTests, holdTimers } from "../support/browser";
import { faultsOf } from "../support/looks";
import { type ProductData, startOwnProduct } from "../support/own-product";
import { signInWith } from "../support/public-page";
import { stripeScript } from "../support/stripe-script";
import { callsOf, expectToast, failCalls, toasts, watchCalls } from "../support/watching";

let url = "";
let data: ProductData;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let card: Card = "good";
let blocked = false;
/** Until when Stripe's form loads. */
let formLoads: Promise<void> | undefined;
/** Until when Stripe confirms a payment. */
let atStripe: Promise<void> | undefined;
/** Whether the bank's own page, which a card may lead to, refuses the payment. */
let bankRefuses = false;

async function answerStripe(context: BrowserContext): Promise<void> {
  // The real script asks Stripe from its own frame.
  await context.exposeFunction("confirmAtStripe", async (secret: string) => {
    await atStripe;
    if (bankRefuses) return { status: "failed" };
    try {
      stripe.confirm(secret, card);
      return { status: "succeeded" };
    } catch (error) {
      return { message: (error as Error).message };
    }
  });
  await context.exposeFunction("formLoads", () => formLoads);
  await context.route("https://js.stripe.com/**", (route) =>
    blocked ? route.abort() : route.fulfill({ contentType: "text/javascript", body: stripeScript }),
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
const actions = async (page: Page): Promise<string[]> =>
  (await plan(page).locator("a, button").allInnerTexts()).map((text) => text.trim());

async function deliverAll(): Promise<void> {
  for (const event of stripe.events.splice(0)) await deliverEvent(url, event as Stripe.Event);
}

const alerts = async (page: Page) =>
  (await page.getByRole("alert").allInnerTexts()).map((text) => text.trim());

/** Somebody whose team pays for Starter. */
async function payerOfStarter(): Promise<Person> {
  const person = await newPerson("Ana Berg");
  await query(data, "update subscriptions set trial_ends_at = now() - interval '1 hour' where team_id = $1", [
    person.teamId,
  ]);
  const { body } = await person.post<{ clientSecret: string }>("/api/billing/create-subscription", {
    tier: "starter",
  });
  stripe.confirm(body.clientSecret, "good");
  await person.post("/api/billing/refresh-subscription");
  return person;
}

const setMessages = ({ teamId }: Person, messages: number) =>
  query(
    data,
    `insert into message_usage (team_id, month, messages)
     values ($1, date_trunc('month', now() at time zone 'utc'), $2)
     on conflict (team_id, month) do update set messages = excluded.messages`,
    [teamId, messages],
  );

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
    // Nothing continues with Pro where a payment is due.
    await expect.poll(() => actions(page)).toEqual(["export your data", "Upgrade Now", "Continue with Free"]);
    await expect.poll(() => use("Integrations")).toBe("0 / 2");
    expect(await faultsOf(page, "billing-stripe-ended", plan(page))).toEqual([]);
  });

  test("BILL-1 BILL-2 LIM-1 LIM-2 a paid plan shows its date, its invoice and a reached limit; a failed charge asks for the payment", async () => {
    const person = await payerOfStarter();
    await setMessages(person, 1000);
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
    await expect.poll(() => actions(page)).toEqual(["Change Plan", "Cancel Subscription"]);
    await button(page, "Contact Support").waitFor();
    const [invoice] = stripe.invoices;
    if (!invoice) throw new Error("there is no invoice");
    const listed = page.getByRole("list", { name: "Invoices", exact: true }).getByRole("listitem");
    await expect
      .poll(async () =>
        (await listed.allInnerTexts()).map((row) => row.split("\n").map((text) => text.trim())),
      )
      .toEqual([[invoice.number, next.format(invoice.created * 1000), "$29.00", "Paid"]]);
    await expect.poll(() => listed.getByRole("link").getAttribute("href")).toBe(invoice.hosted_invoice_url);
    await expect.poll(() => page.getByText("Invoices here come from the sandbox.").count()).toBe(0);
    const reached = "You've reached your Messages This Month limit. Upgrade now to continue.";
    await expect.poll(() => alerts(page)).toEqual([reached]);

    own.status = "past_due";
    invoice.status = "open";
    await person.post("/api/billing/refresh-subscription");
    await page.reload();
    await plan(page).getByText("Past Due", { exact: true }).waitFor();
    await expect.poll(() => actions(page)).toEqual(["Pay Open Invoice", "Cancel Subscription"]);
    await page.getByRole("link", { name: "Pay Open Invoice" }).click();
    await form(page).getByText("The open invoice of $29.00 is charged today.").waitFor();
    await button(page, "Subscribe to Starter").click();
    await plan(page).getByText("Active", { exact: true }).waitFor();

    // A use that can't be known limits nothing.
    // The page still asks for the use after the payment; that response isn't the next page's.
    await page.goto("about:blank");
    expectErrors(/500/);
    await failCalls(page, "GET", /api\/billing\/usage$/);
    const failed = page.waitForResponse((response) => response.url().endsWith("/api/billing/usage"));
    await page.goto("/integrations");
    expect((await failed).status()).toBe(500);
    await page.getByRole("link", { name: "Starter plan", exact: true }).waitFor();
    expect((await alerts(page)).filter((text) => text.includes("limit"))).toEqual([]);
  });

  test("BILL-3 LIM-1 the use of a paid plan is polled every 30 s, and alerts at 80 %", async () => {
    const person = await payerOfStarter();
    await setMessages(person, 799);
    const { page } = await openTab({ person });
    await page.clock.install();
    await page.goto("/billing");
    const bar = page.getByRole("progressbar", { name: "Messages This Month" });
    await expect.poll(() => bar.getAttribute("aria-valuetext")).toBe("799 / 1,000");
    expect(await alerts(page)).toEqual([]);
    await setMessages(person, 800);
    await page.clock.fastForward(30_000);
    await expect.poll(() => bar.getAttribute("aria-valuetext")).toBe("800 / 1,000");
    await expect
      .poll(() => alerts(page))
      .toEqual(["You're approaching your Messages This Month limit (80% used). Consider upgrading soon."]);
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

  test("BILL-4 BILL-5 a payment that the bank's page refused says so a second after the return, and can be tried again", async () => {
    bankRefuses = true;
    const { page } = await openTab();
    const timers = await holdTimers(page, 1000);
    await page.goto("/billing?plan=starter");
    await button(page, "Subscribe to Starter").click();
    await page.waitForURL(/redirect_status=failed/);
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => timers.waiting()).toContain(1000);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await timers.fireUntil(1000, async () => (await toasts(page).count()) > 0);
    await expectToast(page, "Payment Failed", "The payment wasn't completed. Nothing was charged.");
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/billing");
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now"]);

    bankRefuses = false;
    await page.goto("/billing?plan=starter");
    await button(page, "Subscribe to Starter").click();
    await page.waitForURL(/redirect_status=succeeded/);
    await timers.fireUntil(1000, async () => (await toasts(page).count()) > 0);
    const ends = await plan(page).locator("dd").first().innerText();
    await expectToast(
      page,
      "Starter Plan",
      `Your subscription is set up. It begins when your free trial ends, on ${ends}.`,
    );
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now", "Cancel Subscription"]);
  });

  test("BILL-4 a double click pays once; a page closed in the middle changes nothing, and the next visit goes on with the same payment", async () => {
    atStripe = new Promise<void>(() => undefined);
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    await page.goto("/billing?plan=starter");
    await button(page, "Subscribe to Starter").dblclick();
    await button(page, "Processing...").waitFor();
    await page.close();
    atStripe = undefined;

    const { page: again } = await openTab({ person });
    await again.goto("/billing");
    await plan(again).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => actions(again)).toEqual(["Upgrade Now"]);
    await again.goto("/billing?plan=starter");
    await button(again, "Subscribe to Starter").dblclick();
    await expect.poll(() => actions(again)).toEqual(["Upgrade Now", "Cancel Subscription"]);
    const own = [...stripe.subscriptions.values()].filter(
      ({ metadata }) => metadata.teamId === person.teamId,
    );
    expect(own).toMatchObject([{ status: "trialing", pending_setup_intent: { status: "succeeded" } }]);
  });

  test("BILL-6 Stripe down during a cancellation and a resumption says so, and the plan stays as it is there", async () => {
    expectErrors(/502/);
    const silent =
      "The payment service isn't responding, so nothing was changed. Try again in a few minutes.";
    const person = await newPerson("Ana Berg");
    const { body } = await person.post<{ clientSecret: string }>("/api/billing/create-subscription", {
      tier: "starter",
    });
    stripe.confirm(body.clientSecret, "good");
    await person.post("/api/billing/refresh-subscription");
    const { page } = await openTab({ person });
    await page.goto("/billing");
    const cancel = async () => {
      await button(page, "Cancel Subscription").click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
    };
    stripe.failWith("down");
    await cancel();
    await expectToast(page, "Error", silent);
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now", "Cancel Subscription"]);
    stripe.failWith(undefined);
    await cancel();
    await plan(page).getByText("Canceled", { exact: true }).waitFor();
    await page.reload();
    stripe.failWith("down");
    await button(page, "Resume Subscription").click();
    await expectToast(page, "Error", silent);
    await plan(page).getByText("Canceled", { exact: true }).waitFor();
    stripe.failWith(undefined);
    await button(page, "Resume Subscription").click();
    await plan(page).getByText("Trial", { exact: true }).waitFor();
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
