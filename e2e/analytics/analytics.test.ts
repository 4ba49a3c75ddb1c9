import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { CompletedTask } from "../../src/features/analytics/contract";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask, addTasks, asking, importMails, statement } from "../support/sample-data";
import { anaAndBo } from "../support/settings-page";
import { callsOf, changeAnswers, expectToast, failCalls, tryAgain, watchCalls } from "../support/watching";
import {
  besideFigures,
  completeOn,
  dialogRows,
  eachOf,
  figures,
  focus,
  region,
  walkFigures,
} from "./figures-page";

const browser = browserForTests();
const { openScreen, openTab, newPerson, expectErrors } = browser;

/** Three mails, of which one is resolved and one became a task; two completed tasks, one of them from the mail. */
async function work(person: Person): Promise<void> {
  const messages = await importMails(person, [
    { subject: "Quote", body: asking("the quote") },
    { subject: "Plan", body: asking("the plan") },
    { subject: "Fair", body: statement("The fair") },
  ]);
  const named = (subject: string) => messages.find((message) => message.subject === subject)?.id;
  await person.patch(`/api/messages/${named("Fair")}`, { status: "resolved" });
  const { teamId } = person;
  const made = await person.post<{ id: string }>(`/api/messages/${named("Quote")}/create-task`, { teamId });
  const other = await addTask(person, { title: "Sort the shelf" });
  for (const id of [made.body.id, other.id]) await person.patch(`/api/tasks/${id}`, { status: "resolved" });
}

/** Opens a figure. Returns the text of each row, once all are there. */
async function rowsOf(
  page: Page,
  figure: Locator,
  count: number,
  position?: { x: number; y: number },
): Promise<string[]> {
  await figure.click(position && { position });
  await expect.poll(() => dialogRows(page).count()).toBe(count);
  const titles = await dialogRows(page).getByRole("link").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  return titles;
}

