import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";

const { openScreen, newPerson } = browserForTests();

const wizard = (page: Page): Locator => page.getByRole("dialog", { name: "Setup wizard" });
const step = (page: Page, name: string): Locator => wizard(page).getByRole("heading", { name, exact: true });
const next = (page: Page): Locator => wizard(page).getByRole("button", { name: "Next" });
const choice = (page: Page, name: string): Locator =>
  wizard(page).getByRole("button", { name: new RegExp(`^${name}`) });

async function openWizard() {
  const { page } = await openScreen("/integrations", { person: await newPerson("Ana Berg") });
  await page.getByRole("button", { name: "Setup wizard" }).click();
  await step(page, "Choose Template").waitFor();
  return page;
}

test("WIZ-1 five steps lead from a template to the dashboard, and back", async () => {
  const page = await openWizard();
  const steps = wizard(page).getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect
    .poll(() => steps.allInnerTexts())
    .toEqual([
      expect.stringContaining("Choose Template"),
      expect.stringContaining("Welcome"),
      expect.stringContaining("Select Integrations"),
      expect.stringContaining("Connect"),
      expect.stringContaining("Complete"),
    ]);
  const back = wizard(page).getByRole("button", { name: "Back" });
  await expect.poll(() => back.isDisabled()).toBe(true);
  await choice(page, "Freelancer").click();
  await step(page, "Welcome").waitFor();
  await expect.poll(() => back.isDisabled()).toBe(false);
  await back.click();
  await step(page, "Choose Template").waitFor();
  await expect.poll(() => choice(page, "Freelancer").getAttribute("aria-pressed")).toBe("true");
  const { height } = (await wizard(page).boundingBox()) ?? {};
  for (const name of ["Welcome", "Select Integrations", "Connect", "Complete"]) {
    await next(page).click();
    await step(page, name).waitFor();
    await expect.poll(async () => (await wizard(page).boundingBox())?.height).toBe(height);
  }
  await expect.poll(() => next(page).count()).toBe(0);
  await wizard(page).getByRole("button", { name: "Finish" }).waitFor();
  await wizard(page).getByText("Nothing is connected yet.").waitFor();
  await wizard(page).getByRole("button", { name: "Go to Dashboard" }).click();
  await page.waitForURL("**/dashboard");
});

test("WIZ-1 Finish completes and closes; reopened, the wizard starts over", async () => {
  const page = await openWizard();
  await wizard(page).getByRole("button", { name: "Skip" }).click();
  await step(page, "Welcome").waitFor();
  for (let count = 0; count < 3; count++) await next(page).click();
  await wizard(page).getByRole("button", { name: "Finish" }).click();
  await page.getByText("Setup finished").waitFor();
  await expect.poll(() => wizard(page).count()).toBe(0);
  await page.getByRole("button", { name: "Setup wizard" }).click();
  await step(page, "Choose Template").waitFor();
});

test("WIZ-1 Skip continues without a template, and integrations can be toggled", async () => {
  const page = await openWizard();
  await wizard(page).getByRole("button", { name: "Skip" }).click();
  await next(page).click();
  await step(page, "Select Integrations").waitFor();
  const pressed = wizard(page).locator("button[aria-pressed=true]");
  await expect.poll(() => pressed.count()).toBe(0);
  await choice(page, "Telegram").press("Enter");
  await choice(page, "Gmail").click();
  await expect.poll(() => pressed.count()).toBe(2);
  await choice(page, "Telegram").click();
  await expect.poll(() => pressed.allInnerTexts()).toEqual([expect.stringContaining("Gmail")]);
  await wizard(page).getByText("Team integrations such as Slack need admin permissions").waitFor();
});

test("WIZ-1 the channels that can be connected now come first, and the others say who must set them up", async () => {
  const page = await openWizard();
  await choice(page, "Sales Team").click();
  await next(page).click();
  await step(page, "Select Integrations").waitFor();
  const waits = (text: string) => text.includes("Your administrator must set this up");
  const choices = wizard(page).locator("button[aria-pressed]");
  await expect.poll(() => choices.count()).toBeGreaterThan(5);
  const marked = (await choices.allInnerTexts()).map(waits);
  expect(marked).toEqual([...marked].sort((a, b) => Number(a) - Number(b)));
  expect(new Set(marked)).toEqual(new Set([false, true]));
});

test("WIZ-1 the wizard resumes where it was left, even after a reload", async () => {
  const page = await openWizard();
  await choice(page, "Customer Support").click();
  await next(page).click();
  await step(page, "Select Integrations").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("button", { name: "Setup wizard" }).click();
  await step(page, "Select Integrations").waitFor();
  await expect.poll(() => choice(page, "Gmail").getAttribute("aria-pressed")).toBe("true");
});

test("WIZ-2 choosing a template preselects its high-priority integrations and continues, with its benefits and steps", async () => {
  const page = await openWizard();
  await expect.poll(() => wizard(page).locator("[data-template]").count()).toBe(6);
  await choice(page, "Social Media Manager").click();
  await step(page, "Welcome").waitFor();
  await wizard(page).getByText("You see complaints before they become public.").waitFor();
  await wizard(page).getByText("Choose the Pages you manage.").waitFor();
  await next(page).click();
  const pressed = wizard(page).locator("button[aria-pressed=true]");
  await expect
    .poll(() => pressed.allInnerTexts())
    .toEqual([expect.stringContaining("Instagram"), expect.stringContaining("Messenger")]);
});

test("WIZ-2 as long as nothing is connected, the page offers 4 of the 6 templates", async () => {
  const { page } = await openScreen("/integrations", { person: await newPerson("Ana Berg") });
  const offered = page.locator("[data-template]");
  await offered.first().waitFor();
  await expect.poll(() => offered.count()).toBe(4);
  await page.getByRole("button", { name: /^Sales Team/ }).click();
  await step(page, "Welcome").waitFor();
  await wizard(page).getByText("keep many deals moving").waitFor();
});

test("WIZ-1 the wizard has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  const { page } = await openScreen("/integrations", {
    person: await newPerson("Ana Berg"),
    ...shownOn("desktop"),
  });
  await page.getByRole("button", { name: "Setup wizard" }).click();
  const found: string[] = [];
  for (const name of ["Choose Template", "Welcome", "Select Integrations", "Connect", "Complete"]) {
    found.push(...(await faultsOf(page, `wizard-${name.replace(" ", "-")}`, step(page, name))));
    if (name === "Choose Template") await choice(page, "Real Estate").click();
    else if (name !== "Complete") await next(page).click();
  }
  expect(found).toEqual([]);
});
