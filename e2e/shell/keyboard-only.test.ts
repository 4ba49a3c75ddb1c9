import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { closedDraws, watchDrawing } from "../support/drawn-parts";
import { faultsOf, shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";

const { openScreen, newPerson } = browserForTests();

/** Where the keyboard is: what screen readers call it, and whether a ring shows it. */
interface Stop {
  name: string;
  visible: boolean;
}

const here = `(() => {
  const element = document.activeElement;
  const ringed = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  };
  const name = element.getAttribute("aria-label") ?? element.textContent;
  return { name: name.trim(), visible: ringed(element) || ringed(element.parentElement) };
})()`;

/** Presses Tab, or Shift+Tab, until the control with this name has the focus. @returns all stops on the way. */
async function tabTo(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < 80) {
    await page.keyboard.press(key);
    const stop = (await page.evaluate(here)) as Stop;
    stops.push(stop);
    if (name.test(stop.name)) return stops;
  }
  throw new Error(`Tab doesn't reach ${name}; it stopped at ${stops.map((stop) => stop.name).join(", ")}`);
}

const hidden = (stops: Stop[]) => stops.filter(({ name, visible }) => name === "" || !visible);

test("WORK-1 WORK-2 with the keyboard only, the sidebar leads to each view and its header, and each stop is named and visible", async () => {
  const { page } = await openScreen("/matrix", shownOn("desktop"));
  await page.getByText("No urgent tasks - great job!").waitFor();
  const first = await tabTo(page, /^Skip to content$/);
  expect(hidden(first)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("view");
  for (const [entry, header] of [
    ["AI Inbox", "AI Inbox"],
    ["Task Matrix", "Eisenhower Task Matrix"],
    ["Meetings", "Meeting Recorder"],
    ["Context Memory", "Context Memory"],
    ["Analytics", "Performance Analytics"],
    ["CRM Settings", "CRM Settings"],
    ["Integrations", "Integrations"],
  ] as const) {
    // From the heading of the view before, the sidebar is behind.
    expect(hidden(await tabTo(page, new RegExp(`^${entry}$`), "Shift+Tab"))).toEqual([]);
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1, name: header, exact: true });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  }
  expect(hidden(await tabTo(page, /Ana Berg|Sign out/, "Shift+Tab"))).toEqual([]);
  expect(await faultsOf(page, "frame-by-keyboard", page.locator("main"))).toEqual([]);
});

test("WORK-3 with the keyboard only, Tab leads through the header: search, Add Task and notifications open, and Escape leads back", async () => {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Measure the warehouse" });
  const { page } = await openScreen("/matrix", { person, ...shownOn("desktop") });
  await page.getByText("Measure the warehouse").waitFor();

  expect(hidden(await tabTo(page, /^Search/))).toEqual([]);
  await page.keyboard.type("wareh");
  const found = page.getByRole("option", { name: /Measure the warehouse/ });
  await found.waitFor();
  await page.keyboard.press("Enter");
  const task = page.getByRole("dialog", { name: "Task details" });
  await task.waitFor();
  await page.keyboard.press("Escape");
  await task.waitFor({ state: "hidden" });

  for (const [name, dialog] of [
    [/^Notifications/, "Notifications"],
    [/^Add Task$/, "Add Task"],
  ] as const) {
    expect(hidden(await tabTo(page, name))).toEqual([]);
    await page.keyboard.press("Enter");
    const opened = page.getByRole("dialog", { name: dialog });
    await opened.waitFor();
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "hidden" });
    await expect.poll(async () => ((await page.evaluate(here)) as Stop).name).toMatch(name);
    await page.keyboard.press("Enter");
    await opened.waitFor();
    expect(await faultsOf(page, `${dialog.toLowerCase().replace(" ", "-")}-by-keyboard`, opened)).toEqual([]);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "hidden" });
  }
});

test("BEY-10 once the help was closed, other keys don't draw it again", async () => {
  const { page } = await openScreen("/matrix");
  await watchDrawing(page);
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByRole("button", { name: "Add Task", exact: true }).first().waitFor();
  await page.keyboard.press("?");
  await help.waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  const draws = await closedDraws(page);
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByLabel("Title").waitFor();
  expect(await draws()).toBe(0);
});
