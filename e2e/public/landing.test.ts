import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests, widths } from "../support/browser";
import { type Device, faultsOf, shownOn } from "../support/looks";
import { focused, headings, inOrder, signInWith } from "../support/public-page";

const { openPage } = browserForTests();

const heroTitle = (page: Page) => page.getByRole("heading", { level: 1 });
const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const matrixHeading = (page: Page) => page.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function openLanding(options?: Parameters<typeof openPage>[0]): Promise<Page> {
  const page = await openPage(options);
  await page.goto("/");
  await heroTitle(page).waitFor();
  return page;
}

describe("the bar", () => {
  test.each(["desktop", "phone"] as Device[])(
    "LAND-1 on a %s it leads to Features, Pricing and About without hiding their titles, and offers Sign In and Get Started",
    async (device) => {
      const page = await openLanding(shownOn(device));
      await button(page, "Sign In").waitFor();
      await button(page, "Get Started").waitFor();
      for (const name of ["Features", "Pricing", "About"]) {
        await page.evaluate("scrollTo(0, 0)");
        await sections(page).getByRole("link", { name, exact: true }).click();
        await expect.poll(() => new URL(page.url()).hash).toBe(`#${name.toLowerCase()}`);
        const title = page.locator(`#${name.toLowerCase()} h2`);
        await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(200);
        await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThanOrEqual(56);
        // The bar is still visible, above the section.
        await expect.poll(() => page.getByRole("banner").boundingBox()).toMatchObject({ y: 0, height: 56 });
      }
    },
  );

  test("LAND-1 the keyboard reaches everything in reading order, and can skip the bar", async () => {
    const page = await openLanding();
    const reached: string[] = [];
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press("Tab");
      reached.push(await focused(page));
    }
    expect(reached).toEqual([
      "Skip to content",
      "Zippy",
      "Features",
      "Pricing",
      "About",
      "Sign In",
      "Get Started",
      "Start Free Trial",
      "Watch Demo",
    ]);

    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Start Free Trial");
  });
});

