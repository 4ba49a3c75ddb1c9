import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { expectToast, failCalls } from "../support/watching";

const { openScreen, openTab, expectErrors } = browserForTests();
const section = (page: Page): Locator => page.getByRole("region", { name: "Access tokens" });

describe("access tokens in the settings", () => {
  test("BEY-18 a token is created, shown once, used, and revoked", async () => {
    const { page, person } = await openScreen("/settings/tokens");
    await section(page).getByText("You have no access tokens.").waitFor();
    await section(page).getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("button", { name: "Create token" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Name").fill("Nightly report");
    await dialog.getByRole("switch", { name: "Messages" }).press("Space");
    await dialog.getByLabel("Expires after").selectOption("30 days");
    await dialog.getByLabel("Name").press("Enter");
    const token = await dialog.getByLabel("Access token").inputValue();
    expect(token).toMatch(/^zippy_/);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = section(page).getByRole("listitem");
    await expect
      .poll(() => row.innerText())
      .toMatch(/Nightly report ….{4}\nReads Tasks\nNever used, expires/);
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain(token);

    const tasks = new URL(`/api/teams/${person.teamId}/tasks`, page.url()).href;
    const use = async () => (await fetch(tasks, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await use()).toBe(200);
    await page.reload();
    await expect.poll(() => row.innerText()).toContain("Last used just now");
    await row.getByRole("button", { name: "Revoke Nightly report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expectToast(page, "Revoked “Nightly report”");
    await section(page).getByText("You have no access tokens.").waitFor();
    expect(await use()).toBe(401);
  });

  test("BEY-18 a failed load can be retried; no accessibility violations and no sideways scroll", async () => {
    expectErrors(/500/);
    const { page, person } = await openTab(shownOn("desktop"));
    for (const name of [
      "Nightly report",
      "A name that is quite long and says what the token is for, and for whom",
    ])
      await person.post(`/api/teams/${person.teamId}/access-tokens`, { name, areas: ["tasks", "messages"] });
    const again = await failCalls(page, "GET", /\/access-tokens/);
    await page.goto("/settings/tokens");
    await section(page).getByText("Failed to fetch your access tokens").waitFor();
    await again();
    await section(page).getByRole("button", { name: "Try again" }).click();
    await section(page).getByRole("listitem").first().waitFor();
    expect(await faultsOf(page, "access-tokens", section(page))).toEqual([]);
    await section(page).getByRole("button", { name: "New token" }).click();
    expect(await faultsOf(page, "new-token", page.getByRole("dialog"))).toEqual([]);
  });
});
