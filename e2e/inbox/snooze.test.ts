import { describe, expect, test } from "vitest";
import { browserForTests, widths } from "../support/browser";
import { faultsOf } from "../support/looks";
import { addTask, asking, importMails } from "../support/sample-data";
import { swipesOn } from "../support/swipes";
import { hasFocus, toasts } from "../support/watching";

const { openScreen, newPerson } = browserForTests();

describe("snooze", () => {
  test("BEY-11 H snoozes a message and a task with the keyboard, shows exactly until when, and Z brings both back", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    await addTask(person, { title: "Sign the lease", urgency: "urgent", importance: "important" });
    const { page } = await openScreen("/inbox?view=requires_action", { person });
    await page.getByRole("article").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("h");
    const dialog = page.getByRole("dialog", { name: "Snooze until" });
    await hasFocus(dialog.getByRole("button", { name: /^In an hour/ }));
    expect(await faultsOf(page, "snooze", dialog)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await dialog.getByLabel("Another time").focus();
    await page.keyboard.type("nov 1 2020");
    await dialog.getByText("Sun, Nov 1, 2020, 9:00 AM has passed. Choose a later time.").waitFor();
    await dialog.getByLabel("Another time").fill("mar 29 2027");
    await dialog.getByText("Mon, Mar 29, 2027, 9:00 AM").waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => toasts(page).innerText())
      .toContain("Back Mon, Mar 29, 2027, 9:00 AM, or when somebody replies.");
    await page.getByText("No messages require action at the moment.").waitFor();
    const { body } = await person.get<{ snoozedUntil: string }[]>(`/api/teams/${person.teamId}/messages`);
    // New York's clocks have changed by then.
    expect(body[0]?.snoozedUntil).toBe("2027-03-29T13:00:00.000Z");
    await page.getByRole("button", { name: /^All Messages/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Snoozed until Mon, Mar 29, 2027, 9:00 AM").first().waitFor();

    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.getByText("Sign the lease").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("h");
    await hasFocus(dialog.getByRole("button", { name: /^In an hour/ }));
    await page.keyboard.press("Enter");
    await page.getByText("No urgent tasks - great job!").waitFor();
    // Nobody can reply to a task that came with no message.
    await expect.poll(() => toasts(page).innerText()).toMatch(/Back \w+, .+ [AP]M\./);
    await page.getByLabel("Show snoozed").focus();
    await page.keyboard.press("Space");
    await page.getByText(/^Snoozed until/).waitFor();
    await page.keyboard.press("z");
    await expect.poll(() => page.getByText(/^Snoozed until/).count()).toBe(0);
    await page.getByText("Sign the lease", { exact: true }).waitFor();
    await page.keyboard.press("z");
    await expect
      .poll(
        async () =>
          (await person.get<{ snoozedUntil: string | null }[]>(`/api/teams/${person.teamId}/messages`))
            .body[0]?.snoozedUntil,
      )
      .toBeNull();
  });

  test("BEY-11 INB-1 a filter shows what is snoozed, from Requires Action too", async () => {
    const person = await newPerson("Ana Berg");
    const [message] = await importMails(person, [
      { subject: "Report", body: asking("the report") },
      { subject: "Plan", body: asking("the plan") },
    ]);
    await person.post(`/api/messages/${message?.id}/snooze`, { until: "2099-01-01T09:00:00Z" });
    const { page } = await openScreen("/inbox?view=requires_action", { person });
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await page.getByRole("button", { name: "Filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByLabel("Snooze").selectOption("Snoozed");
    await dialog.getByRole("button", { name: "Show" }).click();
    await page.getByRole("button", { name: "Remove filter: Snoozed" }).waitFor();
    await expect
      .poll(() => page.getByRole("article").allInnerTexts())
      .toEqual([expect.stringMatching(/Snoozed until\s+Thu, Jan 1, 2099/)]);
    // The sender and the time both have room, on a phone too.
    for (const width of [widths.desktop, widths.phone]) {
      await page.setViewportSize({ width, height: 740 });
      const row = page.getByRole("article");
      const shownWidth = async (text: RegExp) => (await row.getByText(text).last().boundingBox())?.width ?? 0;
      await expect.poll(() => shownWidth(/^Bo Lind$/)).toBeGreaterThan(35);
      await expect.poll(() => shownWidth(/Thu, Jan 1, 2099/)).toBeGreaterThan(100);
      const edge = async () => {
        const { x = 0, width: wide = 0 } = (await row.boundingBox()) ?? {};
        const time = await row
          .getByText(/Thu, Jan 1, 2099/)
          .last()
          .boundingBox();
        return x + wide - (time?.x ?? 0) - (time?.width ?? 0);
      };
      await expect.poll(edge).toBeGreaterThan(0);
    }
    await page.getByRole("button", { name: "Remove filter: Snoozed" }).click();
    await expect.poll(() => page.getByRole("article").count()).toBe(2);
  });

  test("BEY-11 on a phone, a swipe says what it does, and one to the left asks until when", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const { page } = await openScreen("/inbox", {
      person,
      viewport: { width: widths.phone, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const row = page.getByRole("article").first();
    await row.waitFor();
    const swipe = await swipesOn(page, row, 240);
    const words = (expected: string) =>
      expect
        .poll(() => page.evaluate(`getComputedStyle(document.querySelector("article"), "::before").content`))
        .toBe(expected);
    await swipe(40, 0, () => words('"Resolve"'));
    await words("none");
    await swipe(-160, 4, () => words('"Snooze"'));
    await page.getByRole("dialog", { name: "Snooze until" }).waitFor();
  });
});
