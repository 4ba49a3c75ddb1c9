import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthEmulator,
  emulatedProject,
  slowestStart,
  startAuthEmulator,
} from "../../test/firebase/auth-emulator";
import { signInWithEmulatorPopup } from "../../test/firebase/emulator-popup";
import { isRelayed, relayGoogleScripts } from "../../test/firebase/gapi-relay";
import type { ServerProcess } from "../../test/support/server-process";
import { browserForTests } from "../support/browser";
import { startOwnProduct } from "../support/own-product";
import { callsOf, expectToast, toasts, watchCalls } from "../support/watching";

let emulator: AuthEmulator;
let server: ServerProcess;

beforeAll(async () => {
  emulator = await startAuthEmulator();
  server = await startOwnProduct({
    FIREBASE_API_KEY: "AIzaSyD-made-up-for-tests",
    FIREBASE_PROJECT_ID: emulatedProject,
    FIREBASE_APP_ID: "1:1234567890:web:abcdef",
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  });
}, slowestStart);

afterAll(async () => {
  await emulator?.stop();
});

const { openPage, expectErrors } = browserForTests({
  url: () => server.url,
  answered: isRelayed,
  prepare: relayGoogleScripts,
});

const start = (page: Page) => page.getByRole("button", { name: "Get Started" }).first();
const advice = "Try the Demo instead or check your browser's popup settings.";
let people = 0;

async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), start(page).click()]);
  return popup;
}

/** Signs in a new person and returns their address. */
async function signIn(page: Page): Promise<string> {
  const email = `ida.${++people}@example.com`;
  await signInWithEmulatorPopup(await openPopup(page), { email, name: "Ida Holm" });
  await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
  return email;
}

describe("signing in with Google", () => {
  test("AUTH-1 LAND-3 Get Started opens the popup, the token goes to verify, the user is fetched, and /dashboard opens", async () => {
    const page = await openPage();
    const sent = watchCalls(page);
    await page.goto("/");
    await signIn(page);

    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
    const [verify, ...more] = callsOf(sent, "POST", /^\/api\/auth\/verify$/);
    expect(verify?.body).toEqual({ idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.$/) });
    expect(more).toEqual([]);
    const order = sent.map(({ path }) => path);
    expect(order.indexOf("/api/auth/user")).toBeGreaterThan(order.indexOf("/api/auth/verify"));
    await page.getByRole("button", { name: /^Ida Holm/ }).waitFor();
  });

  test("AUTH-2 after a reload the workspace is back without the popup, and without Google", async () => {
    const page = await openPage();
    await page.goto("/");
    await signIn(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (isRelayed(request.url())) asked.push(request.url());
    });
    await page.goto("/inbox");
    await page.getByText("No Messages Found").waitFor();
    expect(asked).toEqual([]);
  });

  test("AUTH-3 signing out ends both sessions: the server's and Google's", async () => {
    const page = await openPage();
    await page.goto("/");
    await signIn(page);
    await page.getByRole("button", { name: /^Ida Holm/ }).click();
    await start(page).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    const { status } = await page.request
      .get("/api/auth/user")
      .then((answer) => ({ status: answer.status() }));
    expect(status).toBe(401);
    await expect.poll(() => page.evaluate("localStorage.getItem('zippy-identity')")).toBeNull();
  });
});

describe("AUTH-4 when Google's popup fails", () => {
  test("closed: the toast says so, and the button works again", async () => {
    const page = await openPage();
    await page.clock.install();
    await page.goto("/");
    const popup = await openPopup(page);
    await popup.locator("#add-account-button").waitFor();
    await popup.close();
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000);
        return toasts(page).count();
      })
      .toBe(1);
    await expectToast(
      page,
      "Authentication Error",
      `Failed to initiate Google sign-in: The sign-in window was closed before you finished signing in. Please try again. ${advice}`,
    );
    await page.clock.resume();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => toasts(page).count()).toBe(0);
    await signIn(page);
  });

  test("blocked by the browser", async () => {
    const page = await openPage();
    await page.addInitScript({ content: "window.open = () => null" });
    await page.goto("/");
    await start(page).click();
    await expectToast(
      page,
      "Authentication Error",
      `Failed to initiate Google sign-in: The sign-in window was blocked. Allow pop-ups for this page, then try again. ${advice}`,
    );
  });

  test("Google's script is blocked", async () => {
    expectErrors(/ERR_FAILED|apis\.google\.com/);
    const page = await openPage();
    await page.route(/apis\.google\.com/, (route) => route.abort());
    await page.goto("/");
    await start(page).click();
    await expectToast(
      page,
      "Authentication Error",
      `Failed to initiate Google sign-in: Google's sign-in script didn't load. Allow apis.google.com in your ad blocker or network, then try again. ${advice}`,
    );
  });

  test("Google's script is empty, which the SDK never reports", async () => {
    const page = await openPage();
    await page.clock.install();
    await page.route(/apis\.google\.com/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    await page.goto("/");
    await start(page).click();
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return toasts(page).count();
      })
      .toBe(1);
    await expectToast(
      page,
      "Authentication Error",
      `Failed to initiate Google sign-in: Google's sign-in script didn't load. Allow apis.google.com in your ad blocker or network, then try again. ${advice}`,
    );
  });

  test("offline", async () => {
    expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/);
    const page = await openPage();
    await page.goto("/");
    await start(page).waitFor();
    await page.context().setOffline(true);
    await start(page).click();
    await expect.poll(() => toasts(page).count()).toBe(1);
    await expect
      .poll(() => toasts(page).innerText())
      .toMatch(
        /Authentication Error\s+Failed to initiate Google sign-in: .*(connection|reached).* Try the Demo instead/,
      );
  });

  test("AUTH-1 a verify call that the server rejects is only logged", async () => {
    expectErrors(/Failed to load resource/);
    const page = await openPage();
    const logged = page.waitForEvent("console", (message) => message.text().includes("rejected the sign-in"));
    await page.route("**/api/auth/verify", (route) =>
      route.fulfill({ status: 500, json: { message: "No" } }),
    );
    await page.goto("/");
    await signInWithEmulatorPopup(await openPopup(page), {
      email: `ida.${++people}@example.com`,
      name: "Ida Holm",
    });
    await logged;
    await start(page).waitFor();
    await expect.poll(() => toasts(page).count()).toBe(0);
  });
});

test("the server rejects a modified token", async () => {
  expectErrors(/401/);
  const page = await openPage();
  await page.route("**/api/auth/verify", async (route) => {
    const { idToken } = route.request().postDataJSON() as { idToken: string };
    const [header, payload] = idToken.split(".") as [string, string];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const foreign = Buffer.from(JSON.stringify({ ...claims, aud: "other-project" })).toString("base64url");
    await route.continue({ postData: JSON.stringify({ idToken: `${header}.${foreign}.` }) });
  });
  await page.goto("/");
  const answer = page.waitForResponse("**/api/auth/verify");
  await signInWithEmulatorPopup(await openPopup(page), { email: `ida.${++people}@example.com`, name: "Ida" });
  expect((await answer).status()).toBe(401);
  await start(page).waitFor();
});
