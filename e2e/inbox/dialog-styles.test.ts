import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { asking, importMails } from "../support/sample-data";

const { openScreen, newPerson } = browserForTests({ loadsAhead: true });

/** Collects what makes the browser style every element again: other attributes at the page's root, and new rules. */
const watch = `window.changes = [];
for (const root of [document.documentElement, document.body])
  new MutationObserver((records) => {
    for (const { attributeName } of records) window.changes.push(root.nodeName + " " + attributeName);
  }).observe(root, { attributes: true });
new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const { nodeName } of addedNodes) if (nodeName === "STYLE") window.changes.push(nodeName);
}).observe(document.head, { childList: true });`;

test("BEY-10 a dialog's key leaves the page behind it as it is, so that the browser styles only the dialog", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, [{ subject: "Report", body: asking("the report") }]);
  const { page } = await openScreen("/inbox?view=all", { person });
  await page.locator('[role="feed"] article').first().waitFor();
  await page.keyboard.press("j");
  const dialog = page.getByRole("dialog");
  for (const watched of [false, true])
    for (const key of ["?", "c", "w", "h"]) {
      // Code and styles that load with the first opening are watched for no longer than that.
      if (watched && key === "?") await page.evaluate(watch);
      await page.keyboard.press(key);
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
  expect(await page.evaluate("window.changes")).toEqual([]);
});
