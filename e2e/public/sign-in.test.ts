import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { localKey } from "../../test/support/local-key";
import { browserForTests, holdTimers } from "../support/browser";
import { callsOf, expectToast, hasFocus, toasts, watchCalls } from "../support/watching";

const { openPage, openScreen, openTab, expectErrors } = browserForTests();

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In", exact: true }).first();
const advice = "Try the Demo instead or check your browser's popup settings.";
const matrixHeading = (page: Page) => page.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 });

/** Clicks Sign In and gives the popup. */
async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), signInButton(page).click()]);
  return popup;
}

async function signInThrough(popup: Page, name: string): Promise<void> {
  await popup.getByLabel("Name").fill(name);
  await popup.getByLabel("Email").fill(`${name.toLowerCase()}.${Date.now()}@example.com`);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Sign in" }).click();
  await closed;
}

describe("signed out", () => {
  test("ROUTE-4 any path shows the landing page", async () => {
    const page = await openPage();
    for (const path of ["/", "/dashboard", "/inbox", "/integrations", "/nothing/here"]) {
      await page.goto(path);
      await signInButton(page).waitFor();
      await page.getByRole("link", { name: "Watch Demo" }).first().waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    }
  });

  test("AUTH-2 the user isn't requested while nobody is signed in with the provider, and the server is told to log out", async () => {
    const page = await openPage();
    const sent = watchCalls(page);
    await page.goto("/");
    await signInButton(page).waitFor();

    await expect.poll(() => callsOf(sent, "POST", /^\/api\/logout$/).length).toBe(1);
    expect(callsOf(sent, "GET", /auth\/user/)).toEqual([]);
    expect(callsOf(sent, "GET", /teams/)).toEqual([]);
  });
});

describe("signing in", () => {
  test("AUTH-7 ROUTE-2 without identity settings the popup signs in through verify, and the matrix of the new team opens", async () => {
    const page = await openPage();
    const sent = watchCalls(page);
    await page.goto("/");
    const popup = await openPopup(page);
    await signInThrough(popup, "Ida");

    await matrixHeading(page).waitFor();
    await page.getByText("No urgent tasks - great job!").waitFor();
    const [verify, ...more] = callsOf(sent, "POST", /^\/api\/auth\/verify$/);
    expect(verify?.body).toEqual({ idToken: expect.any(String) });
    expect(more).toEqual([]);
    const order = sent.map(({ path }) => path);
    expect(order.indexOf("/api/auth/user")).toBeGreaterThan(order.indexOf("/api/auth/verify"));
    await page.getByRole("button", { name: /^Ida/ }).waitFor();
  });

  test("AUTH-7 a browser without the sign-in key is asked for it once, and told where to find it", async () => {
    expectErrors(/403/);
    const page = await openPage({ storageState: { cookies: [], origins: [] } });
    await page.goto("/");
    const popup = await openPopup(page);
    await popup.getByText("in the file local-key in its data folder").waitFor();
    await popup.getByLabel("Name").fill("Ida");
    await popup.getByLabel("Email").fill(`ida.${Date.now()}@example.com`);
    await popup.getByLabel("Sign-in key").fill("not the key");
    await popup.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => popup.getByRole("alert").innerText()).toMatch(/^That sign-in key is wrong/);

    const closed = popup.waitForEvent("close");
    await popup.getByLabel("Sign-in key").fill(localKey);
    await popup.getByRole("button", { name: "Sign in" }).click();
    await closed;
    await matrixHeading(page).waitFor();

    await page.getByRole("button", { name: /^Ida/ }).click();
    const next = await openPopup(page);
    await next.getByLabel("Name").waitFor();
    await expect.poll(() => next.getByLabel("Sign-in key").isVisible()).toBe(false);
    const sent = watchCalls(page);
    await signInThrough(next, "Ida");
    await matrixHeading(page).waitFor();
    // The server is asked for the team that was used last here. Somebody else isn't in it.
    const teamId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const bodies = callsOf(sent, "POST", /^\/api\/auth\/verify$/).map(({ body }) => body);
    expect(bodies).toEqual([{ idToken: expect.any(String), teamId }]);
  });

  test("AUTH-7 the address that the server prints gives the browser the key, and the address bar forgets it", async () => {
    const page = await openPage({ storageState: { cookies: [], origins: [] } });
    await page.goto(`/?key=${localKey}`);
    await expect.poll(() => page.url()).not.toContain("key");
    const popup = await openPopup(page);
    await popup.getByLabel("Name").waitFor();
    await expect.poll(() => popup.getByLabel("Sign-in key").isVisible()).toBe(false);
    await signInThrough(popup, "Ida");
    await matrixHeading(page).waitFor();
  });

  test("AUTH-7 the popup says the first mistake, leads to its field, and stays open", async () => {
    expectErrors(/400/);
    const page = await openPage();
    await page.goto("/");
    const popup = await openPopup(page);
    const [name, email] = [popup.getByLabel("Name"), popup.getByLabel("Email")];
    const invalid = async () => Promise.all([name, email].map((field) => field.getAttribute("aria-invalid")));
    await email.press("Enter");
    await expect.poll(() => popup.getByRole("alert").innerText()).toBe("Enter your name.");
    await hasFocus(name);
    await expect.poll(invalid).toEqual(["true", null]);

    await popup.keyboard.type("Ida");
    await email.fill("ida-at-example");
    await popup.getByRole("button", { name: "Sign in" }).click();
    await expect
      .poll(() => popup.getByRole("alert").innerText())
      .toBe("Enter an email address such as ana@example.com.");
    await hasFocus(email);
    await expect.poll(invalid).toEqual([null, "true"]);
    expect(popup.isClosed()).toBe(false);
  });

  test("AUTH-4 a closed popup is an authentication error", async () => {
    const page = await openPage();
    await page.goto("/");
    const popup = await openPopup(page);
    await popup.close();

    await expectToast(
      page,
      "Authentication Error",
      `The sign-in window was closed before you finished signing in. Please try again. ${advice}`,
    );
    await signInButton(page).waitFor();
  });

  test("AUTH-4 a blocked popup is an authentication error", async () => {
    const page = await openPage();
    await page.addInitScript({ content: "window.open = () => null" });
    await page.goto("/");
    await signInButton(page).click();

    await expectToast(
      page,
      "Authentication Error",
      `The sign-in window was blocked. Allow pop-ups for this page, then try again. ${advice}`,
    );
  });

  test("AUTH-1 a verify call that the server rejects is only logged", async () => {
    expectErrors(/Failed to load resource.*(verify|user|teams)/);
    const page = await openPage();
    const logged = page.waitForEvent("console", (message) => message.text().includes("rejected the sign-in"));
    await page.route("**/api/auth/verify", (route) =>
      route.fulfill({ status: 500, json: { message: "No" } }),
    );
    await page.goto("/");
    const popup = await openPopup(page);
    await signInThrough(popup, "Ida");

    await logged;
    await signInButton(page).waitFor();
    await expect.poll(() => toasts(page).count()).toBe(0);
  });
});

