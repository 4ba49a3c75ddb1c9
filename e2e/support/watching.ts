import type { Locator, Page, Request } from "playwright-core";
import { expect } from "vitest";

/** One call from a page to the server. */
export interface SentCall {
  method: string;
  /** Path and query. */
  path: string;
  /** The parsed JSON; undefined if there is none. */
  body: unknown;
}

/** Records every call to /api and every navigation to it from now on. */
export function watchCalls(page: Page): SentCall[] {
  const sent: SentCall[] = [];
  page.on("request", (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/"))
      sent.push({ method: request.method(), path: pathname + search, body: bodyOf(request) });
  });
  return sent;
}

/** The calls with this method whose path matches. */
export function callsOf(sent: SentCall[], method: string, path: RegExp): SentCall[] {
  return sent.filter((call) => call.method === method && path.test(call.path));
}

function bodyOf(request: Request): unknown {
  const text = request.postData();
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Keeps what happens in the team from a page, which hears on connecting that nothing did for an hour. The last tasks
 * that a test added may be announced after their answers, and the page would load its lists once more.
 */
export async function silenceLive(page: Page): Promise<void> {
  await page.routeWebSocket("**/ws", (socket) =>
    socket.onMessage((text) => {
      const { type, teamId } = JSON.parse(String(text)) as { type: string; teamId?: string };
      if (type === "subscribe_team")
        socket.send(JSON.stringify({ type: "subscribed", teamId, silentFor: 3_600_000 }));
    }),
  );
}

/** The toasts on screen. */
export const toasts = (page: Page): Locator => page.locator("[data-toast]:visible");

/** Waits until the only toast on screen says exactly this. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const parts = [title, ...(description ? [description] : [])];
  await expect
    .poll(async () => (await toasts(page).allInnerTexts()).map((text) => text.split("\n").filter(Boolean)))
    .toEqual([expect.arrayContaining(parts)]);
}

/**
 * Clicks a checkbox or radio button that isn't chosen, and waits until it is. Playwright's own `check()` fails if the
 * screen shows it a moment later.
 */
export const check = (box: Locator, options?: { force: boolean }) => clickUntil(box, true, options);
/** Clicks a checkbox that is chosen, and waits until it isn't. */
export const uncheck = (box: Locator) => clickUntil(box, false);

async function clickUntil(box: Locator, chosen: boolean, options?: { force: boolean }): Promise<void> {
  await box.click(options);
  await expect.poll(() => box.isChecked()).toBe(chosen);
}

/** Waits until the focus is in an element: a dialog takes it a moment after it is open. */
export async function hasFocus(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((one) => (one as unknown as Part).matches(":focus-within")))
    .toBe(true);
}

interface Part {
  matches(selector: string): boolean;
}

/** Makes calls with this method and path fail with a status. Returns a function that undoes this. */
export async function failCalls(
  page: Page,
  method: string,
  path: RegExp,
  { status = 500, message = "The database isn't responding." } = {},
): Promise<() => Promise<void>> {
  triedAgain.delete(page);
  await page.route(path, async (route) => {
    const fails = route.request().method() === method && !(await isTriedAgain(page));
    return fails ? route.fulfill({ status, json: { message, code: "internal" } }) : route.fallback();
  });
  return () => page.unroute(path);
}

/** Pages of {@link tryAgain}, and whether a call has been let through since. */
const triedAgain = new WeakMap<Page, boolean>();

async function isTriedAgain(page: Page): Promise<boolean> {
  if (triedAgain.get(page) === false && (await page.evaluate<boolean>("window.triedAgain")))
    triedAgain.set(page, true);
  return triedAgain.get(page) ?? false;
}

/**
 * Presses Try again after {@link failCalls}, whose calls fail until then, also those that the page makes by itself: a
 * late event would otherwise load what failed, and take the button away before it's pressed.
 */
export async function tryAgain(button: Locator, press = () => button.click()): Promise<void> {
  const page = button.page();
  await page.evaluate(`
    window.triedAgain = false;
    addEventListener("click", () => { window.triedAgain = true }, { capture: true });
  `);
  triedAgain.set(page, false);
  await press();
}

/** Changes the response of a call before the page gets it. */
export async function changeAnswers<T>(
  page: Page,
  path: RegExp,
  change: (answer: T) => unknown,
): Promise<void> {
  await page.route(path, async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as T) });
    } catch (error) {
      // The test ended before the response arrived.
      if (!/disposed|closed/.test(String(error))) throw error;
    }
  });
}

/**
 * Holds the page's requests to these addresses until they are released.
 *
 * @returns how many are held, and a function that lets them and all later ones go on.
 */
export async function holdCalls(
  page: Page,
  address: RegExp,
): Promise<{ held: () => number; release: () => void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  await page.route(address, async (route) => {
    held++;
    await released;
    await route.continue();
  });
  return { held: () => held, release };
}
