import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, widths } from "../support/browser";
import { addTasks } from "../support/sample-data";
import { toasts } from "../support/watching";

const { newPerson, openScreen } = browserForTests();

/** How much of what has the focus is out of sight: cut off by what scrolls, or below the toast (pixels). */
const hidden = (page: Page): Promise<number> =>
  page.evaluate(`{
    const active = document.activeElement;
    const own = active.getBoundingClientRect();
    let [top, bottom] = [0, innerHeight];
    for (let box = active.parentElement; box; box = box.parentElement)
      if (getComputedStyle(box).overflowY !== "visible") {
        top = Math.max(top, box.getBoundingClientRect().top);
        bottom = Math.min(bottom, box.getBoundingClientRect().bottom);
      }
    const toast = document.querySelector("[data-toast]:not([hidden])").getBoundingClientRect();
    if (own.right > toast.left && own.left < toast.right) bottom = Math.min(bottom, toast.top);
    Math.round(Math.max(0, top - own.top, own.bottom - bottom));
  }`);

test.each(["/matrix", "/matrix?view=list"])(
  "MTX-3 the card after a resolved one stays in sight above the toast, at %s",
  async (path) => {
    const person = await newPerson("Ana Berg");
    await addTasks(person, 24, (number) => ({
      ...{ title: `Task ${number}`, urgency: "urgent" as const, importance: "important" as const },
    }));
    const { page } = await openScreen(path, { person });
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 740 });
      await page.reload();
      await page
        .getByText(/^Task \d+$/)
        .locator("visible=true")
        .first()
        .waitFor();
      for (let n = 0; n < 9; n++) await page.keyboard.press("j");
      // None is shown before.
      await page.keyboard.press("e");
      await toasts(page).first().waitFor();
      await expect.poll(async () => [width, await hidden(page)]).toEqual([width, 0]);
    }
  },
);
