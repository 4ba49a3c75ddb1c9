import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { localKey } from "../../test/support/local-key";
import { rowsIn, unzip } from "../../test/support/teams/team-export";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";
import { question } from "../support/settings-page";
import { signInAgain } from "../support/team-people";
import { changeAnswers, expectToast } from "../support/watching";

const { openTab, expectErrors } = browserForTests();

describe("the export", () => {
  test("BILL-7 the owner confirms that it's them, downloads everything, and sees that it arrived", async () => {
    expectErrors(/403/);
    const { page, person } = await openTab(shownOn("desktop"));
    await addTask(person, { title: "Send the quote" });
    let stale = true;
    await page.route(/\/exports$/, (route) =>
      stale && route.request().method() === "POST"
        ? route.fulfill({ status: 403, json: { code: "sign_in_again", message: "Sign in again." } })
        : route.fallback(),
    );
    await page.goto("/settings/data");
    const section = page.getByRole("region", { name: "Export" });
    const button = section.getByRole("button", { name: "Export team data" });
    await button.click();
    const again = question(page, "Confirm that it's you").getByRole("button", { name: "Sign in again" });
    await again.waitFor();
    stale = false;
    const [popup] = await Promise.all([page.waitForEvent("popup"), again.click()]);
    await popup.getByLabel("Sign-in key").fill(localKey);
    await expect.poll(() => popup.getByLabel("Name").isVisible()).toBe(false);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      popup.getByRole("button", { name: "Sign in" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^zippy-ana-s-team-[0-9-]+\.zip$/);
    const files = await unzip(readFileSync(await file.path()));
    expect(rowsIn(files, "tasks").map(({ title }) => title)).toEqual(["Send the quote"]);
    await section.getByText(/^Exported .*: \d+ rows, [\d.]+ kB\.$/).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByText("Exported the team's data").waitFor();
  });

  test("BILL-7 a download that begins while the earlier ones are still loading is followed to its end", async () => {
    const { page } = await openTab();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let loading = false;
    await page.route(/\/exports$/, async (route) => {
      if (loading || route.request().method() !== "GET") return route.fallback();
      loading = true;
      // The list as it was before the download.
      const response = await route.fetch();
      await released;
      // The page may have given it up.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await page.goto("/settings/data");
    await expect.poll(() => loading).toBe(true);
    const section = page.getByRole("region", { name: "Export" });
    await Promise.all([
      page.waitForEvent("download"),
      section.getByRole("button", { name: "Export team data" }).click(),
    ]);
    release();
    await section.getByText(/^Exported .*: \d+ rows, [\d.]+ kB\.$/).waitFor();
  });

  test("BILL-7 its states have no accessibility violations and no sideways scroll", async () => {
    const { page } = await openTab(shownOn("desktop"));
    let state: object = {};
    await changeAnswers<object[]>(page, /\/exports$/, () => [
      {
        id: "0b7e1a52-6b0e-4a54-9a52-1f0a0f4f9a11",
        ...{ status: "running", rows: 1_204_311, rowsDone: 480_120, bytes: 734_003_200, error: null },
        ...{ startedAt: "2026-11-22T17:00:00.000Z", finishedAt: null },
        ...state,
      },
    ]);
    const section = page.getByRole("region", { name: "Export" });
    const found: string[] = [];
    await page.goto("/settings/data");
    await section.getByText("480,120 of 1,204,311 rows, 734 MB").waitFor();
    found.push(...(await faultsOf(page, "data-exporting", section.getByRole("progressbar"))));
    state = { status: "failed", error: "The download broke off before it was complete. Start it again." };
    found.push(...(await faultsOf(page, "data-export-failed", section.getByText(/broke off/))));
    expect(found).toEqual([]);
  });
});

describe("deletion", () => {
  test("BILL-7 the owner types the team's name, lands in the next team, and takes the deletion back", async () => {
    const { page, person } = await openTab(shownOn("desktop"));
    await person.post("/api/teams", { name: "Second team" });
    await person.post(`/api/teams/${person.teamId}/switch`);
    await page.goto("/settings/data");
    const found: string[] = [];
    const section = page.getByRole("region", { name: "Delete team" });
    await section.getByRole("button", { name: "Delete team…" }).click();
    const dialog = question(page, "Delete Ana's team?");
    const field = dialog.getByLabel("Type the team's name to confirm");
    await field.fill("Somebody's team");
    await dialog.getByRole("button", { name: "Delete team" }).click();
    await dialog.getByText("Type Ana's team exactly as it is.").waitFor();
    found.push(...(await faultsOf(page, "data-delete-team", field)));
    await field.fill("ana's team");
    await field.press("Enter");
    await expectToast(page, "You deleted Ana's team.", "Now in Second team.");

    await page.goto("/settings/team");
    const deleted = page.getByRole("list", { name: "Deleted teams" });
    found.push(...(await faultsOf(page, "team-deleted-teams", deleted)));
    await deleted.getByRole("button", { name: "Restore Ana's team" }).click();
    // The session was in it, so it goes on there.
    await page.getByRole("button", { name: "Switch to Second team" }).waitFor();
    await expect.poll(() => deleted.count()).toBe(0);
    expect(found).toEqual([]);
  });

  test("BILL-7 a deleted only team can be taken back from the screen without a team", async () => {
    const { page, person } = await openTab(shownOn("desktop"));
    await person.send("DELETE", `/api/teams/${person.teamId}`, { name: "Ana's team" });
    await page.goto("/inbox");
    const restore = page.getByRole("button", { name: "Restore Ana's team" });
    const found = await faultsOf(page, "no-team-deleted", restore);
    await restore.click();
    await page.getByRole("heading", { level: 1, name: "AI Inbox" }).waitFor();
    expect(found).toEqual([]);
  });

  test("BILL-7 without a team, a person still downloads what is about them and deletes their account", async () => {
    const { page, person } = await openTab();
    await person.send("DELETE", `/api/teams/${person.teamId}`, { name: "Ana's team" });
    await page.goto("/settings/profile");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toMatch(/^zippy-my-data-.*\.zip$/);
    await page.getByRole("button", { name: "Delete account…" }).click();
    const dialog = question(page, "Delete your account?");
    await dialog.getByLabel("Type your email address to confirm").fill(person.user.email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.getByRole("status").filter({ hasText: "Your account is deleted" }).waitFor();
    expect((await person.get("/api/auth/user")).status).toBe(401);
  });

  test("BILL-7 a person deletes their account, signs in again and keeps it", async () => {
    const { page, person } = await openTab(shownOn("desktop"));
    await page.goto("/settings/profile");
    const found: string[] = [];
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toMatch(/^zippy-my-data-.*\.zip$/);
    const link = page.getByRole("link", { name: "start the download" });
    found.push(...(await faultsOf(page, "profile-own-export", link)));
    await page.getByRole("button", { name: "Delete account…" }).click();
    const dialog = question(page, "Delete your account?");
    const field = dialog.getByLabel("Type your email address to confirm");
    await dialog.getByText(/^To take it back, sign in before \w+ \d+, \d{4}\./).waitFor();
    found.push(...(await faultsOf(page, "profile-delete-account", field)));
    await field.fill(person.user.email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const farewell = page.getByRole("status").filter({ hasText: "Your account is deleted" });
    await farewell
      .getByText(/You can take it back by signing in before \w+ \d+, \d{4}; then everything about you is/)
      .waitFor();
    found.push(...(await faultsOf(page, "landing-account-deleted", farewell)));
    // Once.
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => farewell.count()).toBe(0);

    const again = await signInAgain(person, "Another browser");
    const { page: later } = await openTab({ person: again, ...shownOn("desktop") });
    await later.goto("/inbox");
    const keep = later.getByRole("button", { name: "Keep my account" });
    found.push(...(await faultsOf(later, "account-deleted", keep)));
    await keep.click();
    await later.getByRole("heading", { level: 1, name: "AI Inbox" }).waitFor();
    await expectToast(later, "Your account is kept");
    expect(found).toEqual([]);
  });
});
