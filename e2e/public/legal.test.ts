import { describe, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { headings, inOrder } from "../support/public-page";

const { openPage, openScreen } = browserForTests();

const documents = [
  {
    path: "/terms",
    title: "Terms of Service",
    promises: [
      /sent to the AI provider/,
      /sent to the speech-to-text service/,
      /OAuth tokens .* encrypted at rest with AES-256-GCM/,
      /tried for 14 days free of charge/,
      /no card/,
      /30 days after the end of the trial and then delete it/,
      /30 days after the cancellation has taken effect.*Then it is deleted/,
      /warned by e-mail and in Zippy 14 and 3 days ahead, and nothing is deleted until both warnings/,
      /An installation that takes no payments deletes nothing because a plan ended/,
      /takes effect at the end of the billing period/,
      /billed monthly in advance/,
      /30-day money-back guarantee on every paid plan/,
      /change of a price at least 30 days before it takes effect/,
      /requests about deletion and privacy within 30 days/,
      /at least 13 years old, or at least 16 years old if you live in the European Union/,
      /role-based/,
      /Starter \$29 Pro \$79 Enterprise \$299/,
      /\[Jurisdiction\]/,
      /\[Company address\]/,
    ],
  },
  {
    path: "/privacy",
    title: "Privacy Policy",
    promises: [
      /An AI provider\. When one is configured, content .* is sent to the AI provider/,
      /A speech-to-text service\. When one is configured, recordings of meetings are sent to the speech-to-text service/,
      /When neither is configured, nothing is sent to either/,
      /OAuth tokens and API keys are encrypted at rest with AES-256-GCM/,
      /After a trial that nobody followed with a subscription: 30 days, then it is deleted/,
      /After a cancellation has taken effect: 30 days, then it is deleted/,
      /An installation that takes no payments deletes nothing because a plan ended/,
      /Settings → Privacy shows what you agreed to/,
      /requests about privacy and deletion within 30 days/,
      /children under 13, and in the European Union not for anybody under 16/,
      /role-based/,
      /\[Jurisdiction\]/,
      /\[Company address\]/,
    ],
  },
];

describe.each(documents)("$title", ({ path, title, promises }) => {
  test("LEGAL-1 ROUTE-1 says everything required, has a date, and marks itself as a template", async () => {
    const page = await openPage();
    await page.goto(path);
    await expect.poll(() => page.title()).toBe(`${title} · Zippy`);
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: title, level: 1 }).waitFor();
    await main.getByText("Last updated: October 19, 2025").waitFor();
    await main.getByText("This is a template.").waitFor();
    const text = (await main.innerText()).replace(/\s+/g, " ");
    for (const promise of promises) expect(text).toMatch(promise);
    const marked = await main.locator("mark").allInnerTexts();
    expect(marked).toEqual(expect.arrayContaining(["[Jurisdiction]", "[Company address]", "[Company name]"]));
    // Every placeholder is marked as one.
    expect((text.match(/\[[^\]]+\]/g) ?? []).length).toBe(marked.length);
  });

  test("LEGAL-1 is static: it loads no script, and its contents link to every part", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.resourceType()));
    await page.goto(path);
    expect(loaded).not.toContain("script");
    expect(loaded).not.toContain("fetch");
    const contents = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
    const names = await contents.allInnerTexts();
    const parts = await page.locator("main section > h2").allInnerTexts();
    expect(parts).toEqual(names.map((name, index) => `${index + 1}. ${name}`));
    await contents.last().click();
    const last = page.locator("main section > h2").last();
    await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(900);
    await expect.poll(async () => (await last.boundingBox())?.y).toBeGreaterThanOrEqual(56);
  });

  test("LEGAL-1 ROUTE-1 has a back button to /, signed out and signed in", async () => {
    const page = await openPage();
    await page.goto(path);
    await page.getByRole("link", { name: "Back to Zippy" }).click();
    await page.getByRole("button", { name: "Get Started" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");

    const { page: own } = await openScreen(path);
    await own.getByRole("heading", { name: title, level: 1 }).waitFor();
    await own.getByRole("link", { name: "Back to Zippy" }).click();
    await own.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 }).waitFor();
  });

  test("LEGAL-1 keeps its text in a column of at most 720 pixels, under headings in order", async () => {
    const page = await openPage();
    await page.goto(path);
    for (const part of await page.locator("main section").all())
      await expect.poll(async () => (await part.boundingBox())?.width).toBeLessThanOrEqual(720);
    await expect.poll(async () => inOrder((await headings(page)).map(([level]) => level))).toBe(true);
  });

  test("LEGAL-1 has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
    const page = await openPage(shownOn("desktop"));
    await page.goto(path);
    const heading = page.getByRole("heading", { name: title, level: 1 });
    expect(await faultsOf(page, `legal-${path.slice(1)}`, heading)).toEqual([]);
  });
});
