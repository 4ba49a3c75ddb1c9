import type { Page } from "playwright-core";
import { launchChromium } from "../e2e/support/chromium";
import { median, report } from "./measure";
import { fillTasks, type Product } from "./product";
import { openSignedIn } from "./signed-in";

const drops = 9;

/**
 * The matrix with many tasks: time from dropping a card on another quadrant to the painted result, and DOM
 * size.
 */
export async function measureBoard(product: Product, tasks: number): Promise<void> {
  const client = await product.connect();
  await fillTasks(client, product.person.teamId, tasks);
  await client.end();
  const browser = await launchChromium();
  try {
    const context = await openSignedIn(browser, product);
    const page = await context.newPage();
    await page.goto("/matrix");
    await cardsIn(page, "do_first").first().waitFor();
    const measured: number[] = [];
    for (let drop = 0; drop < drops; drop++) measured.push(await dropToPaint(page, drop % 2 === 0));
    const nodes = await page.evaluate("document.querySelectorAll('*').length");
    const label = `board with ${tasks.toLocaleString("en-US")} tasks`;
    report({
      measure: `${label}: drop to paint`,
      value: median(measured),
      unit: "ms",
      goal: "≤ 100 ms",
      met: median(measured) <= 100,
    });
    report({
      measure: `${label}: DOM nodes`,
      value: Number(nodes),
      unit: "nodes",
      goal: "≤ 1,200",
      met: Number(nodes) <= 1200,
    });
  } finally {
    await browser.close();
  }
}

const cardsIn = (page: Page, quadrant: string) =>
  page.locator(`[data-quadrant="${quadrant}"] [role="button"][id]`);

/**
 * Drags the first card to the other panel. The page's clock measures from the drop to the frame that paints
 * the moved card.
 */
async function dropToPaint(page: Page, forth: boolean): Promise<number> {
  const [from, to] = forth ? ["do_first", "schedule"] : ["schedule", "do_first"];
  const card = cardsIn(page, from as string).first();
  const id = await card.getAttribute("id");
  await page.evaluate(`(() => {
    window.dropped = new Promise((resolve) => {
      addEventListener("drop", () => {
        const began = performance.now();
        const look = () => {
          if (document.querySelector('[data-quadrant="${from}"] [id="${id}"]')) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        look();
      }, { capture: true, once: true });
    });
  })()`);
  await card.dragTo(page.locator(`[data-quadrant="${to}"]`));
  return Number(await page.evaluate("window.dropped"));
}
