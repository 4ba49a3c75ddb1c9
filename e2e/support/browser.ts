import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, inject } from "vitest";
import { atEnd } from "../../test/support/at-end";
import { localKey } from "../../test/support/local-key";
import { type Person, signIn } from "../../test/support/person";
import { launchForTests, openChromium } from "./chromium";
import { retryPromptly } from "./prompt-retries";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The widths at which every screen is checked (CSS pixels). */
export const widths = { phone: 360, tablet: 768, desktop: 1440 } as const;
/** The time zone of the browser. */
export const timeZone = "America/New_York";
const dataSaver = "Object.defineProperty(navigator.connection, 'saveData', { value: true })";
/** How long a test waits for anything on a page (milliseconds), because two cores may be busy. */
const patience = 60_000;
export const themes = ["light", "dark"] as const;

/** A page that a person uses, with everything it requested and every error it logged. */
export interface Screen {
  page: Page;
  person: Person;
}

interface BrowserOptions {
  /** The address of the product, read when a page is opened; default: the product that all journeys share. */
  url?: () => string;
  /** External addresses that the test answers itself. */
  answered?: (url: string) => boolean;
  /** A WAV file that the microphone hears, in a browser of its own. */
  microphone?: string;
  /**
   * Whether pages load code ahead, as they do without Data Saver: up to 200 files in each fresh profile, for tests of
   * what it brings.
   */
  loadsAhead?: boolean;
  /** Prepares a fresh profile. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/**
 * Opens pages for the tests of a file, each in its own context. A page that requests anything off this machine
 * or logs an error fails its test.
 */
export function browserForTests(settings: BrowserOptions = {}) {
  const {
    url: urlOf = () => inject("productUrl"),
    answered = () => false,
    prepare,
    microphone,
    loadsAhead,
  } = settings;
  let own: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const offMachine: string[] = [];
  const errors: string[] = [];
  const expected: RegExp[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail")
      for (const page of contexts.flatMap((context) => context.pages()))
        console.error(`${task.name} ended on ${page.url()}:\n${await textOf(page)}`);
    for (const context of contexts.splice(0)) await context.close();
    const patterns = expected.splice(0);
    const unexpected = errors.splice(0).filter((error) => !patterns.some((pattern) => pattern.test(error)));
    const found = { offMachine: offMachine.splice(0), errors: unexpected };
    expect(found).toEqual({ offMachine: [], errors: [] });
  });

  /** A fresh browser profile on the product. With a `storageState` of its own, it doesn't know the sign-in key. */
  const openPage = (options: BrowserContextOptions = {}): Promise<Page> =>
    openProfile(options, options.storageState ? undefined : { [localKeyName]: localKey });

  /** A fresh browser profile in which the product finds `stored` in its local storage. */
  async function openProfile(
    options: BrowserContextOptions,
    stored: Record<string, string> | undefined,
  ): Promise<Page> {
    if (microphone && !own) {
      own = await launchForTests(microphone);
      atEnd(() => own?.close());
    }
    const browser = own ?? (await openChromium());
    const context = await browser.newContext({
      baseURL: urlOf(),
      viewport: { width: widths.desktop, height: 900 },
      locale: "en-US",
      // Not the server's zone, and with daylight saving time, so that mixed-up zones show.
      timezoneId: timeZone,
      // A click waits until its target stands still.
      reducedMotion: "reduce",
      // A service worker would come between the page and the answers that tests make up.
      serviceWorkers: "block",
      ...options,
    });
    contexts.push(context);
    // Popups too.
    context.setDefaultTimeout(patience);
    if (!loadsAhead) await context.addInitScript(dataSaver);
    if (stored) await context.addInitScript(storing(stored, urlOf()));
    await prepare?.(context);
    context.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (/^(http|ws)/.test(protocol) && hostname !== "127.0.0.1" && !answered(request.url()))
        offMachine.push(request.url());
    });
    context.on("page", (page) => watch(page));
    const page = await context.newPage();
    await retryPromptly(page);
    return page;
  }

  function watch(page: Page): void {
    page.on("pageerror", (error) => errors.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`console: ${message.text()} ${message.location().url}`);
    });
  }

  /** A page on which `person` (by default a new one) is signed in, before it loads anything. */
  async function openTab(options: BrowserContextOptions & { person?: Person } = {}): Promise<Screen> {
    const url = urlOf();
    const { person = await signIn(url, "Ana Berg"), ...rest } = options;
    const [name, value] = person.cookie.split("=") as [string, string];
    const user = { name: `${person.user.firstName} ${person.user.lastName}`, email: person.user.email };
    const cookie = {
      name,
      value,
      domain: new URL(url).hostname,
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax",
    } as const;
    const page = await openProfile(
      { storageState: { cookies: [cookie], origins: [] }, ...rest },
      { [identityKey]: JSON.stringify(user), [localKeyName]: localKey },
    );
    return { page, person };
  }

  /** The same, at `path`. */
  async function openScreen(path: string, options?: Parameters<typeof openTab>[0]): Promise<Screen> {
    const screen = await openTab(options);
    await screen.page.goto(path);
    return screen;
  }

  return {
    openPage,
    openTab,
    openScreen,
    newPerson: (name: string) => signIn(urlOf(), name),
    /** Accepts errors that the test causes on purpose. */
    expectErrors: (pattern: RegExp) => void expected.push(pattern),
  };
}

