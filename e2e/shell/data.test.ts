import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { localKey } from "../../test/support/local-key";
import { rowsIn, unzip } from "../../test/support/teams/team-export";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";
import { question } from "../support/settings-page";
import { changeAnswers } from "../support/watching";

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
    await page.reload();
    await page.getByText("Exported the team's data").waitFor();
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
