import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../e2e/support/chromium";
import { median, report } from "./measure";
import { fillTasks, type Product } from "./product";
import { openSignedIn } from "./signed-in";

/**
 * A slow phone: 1.6 Mbit/s down, 0.75 up, 150 ms latency, and a processor four times slower than this one.
 */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowProcessor = { rate: 4 };
const runs = 5;

/** What the page's own observers measured while loading (milliseconds; CLS has no unit). */
interface Paints {
  fcp: number;
  lcp: number;
  cls: number;
}

const observe = `(() => {
  const seen = (window.paints = { fcp: 0, lcp: 0, cls: 0 });
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("paint", (entry) => { if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime; });
  watch("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
})()`;

/** The landing page on a slow phone, and its size. */
export async function measureLanding(product: Product): Promise<void> {
  const browser = await launchChromium();
  try {
    const open = () =>
      browser.newContext({ baseURL: product.server.url, viewport: { width: 412, height: 823 } });
    await reportWeight(await open());
    const paints: Paints[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await open();
      paints.push(
        await paintsOf(await slowPage(context), "/", (page) =>
          page.getByText("Watch Demo").first().waitFor(),
        ),
      );
      await context.close();
    }
    reportTime(
      "landing on a slow phone: first contentful paint",
      paints.map(({ fcp }) => fcp),
      1300,
    );
    reportTime(
      "landing on a slow phone: largest contentful paint",
      paints.map(({ lcp }) => lcp),
      1300,
    );
    reportShift(
      "landing on a slow phone: layout shift",
      paints.map(({ cls }) => cls),
    );
  } finally {
    await browser.close();
  }
}

/** The signed-in workspace with 200 tasks, on a slow phone's connection and processor. */
export async function measureWorkspace(product: Product): Promise<void> {
  const client = await product.connect();
  await fillTasks(client, product.person.teamId, 200);
  await client.end();
  const browser = await launchChromium();
  try {
    const paints: Paints[] = [];
    const boards: number[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await openSignedIn(browser, product);
      const page = await slowPage(context);
      paints.push(
        await paintsOf(page, "/matrix", async () => {
          await page.locator('[data-quadrant] [role="button"][id]').first().waitFor();
          boards.push(Number(await page.evaluate("performance.now()")));
        }),
      );
      await context.close();
    }
    reportTime(
      "workspace on a slow line: splash",
      paints.map(({ fcp }) => fcp),
      900,
    );
    reportTime("workspace on a slow line: board", boards, 2300);
    reportShift(
      "workspace on a slow line: layout shift",
      paints.map(({ cls }) => cls),
    );
  } finally {
    await browser.close();
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slowLine);
  await devtools.send("Emulation.setCPUThrottlingRate", slowProcessor);
  await page.addInitScript({ content: observe });
  return page;
}

async function paintsOf(page: Page, path: string, ready: (page: Page) => Promise<unknown>): Promise<Paints> {
  await page.goto(path, { waitUntil: "commit" });
  await ready(page);
  await page.waitForLoadState("networkidle");
  return (await page.evaluate("window.paints")) as Paints;
}

/** The gzipped size of the landing page with its JS and CSS, without font and images. */
async function reportWeight(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (/^text\/html|javascript|text\/css/.test(response.headers()["content-type"] ?? ""))
      bodies.push(response.body());
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await context.close();
  let bytes = 0;
  for (const body of await Promise.all(bodies)) bytes += gzipSync(body, { level: 9 }).length;
  report({
    measure: `landing page with its JS and CSS, gzip (${bodies.length} files)`,
    value: bytes / 1024,
    unit: "KB",
    goal: "≤ 80 KB",
    met: bytes / 1024 <= 80,
  });
}

function reportTime(measure: string, values: number[], limit: number): void {
  const value = median(values) / 1000;
  report({ measure, value, unit: "s", goal: `≤ ${limit / 1000} s`, met: value <= limit / 1000 });
}

function reportShift(measure: string, values: number[]): void {
  const value = median(values);
  report({ measure, value, unit: "CLS", goal: "≤ 0.02", met: value <= 0.02 });
}
