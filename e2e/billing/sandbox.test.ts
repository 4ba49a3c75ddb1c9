import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { SandboxOutcome, Subscription } from "../../src/features/billing/contract";
import { query } from "../../test/support/collecting";
import type { Person } from "../../test/support/person";
import { browserForTests, holdTimers } from "../support/browser";
import { type ProductData, startOwnProduct } from "../support/own-product";
import { join } from "../support/team-people";
import {
  callsOf,
  changeAnswers,
  check,
  expectToast,
  failCalls,
  toasts,
  watchCalls,
} from "../support/watching";

let url = "";
let data: ProductData;

const { openTab, openScreen, newPerson, expectErrors } = browserForTests({ url: () => url });

beforeAll(async () => {
  ({ url, data } = await startOwnProduct({ BILLING: "sandbox" }));
});

const form = (page: Page) => page.getByRole("region", { name: "Complete Your Subscription" });
const plan = (page: Page) => page.getByRole("region", { name: "Current Plan" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const withPro = "Continue with Pro, no money moves";
const withFree = "Continue with Free";
const actions = async (page: Page): Promise<string[]> =>
  (await plan(page).locator("a, button").allInnerTexts()).map((text) => text.trim());
const use = (page: Page, name: string) =>
  page.getByRole("progressbar", { name, exact: true }).getAttribute("aria-valuetext");

/** The invoices as they are listed, newest first, in words. */
const invoices = async (page: Page): Promise<string[][]> =>
  (await page.getByRole("list", { name: "Invoices", exact: true }).getByRole("listitem").allInnerTexts()).map(
    (row) => row.split("\n").map((text) => text.trim()),
  );

/** Lets a trial end so much later than now. */
const setTrial = ({ teamId }: Person, end: string) =>
  query(data, "update subscriptions set trial_ends_at = now() + $2::interval where team_id = $1", [
    teamId,
    end,
  ]);

/** Somebody whose trial ended an hour ago. */
async function afterTrial(): Promise<Person> {
  const person = await newPerson("Ana Berg");
  await setTrial(person, "-1 hour");
  return person;
}

async function subscribe(person: Person, tier: string, outcome: SandboxOutcome = "success"): Promise<void> {
  const { body } = await person.post<{ clientSecret: string }>("/api/billing/create-subscription", { tier });
  await person.post("/api/billing/sandbox/payment", { clientSecret: body.clientSecret, outcome });
}

/** Somebody whose second payment of Starter was declined. */
async function pastDue(): Promise<Person> {
  const person = await afterTrial();
  await subscribe(person, "starter", "renewal_declined");
  for (const table of ["subscriptions", "sandbox_subscriptions"])
    await query(
      data,
      `update ${table} set period_ends_at = period_ends_at - interval '32 days' where team_id = $1`,
      [person.teamId],
    );
  return person;
}

describe("after the trial", () => {
  test("BILL-2 BILL-7 Continue with Pro makes it the plan in one click, and the page shows it with its invoice", async () => {
    const { page } = await openScreen("/billing", { person: await afterTrial() });
    await page.getByText("Free Plan", { exact: true }).waitFor();
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now", withPro, withFree]);
    await page.getByRole("link", { name: "Trial ended, upgrade now" }).waitFor();
    await expect.poll(() => use(page, "Integrations")).toBe("0 / 2");

    const sent = watchCalls(page);
    await button(page, withPro).click();
    await expectToast(page, "Pro Plan", "Your team continues with Pro. No money moved.");
    expect(callsOf(sent, "POST", /\/api\/billing\//).map(({ path }) => path)).toEqual([
      "/api/billing/sandbox/continue",
    ]);

    const onPro = async () => {
      await page.getByText("Pro Plan", { exact: true }).first().waitFor();
      await plan(page).getByText("Active", { exact: true }).waitFor();
      await plan(page)
        .getByText(/^\w+ \d+, \d{4}$/)
        .waitFor();
      await expect.poll(() => actions(page)).toEqual(["Change Plan", "Cancel Subscription"]);
      await expect.poll(() => use(page, "Integrations")).toBe("0 / 15");
      await expect
        .poll(() => invoices(page))
        .toEqual([[expect.stringMatching(/^SANDBOX-/), expect.anything(), "$79.00", "Paid"]]);
      await page.getByText("Invoices here come from the sandbox. No money moves.").waitFor();
      await page.getByRole("link", { name: "Pro plan, 0 of 10,000 messages" }).waitFor();
    };
    await onPro();
    await page.reload();
    await onPro();
  });

  test("BILL-2 BILL-7 Continue with Free makes it the plan, and everything that is there stays", async () => {
    const person = await afterTrial();
    await person.post(`/api/teams/${person.teamId}/tasks`, { title: "Send the quote" });
    const { page } = await openScreen("/billing", { person });
    const sent = watchCalls(page);
    await button(page, withFree).click();
    await expectToast(page, "Free Plan", "Your team continues on the free plan. Everything you have stays.");
    expect(callsOf(sent, "POST", /\/api\/billing\//).map(({ path }) => path)).toEqual([
      "/api/billing/choose-free",
    ]);
    const onFree = async () => {
      await page.getByText("Free Plan", { exact: true }).first().waitFor();
      await plan(page).getByText("Active", { exact: true }).waitFor();
      await plan(page).getByText("Your team is on the free plan.", { exact: true }).waitFor();
      await expect.poll(() => actions(page)).toEqual(["Upgrade Now"]);
      await expect.poll(() => use(page, "Team Members")).toBe("1 / 1");
      await page.getByRole("link", { name: "Free plan, 0 of 100 messages" }).waitFor();
    };
    await onFree();
    await page.reload();
    await onFree();
    await page.goto("/matrix");
    await page.getByText("Send the quote").first().waitFor();
  });

  test.each([
    [withPro, /sandbox\/continue$/, "Failed to continue with Pro"],
    [withFree, /choose-free$/, "Failed to switch to the free plan"],
  ])(
    "a failed %s says why, or only that it failed, and leaves both ways open",
    async (name, path, fallback) => {
      expectErrors(/500|502/);
      const { page } = await openScreen("/billing", { person: await afterTrial() });
      const restore = await failCalls(page, "POST", path, { status: 502, message: "The bank is closed." });
      await button(page, name).click();
      await expectToast(page, "Error", "The bank is closed.");
      await restore();
      await page.route(path, (route) => route.fulfill({ status: 500, body: "" }));
      await page.reload();
      await button(page, name).click();
      await expectToast(page, "Error", fallback);
      await expect.poll(() => actions(page)).toEqual(["Upgrade Now", withPro, withFree]);
    },
  );
});

describe("the return from a payment", () => {
  test("BILL-4 BILL-5 one that the bank refused says so after a second, and leaves the plan as it was", async () => {
    const { page } = await openTab({ person: await newPerson("Ana Berg") });
    const timers = await holdTimers(page, 1000);
    await page.goto("/billing?success=true&redirect_status=failed");
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => timers.waiting()).toContain(1000);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await timers.fireUntil(1000, async () => (await toasts(page).count()) > 0);
    await expectToast(page, "Payment Failed", "The payment wasn't completed. Nothing was charged.");
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/billing");
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now"]);
  });
});

describe("the payment", () => {
  test("BILL-4 a double click on Subscribe pays once", async () => {
    const { page } = await openScreen("/billing?plan=starter", { person: await afterTrial() });
    const sent = watchCalls(page);
    // Faster than the page can paint.
    await button(page, "Subscribe to Starter").evaluate((node) => {
      const { click } = node as unknown as { click(): void };
      click.call(node);
      click.call(node);
    });
    await plan(page).getByText("Active", { exact: true }).waitFor();
    expect(callsOf(sent, "POST", /sandbox\/payment$/)).toHaveLength(1);
    await expect.poll(async () => (await invoices(page)).map(([, , amount]) => amount)).toEqual(["$29.00"]);
  });

  test("BILL-2 BILL-4 a charge that failed later is paid from the billing page", async () => {
    const { page } = await openScreen("/billing", { person: await pastDue() });
    await plan(page).getByText("Past Due", { exact: true }).waitFor();
    await expect
      .poll(async () => (await invoices(page)).map(([, , , status]) => status))
      .toEqual(expect.arrayContaining(["Open", "Paid"]));
    await page.getByRole("link", { name: "Pay Open Invoice" }).click();
    await form(page).getByText("The open invoice of $29.00 is charged today.").waitFor();
    await button(page, "Subscribe to Starter").click();
    await plan(page).getByText("Active", { exact: true }).waitFor();
    await expect
      .poll(async () => (await invoices(page)).map(([, , , status]) => status))
      .toEqual(["Paid", "Paid"]);
  });

  test("BILL-5 BILL-6 while an invoice is open, another plan leads back to it; its payment says its own amount", async () => {
    expectErrors(/409/);
    const person = await pastDue();
    const { page } = await openScreen("/billing", { person });
    await page.getByRole("link", { name: "Pay Open Invoice" }).waitFor();
    // Such as with the difference of a change of plan.
    await query(data, "update sandbox_invoices set amount = 3150 where team_id = $1 and status = 'open'", [
      person.teamId,
    ]);
    await page.goto("/pricing");
    await page.getByRole("link", { name: "Choose Pro", exact: true }).click();
    await expectToast(page, "Error", "Pay the open invoice first, then change the plan.");
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/billing");
    await page.getByRole("link", { name: "Pay Open Invoice" }).click();
    await form(page).getByText("The open invoice of $31.50 is charged today.").waitFor();
    await expect.poll(() => form(page).getByRole("link").allInnerTexts()).toEqual(["Go back to Billing"]);
    await button(page, "Subscribe to Starter").click();
    await plan(page).getByText("Active", { exact: true }).waitFor();
    await page.getByText("Starter Plan", { exact: true }).first().waitFor();
  });

  test("BILL-4 a failed 3-D Secure says so and leaves the plan as it was; the next try pays", async () => {
    expectErrors(/502/);
    const person = await afterTrial();
    const { page } = await openScreen("/billing?plan=starter", { person });
    await check(form(page).getByLabel("The bank's confirmation (3-D Secure) fails"));
    await button(page, "Subscribe to Starter").click();
    await expectToast(page, "Payment Failed", "We couldn't authenticate your card. Choose another one.");
    const { page: other } = await openTab({ person });
    await other.goto("/billing");
    await other.getByText("Free Plan", { exact: true }).first().waitFor();
    await expect.poll(() => actions(other)).toEqual(["Upgrade Now", withPro, withFree]);

    await check(form(page).getByLabel("The payment succeeds"));
    await button(page, "Subscribe to Starter").click();
    await plan(page).getByText("Active", { exact: true }).waitFor();
    await expect.poll(async () => (await invoices(page)).map(([, , amount]) => amount)).toEqual(["$29.00"]);
  });

  test("BILL-4 a page closed in the middle changes nothing, and the next visit goes on with the same payment", async () => {
    const person = await afterTrial();
    const { page } = await openTab({ person });
    // Not held by a route: the browser sends what is held when its page closes.
    await page.addInitScript(`{
      const { fetch } = window;
      window.fetch = (to, ...rest) =>
        String(to.url ?? to).endsWith("/sandbox/payment") ? new Promise(() => {}) : fetch(to, ...rest);
    }`);
    await page.goto("/billing?plan=starter");
    await button(page, "Subscribe to Starter").click();
    await button(page, "Processing...").waitFor();
    await page.close();

    const { page: again } = await openTab({ person });
    await again.goto("/billing");
    await again.getByText("Free Plan", { exact: true }).first().waitFor();
    await expect.poll(() => actions(again)).toEqual(["Upgrade Now", withPro, withFree]);
    await again.goto("/billing?plan=starter");
    await button(again, "Subscribe to Starter").click();
    await plan(again).getByText("Active", { exact: true }).waitFor();
    await expect.poll(async () => (await invoices(again)).map(([, , amount]) => amount)).toEqual(["$29.00"]);
    const made = await query(data, "select status from sandbox_subscriptions where team_id = $1", [
      person.teamId,
    ]);
    expect(made).toEqual([{ status: "active" }]);
  });

  test("PRICE-1 BILL-5 every step has a way on: other plans, back to Billing, and the browser's Back", async () => {
    const { page } = await openScreen("/pricing", { person: await newPerson("Ana Berg") });
    const at = () => new URL(page.url()).pathname + new URL(page.url()).search;
    const choose = (name: string) => page.getByRole("link", { name: `Choose ${name}`, exact: true }).click();
    await choose("Starter");
    await form(page).getByText("subscribe to the Starter plan").waitFor();
    await form(page).getByRole("link", { name: "Choose another plan" }).click();
    await choose("Pro");
    await form(page).getByText("subscribe to the Pro plan").waitFor();
    await page.goBack();
    await expect.poll(at).toBe("/pricing");
    await page.goForward();
    await form(page).getByRole("link", { name: "go back to Billing" }).click();
    await expect.poll(at).toBe("/billing");
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now"]);
    // Nothing was paid on the way, and the way is still open.
    await page.goto("/billing?plan=enterprise");
    await button(page, "Subscribe to Enterprise").click();
    await page.getByText("Enterprise Plan", { exact: true }).first().waitFor();
    await page.goto("/billing?plan=enterprise");
    await page.getByRole("heading", { name: "Enterprise is your plan already" }).waitFor();
    await page.getByRole("link", { name: "Go to Billing" }).click();
    await expect.poll(at).toBe("/billing");
    await page.goto("/billing?plan=free");
    await expect.poll(() => actions(page)).toEqual(["Upgrade Now", "Cancel Subscription"]);
  });

  test("BILL-5 a member who follows a plan's link is told who can change the plan, and can ask for help", async () => {
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await join(ana, bo, "member");
    await bo.post(`/api/teams/${ana.teamId}/switch`);
    const { page } = await openTab({ person: bo });
    const sent = watchCalls(page);
    await page.goto("/billing?plan=pro");
    await page.getByText("Only the owner of the team can change its plan.", { exact: true }).waitFor();
    await plan(page).getByText("Trial", { exact: true }).waitFor();
    await expect.poll(() => actions(page)).toEqual([]);
    await button(page, "Contact Support").click();
    await page.getByRole("dialog", { name: "Contact Support" }).waitFor();
    expect(callsOf(sent, "POST", /create-subscription$/)).toEqual([]);
  });

  test("BILL-2 a member isn't asked to pay: notice, banner and sidebar name the owner instead", async () => {
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await join(ana, bo, "member");
    await bo.post(`/api/teams/${ana.teamId}/switch`);
    const { page } = await openTab({ person: bo });
    let changes: Partial<Subscription> = {};
    await changeAnswers<Subscription>(page, /api\/billing\/subscription$/, (now) => ({ ...now, ...changes }));
    const says = async (text: string | RegExp) => {
      await page.goto("/billing");
      await plan(page).getByText(text).waitFor();
      await expect
        .poll(() =>
          plan(page)
            .getByText(/please|your data|\. (pay|resume) /i)
            .count(),
        )
        .toBe(0);
    };
    await says(/The owner of the team can subscribe to a paid plan to keep the limits of Pro\.$/);
    await setTrial(ana, "-1 hour");
    await says(/The owner of the team can subscribe to a paid plan to connect more accounts/);
    await link(page, "Trial ended").waitFor();
    changes = { subscriptionStatus: "past_due", subscriptionTier: "starter", subscribed: true };
    await says("The owner of the team can pay the open invoice to keep your plan.");
    changes = { subscriptionStatus: "canceled", subscriptionTier: "free", lastPlan: "pro" };
    await says("The owner of the team can resume it, or choose another plan.");
    changes = { deletesAt: "2026-12-18T17:00:00.000Z" };
    const kept =
      "Everything in this team will be deleted on December 18, 2026. The owner of the team can keep it with a plan.";
    await says(kept);
    await page.goto("/matrix");
    await page.getByRole("complementary", { name: "Free trial" }).getByText(kept).waitFor();
  });
});

test("LIM-2 a use that can't be known limits nothing, and says so where it is shown", async () => {
  expectErrors(/500/);
  const { page } = await openTab({ person: await afterTrial() });
  await failCalls(page, "GET", /api\/billing\/usage$/, { message: "The database is busy." });
  const failed = page.waitForResponse((response) => response.url().endsWith("/api/billing/usage"));
  await page.goto("/integrations");
  expect((await failed).status()).toBe(500);
  await page.getByRole("link", { name: "Trial ended, upgrade now" }).waitFor();
  await expect
    .poll(async () =>
      (await page.getByRole("alert").allInnerTexts()).filter((text) => text.includes("limit")),
    )
    .toEqual([]);
  await page.goto("/billing");
  await page.getByText("Couldn't load the usage").waitFor();
});

test("BILL-2 the invoices are listed newest first, with number, date, amount and what became of them", async () => {
  const person = await afterTrial();
  await subscribe(person, "starter");
  const { page } = await openTab({ person });
  await query(data, "update sandbox_invoices set created_at = '2026-10-19T16:00:00Z' where team_id = $1", [
    person.teamId,
  ]);
  await query(
    data,
    `insert into sandbox_invoices (id, team_id, subscription_id, amount, status, created_at)
     select 'SANDBOX-0002', team_id, subscription_id, 129900, 'open', '2026-11-20T03:30:00Z'::timestamptz
     from sandbox_invoices where team_id = $1`,
    [person.teamId],
  );
  await page.goto("/billing");
  await expect
    .poll(() => invoices(page))
    .toEqual([
      // It was still the 19th in New York.
      ["SANDBOX-0002", "November 19, 2026", "$1,299.00", "Open"],
      [expect.stringMatching(/^SANDBOX-[0-9A-F]{10}$/), "October 19, 2026", "$29.00", "Paid"],
    ]);
});

test("BILL-2 a subscription that nothing was charged for yet says when the first invoice comes", async () => {
  const person = await newPerson("Ana Berg");
  await subscribe(person, "pro");
  const { page } = await openScreen("/billing", { person });
  await page
    .getByText("There are no invoices yet. The first one comes with the first payment.", { exact: true })
    .waitFor();
  await expect.poll(() => invoices(page)).toEqual([]);
});