describe("what the page says", () => {
  test("LAND-2 hero, problem, solution, features, plans, about and final call appear in order under one main heading", async () => {
    const page = await openLanding();
    const all = await headings(page);
    expect(inOrder(all.map(([level]) => level))).toBe(true);
    expect(all.map(([, text]) => text)).toEqual([
      "Know what to do next, and why.",
      "Finding the work has become the work.",
      "From message to next step, with the reason attached.",
      "Message",
      "Task",
      "Quadrant",
      "Six parts that end in one short list.",
      "AI Inbox",
      "Task Matrix",
      "Meetings",
      "Context Memory",
      "Focus mode",
      "Task breakdown",
      "What we aim for",
      "Try it first, then decide.",
      "Starter",
      "Pro",
      "Enterprise",
      "It runs on one machine, and it shows its reasons.",
      "One command, one machine",
      "Your data stays with you",
      "It explains itself",
      "Let the next message sort itself.",
    ]);
    const words = await page.locator("#features").innerText();
    for (const promise of [/focus mode/i, /subtasks/, /context areas/i, /chatbot/])
      expect(words).toMatch(promise);
  });

  test("LAND-2 nothing is marked as coming", async () => {
    const page = await openLanding();
    await page.locator("#features").getByRole("heading", { name: "Context Memory" }).waitFor();
    await expect.poll(() => page.locator("#features li").filter({ hasText: "Coming" }).count()).toBe(0);
    await page.goto("/pricing");
    await page.getByRole("heading", { name: "For every plan" }).waitFor();
    await expect.poll(() => page.getByRole("definition").filter({ hasText: "Coming" }).count()).toBe(0);
  });

  test("LAND-2 the small matrix is readable as text: the four quadrants, and cards with channel, due label and source words", async () => {
    const page = await openLanding(shownOn("desktop"));
    const board = page.getByRole("figure", { name: /example/ });
    const text = await board.innerText();
    for (const name of ["Do First", "Schedule", "Delegate", "Delete/Defer"]) expect(text).toContain(name);
    const card = board.getByRole("listitem").filter({ hasText: "Send Priya the revised quote" });
    await expect
      .poll(() => card.innerText())
      .toMatch(/send me the revised quote by Friday[\s\S]*Gmail[\s\S]*Due: Today/);
  });

  test("LAND-2 three plans at their prices, Pro marked Most Popular, each with a trial", async () => {
    const page = await openLanding();
    const cards = page.locator("#pricing > ul > li");
    const texts = (await cards.allInnerTexts()).map((text) => text.split("\n").filter(Boolean));
    expect(texts).toEqual([
      [
        "Starter",
        "$29",
        "/month",
        "Start Free Trial",
        "Up to 5 integrations",
        "1,000 messages/month",
        "Unlimited tasks",
        "Full AI analysis",
        "5 team members",
      ],
      [
        "Pro",
        "Most Popular",
        "$79",
        "/month",
        "Start Free Trial",
        "Up to 15 integrations",
        "10,000 messages/month",
        "Unlimited tasks",
        "Advanced AI analysis",
        "20 team members",
        "Priority support",
      ],
      [
        "Enterprise",
        "$299",
        "/month",
        "Start Free Trial",
        "Unlimited integrations",
        "Unlimited messages",
        "Unlimited tasks",
        "Advanced AI analysis",
        "Unlimited team members",
        "Dedicated support",
        "SLA guarantee",
      ],
    ]);
    await expect
      .poll(() => page.getByRole("link", { name: "Compare all plans" }).getAttribute("href"))
      .toBe("/pricing");
  });

  test("LAND-5 the two claims are shown as aims, and the trial without a card", async () => {
    const page = await openLanding();
    const aims = page.getByRole("region", { name: "What we aim for" }).getByRole("listitem");
    const texts = (await aims.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
    expect(texts).toEqual(["Our aim 5 hours saved weekly", "Our aim 90% context retention"]);
    await expect.poll(() => page.getByText("14-day free trial, no card", { exact: true }).count()).toBe(2);
  });

  test("LAND-2 everything is readable without scripts", async () => {
    const page = await openLanding({ javaScriptEnabled: false });
    await sections(page).getByRole("link", { name: "About" }).click();
    await page.getByRole("heading", { name: "It explains itself" }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("#about");
  });
});

describe("where it leads", () => {
  test("LAND-3 Get Started begins sign-in and ends on /dashboard", async () => {
    const page = await openLanding();
    await signInWith(page, button(page, "Get Started"), "Gisa");
    await matrixHeading(page).waitFor();
    await expect.poll(() => pathOf(page)).toBe("/dashboard");
  });

  test.each([
    ["of the hero", 0],
    ["of a plan", 2],
    ["at the end", 4],
  ] as const)("LAND-3 Start Free Trial %s begins sign-in and ends on /dashboard", async (_, position) => {
    const page = await openLanding();
    const trials = button(page, "Start Free Trial");
    await expect.poll(() => trials.count()).toBe(5);
    await signInWith(page, trials.nth(position), "Tria");
    await matrixHeading(page).waitFor();
    await expect.poll(() => pathOf(page)).toBe("/dashboard");
  });

  test("LAND-3 while the window is open the pressed button says so, and the bar keeps its place on a phone", async () => {
    const page = await openLanding(shownOn("phone"));
    const [popup] = await Promise.all([page.waitForEvent("popup"), button(page, "Get Started").click()]);
    const waiting = page.getByRole("banner").getByRole("button", { name: "Signing in…" });
    await waiting.waitFor();
    const box = await waiting.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(widths.phone);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(widths.phone);
    await popup.close();
    await page.getByRole("alert").getByText("Authentication Error").waitFor();
    await button(page, "Get Started").waitFor();
  });

  test("LAND-3 Watch Demo and Watch a 3 Min Demo lead to /demo", async () => {
    const page = await openLanding();
    for (const name of ["Watch Demo", "Watch a 3 Min Demo"]) {
      const link = page.getByRole("link", { name, exact: true });
      await expect.poll(() => link.getAttribute("href")).toBe("/demo");
    }
  });

  test("LAND-4 the footer leads to privacy and terms; links without a page are plain text", async () => {
    const page = await openLanding();
    const footer = page.getByRole("contentinfo");
    for (const name of ["Changelog", "Roadmap", "Blog", "Careers", "Contact"]) {
      await footer.getByText(name, { exact: true }).waitFor();
    }
    await expect
      .poll(() => footer.getByRole("link").allInnerTexts())
      .toEqual(["Privacy Policy", "Terms of Service"]);
    await expect.poll(() => footer.getByRole("button").count()).toBe(0);

    for (const [name, path] of [
      ["Privacy Policy", "/privacy"],
      ["Terms of Service", "/terms"],
    ] as const) {
      await page.goto("/");
      await page.getByRole("contentinfo").getByRole("link", { name }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await expect.poll(() => pathOf(page)).toBe(path);
    }
  });
});

describe("how it behaves", () => {
  test("LAND-2 one card moves into its quadrant once, and never with reduced motion", async () => {
    const moving = "document.getAnimations().length";
    const still = await openLanding(shownOn("desktop"));
    expect(await still.evaluate(moving)).toBe(0);

    const page = await openPage({ reducedMotion: "no-preference" });
    await page.goto("/");
    await expect.poll(() => page.evaluate(moving)).toBe(1);
    await page.evaluate(
      "Promise.all(document.getAnimations().map((one) => one.finished)).then(() => undefined)",
    );
    const first = `document.querySelector("figure [data-quadrant=do_first] li")`;
    await expect.poll(() => page.evaluate(`getComputedStyle(${first}).opacity`)).toBe("1");
    const position = `JSON.stringify(${first}.getBoundingClientRect())`;
    await expect.poll(() => page.evaluate(position)).toBe(await still.evaluate(position));
  });

  test.each(["desktop", "phone"] as Device[])(
    "LAND-2 nothing on a %s moves while it loads, and little when the font comes late",
    async (device) => {
      const page = await openPage(shownOn(device));
      await page.addInitScript({
        content: `window.shift = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
          .observe({ type: "layout-shift", buffered: true });`,
      });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let asked = 0;
      await page.route(/\.woff2$/, async (route) => {
        asked += 1;
        await held;
        await route.continue();
      });
      const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";
      await page.goto("/", { waitUntil: "domcontentloaded" });
      await heroTitle(page).waitFor();
      await button(page, "Sign In").waitFor();
      await expect.poll(() => asked).toBeGreaterThan(0);
      await page.evaluate(drawn);
      expect(await page.evaluate("window.shift")).toBeLessThanOrEqual(0.02);
      release();
      await page.evaluate(`document.fonts.ready.then(() => ${drawn})`);
      // What Web Vitals calls good: how much the text moves depends on the fonts of the system, too.
      expect(await page.evaluate("window.shift")).toBeLessThanOrEqual(0.1);
    },
  );

  test("LAND-2 the page and everything it loads stay under 80 KB, without the font", async () => {
    const page = await openPage();
    await page.goto("/", { waitUntil: "networkidle" });
    const sizes = (await page.evaluate(`performance.getEntries()
      .filter(({ entryType, name }) => entryType === "navigation" || (entryType === "resource" && /\\.(js|css)$/.test(name)))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize])`)) as [string, number][];
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(80 * 1024);
  });

  test("LAND-3 a failed sign-in says why and points to the demo", async () => {
    const page = await openLanding();
    const [popup] = await Promise.all([page.waitForEvent("popup"), button(page, "Sign In").click()]);
    await popup.close();
    const alert = page.getByRole("alert");
    await alert.getByText("Try the Demo instead or check your browser's popup settings.").waitFor();
    await alert.getByRole("button", { name: "Close" }).click();
    await alert.waitFor({ state: "hidden" });
  });
});

test("LAND-2 it has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  const page = await openLanding(shownOn("desktop"));
  expect(await faultsOf(page, "landing", heroTitle(page))).toEqual([]);
});
