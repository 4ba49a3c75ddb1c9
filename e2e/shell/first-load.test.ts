import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { listMessages } from "../../src/features/inbox/contract";
import { day } from "../../src/shared/durations";
import { axeViolations, browserForTests, changeTheme, themes, widths } from "../support/browser";
import {
  contentOf,
  firstLoadFiles,
  firstLoadLimit,
  gzippedSize,
  laterFileCounts,
} from "../support/first-load";
import { addTask, addTasks, asking, importMails } from "../support/sample-data";
import { holdCalls } from "../support/watching";

const { openPage, openScreen, openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });
const withDataSaver = browserForTests();

/** Records the built files that a page requests from now on, without the hash in their names. */
function watchFiles(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.(js|css)$/.exec(request.url());
    if (name) asked.add(`${name[1]}.${name[2]}`);
  });
  return asked;
}

/** Makes a file of one part fail to load. Returns a function that undoes this. */
async function failFile(page: Page, name: string, type: "js" | "css"): Promise<() => Promise<void>> {
  expectErrors(/Failed to load resource/);
  const path = new RegExp(`/assets/${name}-[\\w-]+\\.${type}(\\?|$)`);
  await page.route(path, (route) => route.abort());
  return () => page.unroute(path);
}

const failure = "Couldn't load this part of Zippy";

describe("what is loaded", () => {
  test(`the workspace loads at most ${firstLoadLimit} KB before its first view`, () => {
    expect(gzippedSize(firstLoadFiles())).toBeLessThanOrEqual(firstLoadLimit);
  });

  test("the sentences of the OpenAPI document aren't part of it", () => {
    const { path, summary } = listMessages;
    const code = firstLoadFiles().map(contentOf).join();
    expect(code).toContain(path);
    expect(code).not.toContain(summary);
  });

  for (const [device, lists] of [
    ["desktop", ["do_first", "schedule", "delegate", "delete_defer"]],
    ["phone", ["do_first"]],
  ] as const)
    test(`MTX-1 the board's tasks are requested before its code has loaded, and once (${device})`, async () => {
      const person = await newPerson("Ana Berg");
      await addTask(person, { title: "Water the plants", urgency: "urgent", importance: "important" });
      const { page } = await openTab({ person, viewport: { width: widths[device], height: 800 } });
      const asked: string[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith("/tasks")) asked.push(searchParams.get("quadrant") ?? "");
        if (pathname.endsWith("/tasks/counts")) asked.push("counts");
      });
      const { release } = await holdCalls(page, /\/assets\/workspace-[\w-]+\.js$/);
      await page.goto("/matrix", { waitUntil: "commit" });
      const expected = [...lists, "counts"].sort();
      await expect.poll(() => asked.toSorted()).toEqual(expected);
      release();
      await page.getByRole("button", { name: "Water the plants" }).first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(asked.toSorted()).toEqual(expected);
    });

  test("MTX-5 the date formats of the board are used while its code is on its way, so that its first view doesn't wait for them", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, {
      title: "Water the plants",
      dueDate: new Date(Date.now() + 40 * day).toISOString(),
    });
    const { page } = await openTab({ person });
    await page.addInitScript({
      content: `(() => {
        const Format = Intl.DateTimeFormat;
        window.formats = [];
        Intl.DateTimeFormat = function (locale, styles) {
          window.formats.push(JSON.stringify(styles ?? {}));
          return new Format(locale, styles);
        };
      })()`,
    });
    const used = async () => new Set((await page.evaluate("window.formats")) as string[]);
    const { release } = await holdCalls(page, /\/assets\/program-[\w-]+\.js$/);
    await page.goto("/matrix", { waitUntil: "commit" });
    await expect.poll(used).toContain(JSON.stringify({ dateStyle: "full", timeStyle: "short" }));
    const ahead = await used();
    await page.evaluate("window.formats.length = 0");
    release();
    await page.getByRole("button", { name: "Water the plants" }).first().waitFor();
    const ofBoard = await used();
    expect([...ahead].filter((format) => !ofBoard.has(format))).toEqual([]);
  });

  test("pages that are open for everyone load nothing of the workspace", async () => {
    for (const path of ["/", "/pricing", "/terms", "/privacy"]) {
      const page = await openPage();
      const asked = watchFiles(page);
      await page.goto(path, { waitUntil: "networkidle" });
      expect([...asked].filter((name) => /^(workspace|common)/.test(name))).toEqual([]);
    }
  });

  test("no screen or dialog needs more than thirty files of its own", () => {
    const counts = Object.entries(laterFileCounts());
    expect(counts.length).toBeGreaterThan(50);
    expect(counts.filter(([, files]) => files > 30)).toEqual([]);
  });
});

