import type { Page } from "playwright-core";
import { launchChromium } from "../e2e/support/chromium";
import { median, report } from "./measure";
import { fillTasks, type Product } from "./product";
import { openSignedIn } from "./signed-in";

const runs = 5;

/** Dialogs by the key that opens them; the second needs a selected card. */
const dialogs = [
  { name: "Add Task", key: "c" },
  { name: "Task details", key: "Enter" },
  { name: "Keyboard shortcuts", key: "?" },
] as const;

/**
 * From the key that opens a dialog for the first time on a page to the painted dialog, once the page is idle and
 * has preloaded its parts.
 */
export async function measureDialogs(product: Product): Promise<void> {
  const client = await product.connect();
  await fillTasks(client, product.person.teamId, 200);
  await client.end();
  const browser = await launchChromium();
  try {
    const measured = new Map<string, number[]>();
    for (let run = 0; run < runs; run++) {
      const context = await openSignedIn(browser, product);
      const page = await context.newPage();
      // The settings are preloaded last.
      const preloaded = page.waitForResponse(/\/assets\/settings-screen-.+\.js$/);
      await page.goto("/matrix");
      await preloaded;
      await page.waitForLoadState("networkidle");
      await page.keyboard.press("j");
      for (const { name, key } of dialogs) {
        measured.set(name, [...(measured.get(name) ?? []), await keyToPaint(page, key)]);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog", { name }).waitFor({ state: "hidden" });
      }
      await context.close();
    }
    for (const [name, times] of measured)
      report({
        measure: `${name} after idle: key to paint`,
        value: median(times),
        unit: "ms",
        goal: "≤ 100 ms",
        met: median(times) <= 100,
      });
  } finally {
    await browser.close();
  }
}

/** Presses a key. The page's clock measures from the key to the frame that paints the dialog. */
async function keyToPaint(page: Page, key: string): Promise<number> {
  await page.evaluate(`(() => {
    window.opened = new Promise((resolve) => {
      addEventListener("keydown", () => {
        const began = performance.now();
        const look = () => {
          if (!document.querySelector("[role=dialog]")) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        look();
      }, { capture: true, once: true });
    });
  })()`);
  await page.keyboard.press(key);
  return Number(await page.evaluate("window.opened"));
}
