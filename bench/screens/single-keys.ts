import type { Page } from "playwright-core";
import { median, percentile, report } from "../measure";
import { fillTasks, type Product } from "../product";
import { fillInbox, keyLimit, keyToPaint, messages, openLoadedInbox, openSlow, slower } from "./keys";

/** How a key is measured: what is pressed before and after it, not measured. */
interface Plan {
  press: string;
  before?: string[];
  after?: string[];
}

/** The keys of every screen, by the names in the help sheet. */
const anywhere: Record<string, Plan> = {
  C: { press: "c", after: ["Escape"] },
  Z: { press: "z" },
  "?": { press: "?", after: ["Escape"] },
  "/": { press: "/", after: ["Escape", "j"] },
  F: { press: "f", after: ["Escape"] },
  // Its banner comes and goes with the corrections of X.
  L: { press: "l", after: ["j"] },
  "1": { press: "1" },
  "2": { press: "2" },
  "3": { press: "3" },
  "4": { press: "4" },
  E: { press: "e" },
  H: { press: "h", after: ["Escape"] },
  W: { press: "w", after: ["Escape"] },
  J: { press: "j" },
  K: { press: "k", before: ["j"] },
  "↓": { press: "ArrowDown" },
  "↑": { press: "ArrowUp", before: ["j"] },
};

const inboxPlans: Record<string, Plan> = {
  ...anywhere,
  Enter: { press: "Enter", after: ["j"] },
  "Shift+E": { press: "Shift+E" },
  X: { press: "x", before: ["j", "j"] },
  T: { press: "t", after: ["Escape"] },
  Space: { press: "Space", after: ["Escape"] },
  "Shift+J": { press: "Shift+J", after: ["Escape"] },
  "Shift+K": { press: "Shift+K", before: ["j"], after: ["Escape"] },
  Esc: { press: "Escape", before: ["Space"] },
};

const matrixPlans: Record<string, Plan> = {
  ...anywhere,
  Enter: { press: "Enter", after: ["Escape"] },
  A: { press: "a", after: ["Escape"] },
  B: { press: "b", after: ["Escape"] },
  "←": { press: "ArrowLeft", before: ["ArrowRight"] },
  "→": { press: "ArrowRight", after: ["ArrowLeft"] },
};

/** A selection gets into the address after a quarter of a second without another key (milliseconds). */
const afterKey = 300;
/** Times each key is measured. */
const presses = 5;

/** Every single key that the help lists on the inbox and on the matrix, each once the page has nothing more to do. */
export async function measureSingleKeys(product: Product): Promise<void> {
  await fillInbox(product);
  const inbox = await openLoadedInbox(product);
  try {
    await measure(inbox, `inbox to its paint, ${messages} messages loaded`, inboxPlans);
  } finally {
    await inbox.close();
  }
  const client = await product.connect();
  await fillTasks(client, product.person.teamId, 300);
  await client.end();
  const matrix = await openSlow(product, "/matrix", '[data-quadrant] [role="button"][id]');
  try {
    await measure(matrix, "matrix to its paint, 300 tasks", matrixPlans);
  } finally {
    await matrix.close();
  }
}

type SlowPage = Awaited<ReturnType<typeof openSlow>>;

async function measure(view: SlowPage, what: string, plans: Record<string, Plan>) {
  const { page, slowDown } = view;
  // Until what follows a key, such as the message beside the list and its address, is done and its requests answered.
  const rest = () => view.rest(afterKey);
  const pressAndRest = async (key: string) => {
    await page.keyboard.press(key);
    await rest();
  };
  await rest();
  // Esc is registered only while something is chosen.
  const keys = [...new Set([...(await listedKeys(page)), ...("Esc" in plans ? ["Esc"] : [])])];
  const unknown = keys.filter((key) => !(key in plans));
  if (unknown.length > 0)
    throw new Error(`No plan for ${unknown.join(", ")}: add it to bench/screens/single-keys.ts`);
  await slowDown(slower);
  const measured: Record<string, number[]> = {};
  for (let run = -1; run < presses; run++)
    for (const key of keys) {
      const { press, before = [], after = [] } = plans[key] as Plan;
      for (const one of before) await pressAndRest(one);
      const took = await keyToPaint(page, press);
      await rest();
      for (const one of after) await pressAndRest(one);
      if (run >= 0) measured[key] = [...(measured[key] ?? []), took];
    }
  const all = Object.values(measured).flat();
  const medians = Object.entries(measured)
    .map(([key, times]) => [key, Math.round(median(times))] as const)
    .toSorted(([, a], [, b]) => b - a);
  console.log(JSON.stringify({ keys: what, medians: Object.fromEntries(medians) }));
  const p95 = percentile(all, 0.95);
  const slowest = medians.slice(0, 5).map(([key, time]) => `${key} ${time}`);
  report({
    measure: `any single key of the ${what}, processor ${slower} times slower, p95 (${keys.length} keys, p50 ${median(all).toFixed(0)} ms; slowest ${slowest.join(", ")} ms)`,
    value: p95,
    unit: "ms",
    goal: `≤ ${keyLimit} ms`,
    met: p95 <= keyLimit,
  });
}

/** The names of the single keys in the help sheet, which lists the registry. */
async function listedKeys(page: Page): Promise<string[]> {
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  const lines = await sheet.locator("dd").all();
  const keys = await Promise.all(lines.map((line) => line.locator("kbd").allTextContents()));
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  return keys.flatMap((names) => (names.length === 1 ? names : []));
}