describe("parts that load on request", () => {
  test("once the page is idle, dialogs open by key without loading anything more", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    await addTask(person, { title: "Water the plants" });
    const { page } = await openTab({ person });
    const asked = watchFiles(page);
    await page.goto("/matrix");
    const card = page.getByRole("button", { name: "Water the plants" }).first();
    await card.waitFor();
    await expect
      .poll(() => [...asked])
      .toEqual(
        expect.arrayContaining([
          "task-dialog.js",
          "card-menu.js",
          "message-dialog.js",
          "add-task-dialog.js",
          "keyboard-shortcuts.js",
          "settings-screen.js",
        ]),
      );
    await page.waitForLoadState("networkidle");
    asked.clear();

    for (const [key, dialog] of [
      ["c", "Add Task"],
      ["?", "Keyboard shortcuts"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("dialog", { name: dialog }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: dialog }).waitFor({ state: "hidden" });
    }
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Task details" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Task details" }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: /^More about “Water the plants”/ }).press("Enter");
    await page.getByRole("menu", { name: "Task actions" }).waitFor();
    expect([...asked]).toEqual([]);
  });

  test("with Data Saver, code loads only when it is wanted", async () => {
    const { page } = await withDataSaver.openTab();
    const asked = watchFiles(page);
    await page.goto("/matrix", { waitUntil: "networkidle" });
    const later = ["add-task-dialog.js", "keyboard-shortcuts.js", "settings-screen.js"];
    expect(later.filter((name) => asked.has(name))).toEqual([]);

    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(asked).toContain("keyboard-shortcuts.js");
  });

  test("a dialog whose code fails to load says so, and opens with Try again; the page keeps working", async () => {
    const { page } = await openTab();
    const restore = await failFile(page, "add-task-dialog", "js");
    await page.goto("/matrix");
    const add = page.getByRole("button", { name: "Add Task", exact: true });
    await add.click();
    const notice = page.getByRole("dialog", { name: failure });
    await notice.waitFor();
    for (const theme of themes) {
      await changeTheme(page, theme);
      for (const width of Object.values(widths)) {
        await page.setViewportSize({ width, height: 900 });
        expect(await axeViolations(page)).toEqual([]);
        await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      }
    }
    await page.keyboard.press("Escape");
    await notice.waitFor({ state: "hidden" });
    await add.click();
    await notice.waitFor();
    await restore();
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog", { name: "Add Task" }).waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test("MTX-6 long quadrants whose code fails to load show their first cards without a message, and Show more loads the rest", async () => {
    const person = await newPerson("Ana Berg");
    await addTasks(person, 82, (number) => ({
      title: `Task ${number}`,
      urgency: number % 2 === 0 ? "urgent" : "not_urgent",
      importance: "important",
    }));
    const { page } = await openTab({ person });
    const restore = await failFile(page, "virtual-task-list", "js");
    await page.goto("/matrix");
    const quadrant = page.getByRole("region", { name: "Do First" });
    const more = quadrant.getByRole("button", { name: "Show more" });
    await more.waitFor();
    await expect.poll(() => quadrant.getByRole("listitem").count()).toBe(40);
    await expect.poll(() => page.getByText(failure).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await restore();
    await more.click();
    await more.waitFor({ state: "detached" });
    await quadrant.getByRole("listitem").first().waitFor();
  });

  test("a view whose styles fail to load says so in its place, and opens with Try again or Reload page", async () => {
    const { page } = await openTab();
    const restore = await failFile(page, "crm-screen", "css");
    await page.goto("/matrix");
    const views = page.getByRole("navigation", { name: "Views" }).first();
    await views.getByRole("link", { name: "CRM Settings", exact: true }).click();
    const notice = page.getByRole("alert").filter({ hasText: failure });
    await notice.waitFor();
    await views.getByRole("link", { name: "AI Inbox", exact: true }).click();
    await page.getByText("No Messages Found").waitFor();
    await views.getByRole("link", { name: "CRM Settings", exact: true }).click();
    await notice.waitFor();
    const reloaded = page.waitForEvent("load");
    await notice.getByRole("button", { name: "Reload page" }).click();
    await reloaded;
    await notice.waitFor();
    await restore();
    await notice.getByRole("button", { name: "Try again" }).click();
    await notice.waitFor({ state: "hidden" });
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await expect
      .poll(() =>
        page.evaluate(
          `document.querySelector('link[href*="crm-screen"][rel=stylesheet]').sheet.cssRules.length`,
        ),
      )
      .toBeGreaterThan(0);
  });
});

test("a tooltip names an icon of the rail while the pointer rests on it, and Escape closes it", async () => {
  const { page } = await openScreen("/matrix", { viewport: { width: widths.tablet, height: 900 } });
  const views = page.getByRole("navigation", { name: "Views" }).first();
  const tip = views.getByText("AI Inbox (G I)", { exact: true });
  await views.getByRole("link", { name: "AI Inbox", exact: true }).hover();
  await tip.waitFor();
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
});