describe("Performance Analytics", () => {
  test("ANA-3 without data, the screen says how to get some", async () => {
    const { page } = await openScreen("/analytics");
    await page
      .getByRole("heading", { name: "Start using Zippy to see your analytics", exact: true })
      .waitFor();
    await expect.poll(() => figures(page).count()).toBe(0);
  });

  test("ANA-3 a skeleton stands in while the figures load, and a failed load can be retried", async () => {
    expectErrors(/500/);
    const { page, person } = await openTab();
    await work(person);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/analytics\/summary/, async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto("/analytics");
    await page.locator("main [aria-busy=true] .mantine-Skeleton-root").first().waitFor();
    answer();
    await region(page, "Team Performance").waitFor();
    await failCalls(page, "GET", /\/analytics\/summary/);
    await page.reload();
    await page.getByText("Couldn't load analytics").waitFor();
    await tryAgain(page.getByRole("button", { name: "Try again" }));
    await region(page, "Team Performance").waitFor();
  });

  test("ANA-4 API-1 Tasks Completed counts the rows of the team's analytics, opens them, and follows live changes", async () => {
    const { page, person } = await openTab();
    await work(person);
    const path = new RegExp(`/api/teams/${person.teamId}/analytics$`);
    const sent = watchCalls(page);
    const answer = page.waitForResponse(path);
    await page.goto("/analytics");
    const { length } = (await (await answer).json()) as CompletedTask[];
    expect(length).toBe(2);
    const figure = page.getByRole("button", { name: /^Tasks Completed/ });
    const shows = (count: number) =>
      expect.poll(() => figure.innerText()).toMatch(new RegExp(`\\b${count}\\b`));
    await shows(length);
    expect(await rowsOf(page, figure, length)).toHaveLength(length);
    const before = callsOf(sent, "GET", path).length;
    await addTask(person, { title: "Call the baker", status: "resolved" });
    await shows(3);
    expect(callsOf(sent, "GET", path).length).toBeGreaterThan(before);
    // The summary still says 3.
    await changeAnswers<CompletedTask[]>(page, path, (tasks) => tasks.slice(0, 1));
    await page.reload();
    await shows(1);
  });

  test("ANA-1 ANA-2 BEY-3 every figure on the screen opens exactly the rows that it counts", async () => {
    const person = await newPerson("Ana Berg");
    await work(person);
    await focus(person);
    const roof = await person.post<{ id: string }>(`/api/teams/${person.teamId}/meetings/transcript`, {
      ...{
        name: "roof.txt",
        title: "Roof",
        data: Buffer.from("Ana: I will call the roofer.").toString("base64"),
      },
    });
    const { page } = await openScreen("/analytics", { person });
    await region(page, "Task Completion Trend").getByRole("button", { name: "Table" }).click();
    await page.getByRole("columnheader", { name: "Last week" }).waitFor();
    // 4 cards, 2 weeks, 14 days, one channel and one member with four figures each.
    await expect.poll(() => figures(page).count()).toBe(28);
    expect(await page.evaluate(besideFigures)).not.toMatch(/\d/);
    const cards = page.getByRole("list", { name: "Figures" }).getByRole("listitem");
    expect((await cards.allInnerTexts()).map((words) => words.replace(/\s+/g, " "))).toEqual([
      "Time Saved 0.3 hrs this week, by your estimate",
      "Tasks Completed 2 total",
      "Context Retention 50% score: 1 of 2 tasks with context",
      "Focus Time 0.9 hrs this week, yours",
    ]);
    const seen = await walkFigures(page);
    expect(seen).toMatchObject({
      "Time Saved": ["0.3", 4],
      "Tasks Completed": ["2", 2],
      "Context Retention": ["50%", 2],
      "Focus Time": ["0.9", 1],
      "Completed this week": ["2", 2],
      "Completed last week": ["0", 0],
      "Import, received": ["3", 3],
      "Import, needing action": ["1", 1],
      "Import, resolved": ["1", 1],
      "Import, median time to resolve": [expect.stringMatching(/^[\d.]+ (s|min)$/), 1],
      "Ana Berg, Tasks Completed": ["2", 2],
      "Ana Berg, Avg Response Time (min)": [expect.stringMatching(/^[\d.]+$/), 2],
      "Ana Berg, Context Retention": ["50%", 2],
      "Ana Berg, Focus Time": ["0.9 hrs", 1],
    });
    // A row leads to what it is about.
    await page.getByRole("button", { name: /^Time Saved/ }).click();
    const meeting = dialogRows(page).getByRole("link", { name: "Roof" });
    await expect.poll(() => meeting.getAttribute("href")).toBe(`/meetings/${roof.body.id}`);
    await meeting.click();
    await page.getByText("Transcript: roof.txt").waitFor();
    await page.goto("/analytics");
    await page.getByRole("button", { name: /^Tasks Completed/ }).click();
    await dialogRows(page).getByRole("link", { name: "Sort the shelf" }).click();
    await page.getByRole("dialog").getByLabel("Title").waitFor();
  });

  test("ANA-2 the trend is shown as bars, in proportion to the tasks of their day, which each opens", async () => {
    const person = await newPerson("Ana Berg");
    const thisWeek = [1, 0, 2, 0, 0, 0, 4];
    const lastWeek = [0, 3, 1, 0, 2, 0, 0];
    await completeOn(person, eachOf(thisWeek), "Now");
    await completeOn(
      person,
      eachOf(lastWeek).map((day) => day - 7),
      "Before",
    );
    const { page } = await openScreen("/analytics", { person });
    const days = region(page, "Task Completion Trend").locator("div:has(> [data-figure=day_completed])");
    await expect.poll(() => days.count()).toBe(7);
    const heightsOf = (week: string) =>
      days.evaluateAll(
        (all, of) =>
          all.map((day) => day.querySelector(`[data-week=${of}]`)?.getBoundingClientRect().height ?? 0),
        week,
      );
    const heights = [...(await heightsOf("this")), ...(await heightsOf("last"))];
    const one = Math.max(...heights) / 4;
    expect(one).toBeGreaterThan(10);
    expect(heights.map((height) => Math.round((100 * height) / one))).toEqual(
      [...thisWeek, ...lastWeek].map((count) => 100 * count),
    );
    const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    const titles: string[][] = [];
    for (const [n, count] of thisWeek.entries()) {
      const column = days.nth(n).getByRole("button").first();
      await expect
        .poll(() => column.innerText())
        .toMatch(new RegExp(`Completed on ${names[n]}, .*\\b${count}\\b`, "s"));
      // A day with tasks is opened by its bar, also where last week's stands behind it.
      const bar = column.locator("[data-week=this]");
      titles.push(await rowsOf(page, count > 0 ? bar : column.getByText("0", { exact: true }), count));
    }
    expect(titles.map((of) => of.sort())).toEqual([
      ["Now 1"],
      [],
      ["Now 2", "Now 3"],
      ...[[], [], []],
      ["Now 4", "Now 5", "Now 6", "Now 7"],
    ]);
    const before: string[][] = [];
    for (const [n, count] of lastWeek.entries()) {
      const ghost = days.nth(n).getByRole("button").nth(1);
      await expect.poll(() => ghost.count()).toBe(count > 0 ? 1 : 0);
      if (count === 0) continue;
      await expect
        .poll(() => ghost.innerText())
        .toMatch(new RegExp(`Completed on ${names[n]}, .*: ${count}$`, "s"));
      // Its left edge stands out beside this week's bar.
      const { height } = (await ghost.locator("[data-week=last]").boundingBox()) as { height: number };
      const edge = ghost.locator("[data-week=last]");
      before.push(await rowsOf(page, edge, count, { x: 3, y: height - 3 }));
    }
    expect(before.map((of) => of.sort())).toEqual([
      ["Before 1", "Before 2", "Before 3"],
      ["Before 4"],
      ["Before 5", "Before 6"],
    ]);
  });

  test("BEY-3 more than 50 rows of a figure are shown on request", async () => {
    const person = await newPerson("Ana Berg");
    await addTasks(person, 51, (n) => ({ title: `Task ${n}`, status: "resolved" }));
    const { page } = await openScreen("/analytics", { person });
    await page.getByRole("button", { name: /^Tasks Completed/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("51 rows", { exact: true }).waitFor();
    await expect.poll(() => dialogRows(page).count()).toBe(50);
    const more = dialog.getByRole("button", { name: "Show more rows" });
    await more.click();
    await expect.poll(() => dialogRows(page).count()).toBe(51);
    await more.waitFor({ state: "hidden" });
    const titles = await dialogRows(page).getByRole("link").allInnerTexts();
    expect(titles.sort()).toEqual(Array.from({ length: 51 }, (_, n) => `Task ${n + 1}`).sort());
  });

  test("BEY-3 figures of channels and team and their rows follow the choice of a week or 30 days", async () => {
    const person = await newPerson("Ana Berg");
    const ago = new Date(Date.now() - 20 * 86_400_000);
    await importMails(person, [
      { subject: "Plan", body: statement("The plan") },
      { subject: "Fair", body: statement("The fair"), sentAt: ago },
    ]);
    await addTask(person, { title: "Sort the shelf", status: "resolved" });
    await completeOn(person, [-15], "Old");
    const { page } = await openScreen("/analytics", { person });
    const received = page.getByRole("button", { name: /^Import, received:/ });
    const completed = page.getByRole("button", { name: /^Ana Berg, Tasks Completed:/ });
    const choose = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const shown = async (count: number) => {
      await expect.poll(() => received.innerText()).toMatch(new RegExp(`: ?\\s*${count}$`));
      await expect.poll(() => completed.innerText()).toMatch(new RegExp(`: ?\\s*${count}$`));
      return [await rowsOf(page, received, count), await rowsOf(page, completed, count)];
    };
    const month = [
      ["Plan", "Fair"],
      ["Sort the shelf", "Old 1"],
    ];
    expect(await shown(2)).toEqual(month);
    await choose("This week");
    expect(await shown(1)).toEqual([["Plan"], ["Sort the shelf"]]);
    await choose("Last 30 days");
    expect(await shown(2)).toEqual(month);
  });

  test("ANA-1 Time Saved shows its formula, follows an own estimate, and live changes", async () => {
    const person = await newPerson("Ana Berg");
    await work(person);
    const { page } = await openScreen("/analytics", { person });
    const saved = page.getByRole("button", { name: /^Time Saved/ });
    await saved.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 messages × 2 min + 1 task × 3 min + 0 meetings × 10 min = 7 min").waitFor();
    await dialog.getByText("The minutes are your estimate.").waitFor();
    const perMessage = dialog.getByLabel("Minutes per message triaged");
    await perMessage.fill("many");
    await dialog.getByText("From 0 to 240").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "Save estimate" }).isDisabled()).toBe(true);
    await perMessage.fill("20");
    await perMessage.press("Enter");
    await expectToast(page, "Your estimate is saved");
    await dialog.getByText("2 messages × 20 min + 1 task × 3 min + 0 meetings × 10 min = 43 min").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => saved.innerText()).toContain("0.7");
    const done = page.getByRole("button", { name: /^Tasks Completed/ });
    await addTask(person, { title: "Call the baker", status: "resolved" });
    await expect.poll(() => done.innerText()).toContain("3");
  });

  test("BEY-19 a member shows their figures in Settings, and the toast takes it back", async () => {
    const { ana, bo } = await anaAndBo(browser);
    await work(ana);
    const { page } = await openScreen("/settings/privacy", { person: bo });
    const share = region(page, "Your figures").getByRole("switch", { name: "Show my figures to the team" });
    await share.press("Space");
    await expectToast(page, "Your team now sees your figures");
    await page.goto("/analytics");
    const team = region(page, "Team Performance");
    await team.getByText("1 member keeps their figures private.").waitFor();
    await team.getByText("Your team sees your row.").waitFor();
    await expect.poll(() => team.getByRole("row").count()).toBe(2);
    const { page: anas } = await openScreen("/analytics", { person: ana });
    await expect.poll(() => region(anas, "Team Performance").getByRole("row").count()).toBe(3);
    await team.getByRole("link", { name: "Change this in Settings" }).click();
    await expect.poll(() => share.isChecked()).toBe(true);
    await share.press("Space");
    await expectToast(page, "Only you see your figures now");
    await expect.poll(() => region(anas, "Team Performance").getByRole("row").count()).toBe(2);
  });

  test("the screen has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
    const person = await newPerson("Ana Berg");
    await work(person);
    await completeOn(person, [0, -7, -7, -7, -5], "Done");
    const { page } = await openScreen("/analytics", { person, ...shownOn("desktop") });
    const team = region(page, "Team Performance");
    await team.waitFor();
    expect(await faultsOf(page, "analytics", page.getByRole("list", { name: "Figures" }))).toEqual([]);
    await page.getByRole("button", { name: /^Time Saved/ }).click();
    await dialogRows(page).first().waitFor();
    expect(await faultsOf(page, "analytics-rows", dialogRows(page).first())).toEqual([]);
  });
});
