import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { focused, headings, inOrder, signInWith } from "../support/public-page";
import { failCalls } from "../support/watching";

const { openPage, openScreen, expectErrors } = browserForTests();

const plansCall = /\/api\/billing\/plans$/;
const planLinks = (page: Page) => page.getByRole("link", { name: /^(Continue with|Choose) / });
const planCards = (page: Page) => page.getByRole("listitem").filter({ has: planLinks(page) });

async function openPricing(options?: Parameters<typeof openPage>[0]): Promise<Page> {
  const page = await openPage(options);
  await page.goto("/pricing");
  await planLinks(page).first().waitFor();
  return page;
}

describe("the plans", () => {
  test("PRICE-1 ROUTE-1 signed-out visitors see four cards of equal height; free leads to /, the others to /billing with their plan", async () => {
    const page = await openPricing();
    await expect.poll(() => page.title()).toBe("Pricing · Zippy");
    const links = await planLinks(page).all();
    const leads = await Promise.all(
      links.map(async (link) => [await link.innerText(), await link.getAttribute("href")]),
    );
    expect(leads).toEqual([
      ["Continue with Free", "/"],
      ["Choose Starter", "/billing?plan=starter"],
      ["Choose Pro", "/billing?plan=pro"],
      ["Choose Enterprise", "/billing?plan=enterprise"],
    ]);
    const cards = planCards(page);
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map((box) => box?.height)).size).toBe(1);
    const prices = await page.getByText(/^\$\d+$/).allInnerTexts();
    expect(prices).toEqual(["$0", "$29", "$79", "$299"]);
    const sizes = await page.evaluate(
      `[...document.querySelectorAll("main strong")].map((price) => getComputedStyle(price).fontSize)`,
    );
    expect(sizes).toEqual(["32px", "32px", "32px", "32px"]);
    await expect.poll(async () => inOrder((await headings(page)).map(([level]) => level))).toBe(true);
  });

  test("PRICE-1 only Pro is labeled Most Popular", async () => {
    const page = await openPricing();
    const labelled = planCards(page).filter({ hasText: "Most Popular" });
    await expect.poll(() => labelled.count()).toBe(1);
    await labelled.getByRole("heading", { name: "Pro", exact: true }).waitFor();
  });

  test("PRICE-1 shows the server's plans", async () => {
    const page = await openPage();
    const plan = {
      id: "starter",
      name: "Starter",
      price: 31,
      features: ["Something new"],
      limits: { maxIntegrations: 5, maxMessagesPerMonth: 1_000, maxTeamMembers: 5 },
    };
    await page.route(plansCall, (route) => route.fulfill({ json: [plan] }));
    await page.goto("/pricing");
    await page.getByText("$31", { exact: true }).waitFor();
    await page.getByText("Something new").waitFor();
    await expect.poll(() => planLinks(page).count()).toBe(1);
  });

  test("PRICE-1 during loading, placeholders take their positions", async () => {
    const page = await openPage(shownOn("desktop"));
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(plansCall, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto("/pricing");
    const shapes = page.locator('[aria-busy="true"] > ul > li');
    await expect.poll(() => shapes.count()).toBe(4);
    const seen = "getComputedStyle(document.querySelector('[aria-busy]')).opacity";
    await expect.poll(() => page.evaluate(seen)).toBe("1");
    const positions = await Promise.all((await shapes.all()).map((shape) => shape.boundingBox()));
    const faults = await faultsOf(page, "pricing-loading", shapes);
    answer();
    await planLinks(page).first().waitFor();
    const cards = planCards(page);
    const stand = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    expect(stand).toEqual(positions);
    expect(faults).toEqual([]);
  });

  test("PRICE-1 a failure says so, and Try again loads the plans", async () => {
    expectErrors(/500/);
    const page = await openPage();
    const restore = await failCalls(page, "GET", plansCall);
    await page.goto("/pricing");
    const alert = page.getByRole("alert");
    await alert.getByText("Unable to load pricing plans", { exact: true }).waitFor();
    await alert.getByText("Please try again later.", { exact: true }).waitFor();
    await expect.poll(() => planLinks(page).count()).toBe(0);

    const again = alert.getByRole("button", { name: "Try again", exact: true });
    const refused = page.waitForResponse(plansCall);
    await again.click();
    await refused;
    await again.waitFor();

    await restore();
    await again.click();
    await planLinks(page).first().waitFor();
    await alert.waitFor({ state: "hidden" });
    // The button is gone, so the keyboard continues at the page's content.
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Continue with Free");
  });
});

test("PRICE-1 the page follows the system's theme while it is open", async () => {
  const page = await openPricing(shownOn("desktop", "light"));
  const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(background).toBe(light);
});

describe("the bar", () => {
  test("PRICE-1 leads signed-out visitors to the landing page's sections, and signs in to /dashboard", async () => {
    const page = await openPricing();
    const sections = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    const leads = await Promise.all((await sections.all()).map((link) => link.getAttribute("href")));
    expect(leads).toEqual(["/#features", "/pricing", "/#about"]);
    await signInWith(page, page.getByRole("button", { name: "Get Started" }), "Pia");
    await page.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  });

  test("PRICE-1 a failed sign-in says why", async () => {
    const page = await openPricing();
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Sign In", exact: true }).click(),
    ]);
    await popup.close();
    await page.getByRole("alert").getByText("Authentication Error").waitFor();
    await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  });

  test("ROUTE-1 for signed-in users, it leads back to the workspace", async () => {
    const { page } = await openScreen("/pricing");
    await planLinks(page).first().waitFor();
    await expect.poll(() => page.getByRole("button", { name: /Sign In|Get Started/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await page.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 }).waitFor();
  });
});

test("PRICE-1 it has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  expectErrors(/500/);
  const page = await openPricing(shownOn("desktop"));
  const found = await faultsOf(page, "pricing", planLinks(page));
  await failCalls(page, "GET", plansCall);
  await page.reload();
  found.push(...(await faultsOf(page, "pricing-failure", page.getByText("Unable to load pricing plans"))));
  expect(found).toEqual([]);
});
