import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { rows } from "../support/inbox-page";
import { walkView } from "../support/keyboard-walk";
import { shownOn } from "../support/looks";

const { openPage, openScreen } = browserForTests();

/** Goes to a path without loading the page again, until what is named is there and nothing is still loading. */
async function goTo(page: Page, path: string, header: string, ready: Locator): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
  // Titled as the heading gets the focus; the walk begins after that.
  await expect.poll(() => page.title()).toBe(`${header} · Zippy`);
  await ready.first().waitFor();
  // A button that waits for data is disabled, and a skeleton only appears after a moment.
  await expect.poll(() => ready.first().isEnabled()).toBe(true);
  await expect.poll(() => page.locator("main .mantine-Skeleton-root").count()).toBe(0);
}

/** The faults of walking through a screen, one line each; a screen without any stop is one. */
async function faultsOfWalk(page: Page, name: string): Promise<string[]> {
  const { stops, faults } = await walkView(page);
  return [...faults, ...(stops > 0 ? [] : ["Tab stops nowhere"])].map((fault) => `${name}: ${fault}`);
}

test("BEY-10 in the views of a demo Tab stops at named and visible controls only, and leaves the view again", async () => {
  const page = await openPage(shownOn("desktop"));
  await page.goto("/demo");
  await rows(page).first().waitFor();
  const main = page.getByRole("main");
  const found = await faultsOfWalk(page, "inbox");
  await rows(page).first().click();
  await page.getByText(/^AI detected/).waitFor();
  found.push(...(await faultsOfWalk(page, "inbox with a message")));
  for (const [path, header, ready] of [
    ["/matrix", "Eisenhower Task Matrix", main.locator('[role="button"][id^="task-"]')],
    ["/matrix?view=list", "Eisenhower Task Matrix", main.getByRole("gridcell")],
    ["/matrix?view=calendar", "Eisenhower Task Matrix", main.getByRole("button", { name: "Today" })],
    ["/meetings", "Meeting Recorder", main.getByRole("link", { name: "Monday planning" })],
    ["/context", "Context Memory", main.getByRole("textbox")],
    ["/analytics", "Performance Analytics", main.getByRole("heading", { level: 2 })],
    ["/crm", "CRM Settings", main.getByRole("button")],
  ] as const) {
    await goTo(page, path, header, ready);
    found.push(...(await faultsOfWalk(page, path)));
  }
  await goTo(page, "/meetings", "Meeting Recorder", main.getByRole("link", { name: "Monday planning" }));
  await main.getByRole("link", { name: "Monday planning" }).click();
  await main.getByRole("region", { name: "Transcript" }).getByText("Good morning, everybody.").waitFor();
  found.push(...(await faultsOfWalk(page, "a meeting")));
  expect(found).toEqual([]);
});

test("BEY-10 in Import, Integrations, Billing and each page of the settings Tab stops at named and visible controls only, and leaves again", async () => {
  const { page } = await openScreen("/import", shownOn("desktop"));
  const main = page.getByRole("main");
  const found: string[] = [];
  for (const [path, header, ready] of [
    ["/import", "Import", main.getByText("Import a mail archive")],
    ["/integrations", "Integrations", main.getByRole("button")],
    ["/integrations/slack", "Integrations", main.getByRole("heading")],
    ["/billing", "Billing & Subscription", main.getByRole("button")],
    ["/settings", "Settings", main.getByRole("link", { name: /^Profile/ })],
  ] as const) {
    await goTo(page, path, header, ready);
    found.push(...(await faultsOfWalk(page, path)));
  }
  const sections = await page.getByRole("navigation", { name: "Settings" }).getByRole("link").all();
  expect(sections.length).toBeGreaterThan(10);
  for (const section of sections.slice(1)) {
    const path = (await section.getAttribute("href")) as string;
    await goTo(page, path, "Settings", main.locator(`[aria-current=page][href="${path}"]`));
    await main.locator("section h2").first().waitFor();
    // Without data, some have nothing to stop at.
    const { faults } = await walkView(page, 'nav[aria-label="Settings"] > a:last-of-type');
    found.push(...faults.map((fault) => `${path}: ${fault}`));
  }
  expect(found).toEqual([]);
});
