import { rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, inject, test } from "vitest";
import type { ServerProcess } from "../../test/support/server-process";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { newProductData, type ProductData, startOn } from "../support/own-product";
import { check, hasFocus } from "../support/watching";

const servers: ServerProcess[] = [];
const folders: string[] = [];
let url = "";

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill("SIGTERM");
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const { openPage, openScreen, expectErrors } = browserForTests({ url: () => url, loadsAhead: true });

/** A separate product that the test may stop, and start again on the same data and port. */
async function startProduct(settings: Record<string, string>, known?: ProductData): Promise<ProductData> {
  const data = known ?? (await newProductData(inject("postgresUrl")));
  folders.push(data.dataDir);
  const server = await startOn(data, settings);
  servers.push(server);
  url = server.url;
  return data;
}

async function stopProduct(): Promise<void> {
  await servers.pop()?.kill("SIGTERM");
}

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(String(port)));
    });
  });
}

const inboxStands = (page: Page) => page.getByText("No Messages Found").waitFor();

describe("invalid identity settings", () => {
  test("ROUTE-7 AUTH-6 each is named with its message, the server keeps running, and Reload Page reloads", async () => {
    await startProduct({
      FIREBASE_API_KEY: '"AIzaSyD-in-quotes-by-mistake"',
      FIREBASE_PROJECT_ID: "zy",
      FIREBASE_APP_ID: "short",
    });
    const page = await openPage();
    await page.goto("/");
    await page.getByRole("heading", { name: "Configuration Error" }).waitFor();
    const screen = await page.getByRole("main").innerText();
    for (const text of [
      "API key",
      "project id",
      "app id",
      "Firebase API Key starts with a quote character. Remove the quotes around it.",
      "Firebase Project ID is required",
      "Firebase App ID is required",
    ])
      expect(screen).toContain(text);
    expect(screen).not.toContain("AIzaSyD");

    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload Page" }).click();
    await reloaded;
    await page.getByRole("heading", { name: "Configuration Error" }).waitFor();
    // Pages without sign-in aren't affected.
    await page.goto("/terms");
    await page.getByRole("heading", { name: "Terms of Service", level: 1 }).waitFor();
  });

  test("ROUTE-7 AUTH-4 too few of them: 'Firebase is not properly configured...'; no violations, at any width, in both themes", async () => {
    await startProduct({ FIREBASE_PROJECT_ID: "zippy-test" });
    const page = await openPage(shownOn("desktop"));
    await page.goto("/");
    await page.getByText("Firebase is not properly configured...").waitFor();
    const mistake = page.getByText("Firebase API Key must be at least 20 characters");
    expect(await faultsOf(page, "configuration", mistake)).toEqual([]);
  });
});

describe("a server that stops", () => {
  test("ROUTE-5 the open workspace says so, keeps its content, and continues once the server is back", async () => {
    expectErrors(/Failed to load resource|WebSocket connection/);
    const settings = { PORT: await freePort() };
    const data = await startProduct(settings);
    const { page, person } = await openScreen("/inbox");
    await inboxStands(page);
    await stopProduct();

    const banner = page.getByRole("status").filter({ hasText: "Can't reach Zippy's server." });
    await banner.waitFor();
    await inboxStands(page);
    expect(await faultsOf(page, "server-stopped-banner", banner)).toEqual([]);

    await startProduct(settings, data);
    await page.getByText("Connected again.").waitFor();
    await banner.waitFor({ state: "hidden" });
    // Live updates work too: another person's change appears.
    await page.goto("/matrix");
    await page.getByText("No urgent tasks - great job!").waitFor();
    await person.post(`/api/teams/${person.teamId}/tasks`, {
      title: "Water the plants",
      urgency: "urgent",
      importance: "important",
    });
    await page.getByText("Water the plants").waitFor();
  });

  test("a page opened meanwhile that isn't kept says that Zippy isn't running, and opens automatically later", async () => {
    expectErrors(/Failed to load resource|WebSocket connection/);
    const settings = { PORT: await freePort() };
    const data = await startProduct(settings);
    const { page } = await openScreen("/inbox", { serviceWorkers: "allow" });
    await inboxStands(page);
    await page.evaluate("navigator.serviceWorker.ready");
    await stopProduct();

    await page.goto("/terms");
    const heading = page.getByRole("heading", { name: "Zippy isn't running" });
    expect(await faultsOf(page, "server-stopped-page", heading)).toEqual([]);

    await startProduct(settings, data);
    await page.getByRole("heading", { name: "Terms of Service", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/terms");
  });

  test("a start during a server error says so and continues automatically", async () => {
    expectErrors(/Failed to load resource|503/);
    await startProduct({});
    const { page, person } = await openScreen("/inbox");
    await inboxStands(page);
    const trouble = (path: string) =>
      page.route(path, (route) =>
        route.fulfill({ status: 503, json: { message: "The database isn't responding." } }),
      );
    await trouble("**/api/health");
    await trouble("**/api/auth/user");
    await page.reload();
    const reason = page.getByText("The database isn't responding.");
    expect(await faultsOf(page, "unreachable", reason)).toEqual([]);
    await page.unroute("**/api/auth/user");
    await page.unroute("**/api/health");
    await page.getByRole("button", { name: "Try again" }).click();
    await inboxStands(page);
    expect(person.user.firstName).toBe("Ana");

    // A proxy that takes no more calls for now signs nobody out, and the page goes on by itself.
    let attempts = 0;
    await page.route("**/api/auth/user", (route) => {
      attempts++;
      return route.fulfill({
        ...{ status: 429, headers: { "retry-after": "1" }, contentType: "text/html" },
        body: "<h1>Too Many Requests</h1>",
      });
    });
    await page.reload();
    await page.getByText("Too many requests came from your network. Try again in a minute.").waitFor();
    // Meanwhile it stays as it is: the keyboard keeps its button, and a screen reader isn't told again.
    await page.getByRole("button", { name: "Try again" }).focus();
    const alert = await page.getByRole("alert").elementHandle();
    const before = attempts;
    await expect.poll(() => attempts).toBeGreaterThan(before + 1);
    expect(await alert?.evaluate((shown) => shown.isConnected)).toBe(true);
    await hasFocus(page.getByRole("button", { name: "Try again" }));
    await page.unroute("**/api/auth/user");
    await inboxStands(page);
  });
});

test("ROUTE-5 while the server is away one message says so, not one per list", async () => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await startProduct({});
  const { page, person } = await openScreen("/matrix");
  await page.getByText("No urgent tasks - great job!").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  // Five more requests that can't succeed.
  await check(page.getByLabel("Show resolved"));
  await expect.poll(() => page.getByText("great job").count()).toBe(0);
  for (const words of ["Failed to fetch tasks", "Can't reach Zippy's server", "Reconnecting…"])
    await expect.poll(() => page.getByText(words).count()).toBe(0);
  await expect.poll(() => page.getByText("You're offline.").count()).toBe(1);
  await person.post(`/api/teams/${person.teamId}/tasks`, { title: "Water the plants" });
  await page.context().setOffline(false);
  await page.getByText("Water the plants").waitFor();
});

test("ROUTE-5 offline: the banner follows the browser's offline state", async () => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await startProduct({});
  const { page } = await openScreen("/inbox");
  await inboxStands(page);
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Connected again.").waitFor();
  await page.getByText("You're offline.").waitFor({ state: "hidden" });
});