/**
 * Runs in each document before its own code: fills the local storage of a profile's first document from `origin`.
 * Playwright would load a page of its own for that.
 */
const storing = (stored: Record<string, string>, origin: string): string => `
  if (location.origin === "${origin}" && !localStorage.getItem("${localKeyName}"))
    Object.assign(localStorage, ${JSON.stringify(stored)});`;

/**
 * Stops timers and deadlines of the page from firing, in everything it loads from now on.
 *
 * @param from - the shortest delay of the timers it stops (milliseconds).
 * @returns functions that list the delays of waiting timers, that fire those with a given delay, and that do so until
 * one of them has brought about something: others may wait as long.
 */
export async function holdTimers(page: Page, from: number) {
  await page.addInitScript(`{
    const { setTimeout, clearTimeout } = window;
    const held = new Map();
    window.setTimeout = (run, time, ...rest) => {
      if (!(time >= ${from})) return setTimeout(run, time, ...rest);
      const id = setTimeout(() => undefined);
      held.set(id, { time, run: () => run(...rest) });
      return id;
    };
    window.clearTimeout = (id) => {
      held.delete(id);
      clearTimeout(id);
    };
    const deadline = AbortSignal.timeout;
    AbortSignal.timeout = (time) =>
      time >= ${from} ? new AbortController().signal : deadline.call(AbortSignal, time);
    window.heldTimers = () => [...held.values()].map(({ time }) => time);
    window.fireTimers = (which) => {
      for (const [id, { time, run }] of [...held])
        if (time === which && held.delete(id)) run();
    };
  }`);
  return {
    waiting: () => page.evaluate("heldTimers()") as Promise<number[]>,
    fire: (time: number) => page.evaluate(`fireTimers(${time})`),
    fireUntil: (time: number, isDone: () => boolean | Promise<boolean>) =>
      expect
        .poll(async () => {
          await page.evaluate(`fireTimers(${time})`);
          return isDone();
        })
        .toBe(true),
  };
}

/** What a page shows, in words; for the output of a failed test. */
function textOf(page: Page): Promise<unknown> {
  const text =
    "document.body.innerText + '\\n(focus: ' + document.activeElement?.outerHTML.slice(0, 100) + ')'";
  return page.evaluate(text).catch((error: Error) => `(unreadable: ${error.message})`);
}

/** Where the browser remembers who signed in with the embedded identity. */
export const identityKey = "zippy-identity";
/** Where it keeps the sign-in key. */
export const localKeyName = "zippy-local-key";

interface AxeWindow {
  axe: {
    run(options: {
      preload: boolean;
      resultTypes: string[];
      runOnly?: string[];
    }): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
  };
  matchMedia(query: string): { matches: boolean };
}

/**
 * The accessibility violations that axe finds on the current page, one line each. The dark theme differs only
 * in its colors, so it is only checked for the rules about colors.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe, matchMedia } = globalThis as unknown as AxeWindow;
    const { violations } = await axe.run({
      preload: false,
      resultTypes: ["violations"],
      ...(matchMedia("(prefers-color-scheme: dark)").matches && {
        runOnly: ["color-contrast", "link-in-text-block"],
      }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ").slice(0, 200)}`,
      ),
    );
  });
}

/** Changes the theme of an open page at once: colors no longer fade from now on. */
export async function changeTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  }`);
  await page.emulateMedia({ colorScheme: theme });
  // Pages without the program, such as the sign-in window, follow the system by their styles alone.
  const shown = () => page.evaluate("document.documentElement.dataset.mantineColorScheme ?? ''");
  await expect.poll(shown).toMatch(new RegExp(`^(${theme})?$`));
}