describe("a session that ended", () => {
  test("AUTH-5 any 401 says so in one toast, and 500 ms later /api/login brings the sign-in dialog, which leads back", async () => {
    expectErrors(/401/);
    const { page, person } = await openScreen("/import");
    const timers = await holdTimers(page, 500);
    await page.goto("/inbox");
    await page.getByText("No Messages Found").waitFor();
    const sent = watchCalls(page);
    const logins = () => callsOf(sent, "GET", /^\/api\/login$/).length;
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(frame.url()));

    // The server ends the live connection. Every list on screen is loaded again, and each call is rejected.
    await person.post("/api/logout");
    await expectToast(page, "Unauthorized", "You are logged out. Logging in again...");
    await expect.poll(() => callsOf(sent, "GET", /^\/api\/teams\//).length).toBeGreaterThan(1);
    await expectToast(page, "Unauthorized", "You are logged out. Logging in again...");
    expect(logins()).toBe(0);

    await expect.poll(async () => (await timers.waiting()).filter((time) => time === 500)).toEqual([500]);
    await timers.fire(500);
    const dialog = page.getByRole("dialog", { name: "Sign In" });
    await dialog.getByRole("button", { name: "Sign In" }).waitFor();
    // Enter signs in again.
    await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toBe("Sign In");
    expect(visited.map((url) => new URL(url).search)).toContain("?signin=1");
    expect(logins()).toBe(1);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/inbox");
  });

  test("AUTH-5 an address that begins like another site's leads back to this one", async () => {
    const page = await openPage();
    await page.goto(`${inject("productUrl")}//example.com/inbox?signin=1`);
    await page.getByRole("dialog", { name: "Sign In" }).waitFor();
    await expect.poll(() => page.evaluate("location.pathname + location.search")).toBe("/example.com/inbox");
  });

  test("AUTH-5 somebody who has signed in again meanwhile is led back at once, and the address asks nobody to sign in", async () => {
    const { page } = await openScreen("/inbox");
    await page.getByText("No Messages Found").waitFor();
    // As in the tab whose session ended before its person signed in again in another one.
    await page.evaluate("sessionStorage.setItem('zippy-return-path', '/meetings?from=inbox')");
    await page.goto("/api/login");
    await page.getByRole("heading", { level: 1, name: "Meeting Recorder" }).waitFor();
    expect(await page.evaluate("location.pathname + location.search")).toBe("/meetings?from=inbox");

    await page.goto("/matrix?signin=1");
    await matrixHeading(page).waitFor();
    await expect.poll(() => page.evaluate("location.pathname + location.search")).toBe("/matrix");
  });

  test("AUTH-5 a rejected click does the same", async () => {
    expectErrors(/401/);
    const { page, person } = await openScreen("/import");
    await page.routeWebSocket("**/ws", () => undefined);
    await page.goto("/inbox");
    await page.getByText("No Messages Found").waitFor();
    await person.post("/api/logout");
    await page.getByRole("button", { name: "Resolved" }).click();

    await page.getByRole("dialog", { name: "Sign In" }).waitFor();
  });
});

describe("the splash", () => {
  test("ROUTE-5 shows the logo and Loading... while authentication loads, and ends after 5 seconds at the latest", async () => {
    expectErrors(/ERR_ABORTED|ERR_FAILED/);
    const person = await openScreen("/inbox");
    const { page } = person;
    await page.getByText("No Messages Found").waitFor();
    // Never answered.
    await page.route("**/api/auth/user", () => undefined);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto("/inbox");

    const splash = page.getByRole("status").filter({ hasText: "Loading..." });
    await splash.waitFor();
    await expect.poll(() => splash.locator("svg").count()).toBe(1);
    await page.clock.fastForward(4_000);
    await splash.waitFor();
    await page.clock.fastForward(1_500);
    await page.clock.resume();
    await signInButton(page).waitFor();
  });

  test("ROUTE-5 an answer after these 5 seconds still opens the workspace", async () => {
    const { page } = await openTab();
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/auth/user", async (route) => {
      await late;
      await route.continue();
    });
    await page.goto("/inbox");
    await signInButton(page).waitFor();
    answer();
    await page.getByText("No Messages Found").waitFor();
    expect(new URL(page.url()).pathname).toBe("/inbox");
  });
});
