import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask, asking, importMails, statement } from "../support/sample-data";
import { anaAndBo } from "../support/settings-page";
import { expectToast, failCalls } from "../support/watching";

const browser = browserForTests();
const { openScreen, openTab, newPerson, expectErrors } = browser;

const region = (page: Page, name: string): Locator => page.getByRole("region", { name });
const figures = (page: Page): Locator => page.getByRole("main").locator("button[data-figure]");
const dialogRows = (page: Page): Locator =>
  page.getByRole("dialog").getByRole("list", { name: "Rows" }).getByRole("listitem");

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
    const again = await failCalls(page, "GET", /\/analytics\/summary/);
    await page.reload();
    await page.getByText("Failed to fetch analytics").waitFor();
    await again();
    await page.getByRole("button", { name: "Try again" }).click();
    await region(page, "Team Performance").waitFor();
  });

  test("ANA-1 ANA-2 BEY-3 every figure on the screen opens exactly the rows that it counts", async () => {
    const person = await newPerson("Ana Berg");
    await work(person);
    const { page } = await openScreen("/analytics", { person });
    await region(page, "Task Completion Trend").getByRole("button", { name: "Table" }).click();
    await page.getByRole("columnheader", { name: "Last week" }).waitFor();
    // 4 cards, 14 days, one channel and one member with four figures each.
    await expect.poll(() => figures(page).count()).toBe(26);
    const seen: Record<string, [shown: string, rows: number]> = {};
    for (const figure of await figures(page).all()) {
      const words = await figure.innerText();
      await figure.click();
      const title = await page.getByRole("dialog").getByRole("heading").innerText();
      // A card: its title, the figure with its unit, a note.
      const value = words.startsWith(`${title}:`)
        ? words.slice(title.length + 1).trim()
        : (words.split(/\n+/)[1]?.split(" ")[0] as string);
      const total = page.getByRole("dialog").getByText(/^(No rows yet\.|[\d,]+ rows?)$/);
      const count = Number.parseInt((await total.innerText()).replace("No rows yet.", "0"), 10);
      await expect.poll(() => dialogRows(page).count()).toBe(count);
      seen[title] = [value, count];
      const minutes = (await dialogRows(page).allInnerTexts()).map((text) =>
        Number(/([\d.]+) min$/.exec(text)?.[1] ?? 0),
      );
      const sum = minutes.reduce((all, one) => all + one, 0);
      if (title === "Time Saved") expect(value).toBe(String(Math.round(sum / 6) / 10));
      else if (title.endsWith("Context Retention"))
        expect(value).toBe(
          `${(100 * (await dialogRows(page).getByText("Linked context", { exact: true }).count())) / count}%`,
        );
      else if (/Focus Time/.test(title)) expect(Number.parseFloat(value)).toBeCloseTo(sum / 60, 1);
      else if (/time|Time/.test(title)) {
        const sorted = minutes.toSorted((a, b) => a - b);
        const [low, high] = [sorted[(count - 1) >> 1] ?? 0, sorted[count >> 1] ?? 0];
        // Both are rounded to a tenth.
        expect(Number.parseFloat(value.replace("–", "0")), title).toBeCloseTo((low + high) / 2, 0);
      } else expect([title, value]).toEqual([title, String(count)]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    expect(seen).toMatchObject({
      "Time Saved": ["0.2", 4],
      "Tasks Completed": ["2", 2],
      "Context Retention": ["50%", 2],
      "Focus Time": ["0", 0],
      "Import, received": ["3", 3],
      "Import, needing action": ["1", 1],
      "Import, resolved": ["1", 1],
      "Import, median time to resolve": [expect.stringMatching(/^[\d.]+ min$/), 1],
      "Ana Berg, Tasks Completed": ["2", 2],
      "Ana Berg, Avg Response Time (min)": [expect.stringMatching(/^[\d.]+$/), 2],
      "Ana Berg, Context Retention": ["50%", 2],
    });
    // A row leads to what it is about.
    await page.getByRole("button", { name: /^Tasks Completed/ }).click();
    await dialogRows(page).getByRole("link", { name: "Sort the shelf" }).click();
    await page.getByRole("dialog").getByLabel("Title").waitFor();
  });

  test("ANA-1 Time Saved shows its formula, follows an own estimate, and live changes", async () => {
    const person = await newPerson("Ana Berg");
    await work(person);
    const { page } = await openScreen("/analytics", { person });
    const saved = page.getByRole("button", { name: /^Time Saved/ });
    await saved.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("3 messages × 2 min + 1 task × 3 min + 0 meetings × 10 min = 9 min").waitFor();
    await dialog.getByText("The minutes are your estimate.").waitFor();
    const perMessage = dialog.getByLabel("Minutes per message triaged");
    await perMessage.fill("many");
    await dialog.getByText("From 0 to 240").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "Save estimate" }).isDisabled()).toBe(true);
    await perMessage.fill("20");
    await perMessage.press("Enter");
    await expectToast(page, "Your estimate is saved");
    await dialog.getByText("3 messages × 20 min + 1 task × 3 min + 0 meetings × 10 min = 63 min").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => saved.innerText()).toContain("1.1");
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
    await expectToast(page, "Your figures are yours alone again");
    await expect.poll(() => region(anas, "Team Performance").getByRole("row").count()).toBe(2);
  });

  test("the screen has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
    const person = await newPerson("Ana Berg");
    await work(person);
    const { page } = await openScreen("/analytics", { person, ...shownOn("desktop") });
    const team = region(page, "Team Performance");
    await team.waitFor();
    expect(await faultsOf(page, "analytics", page.getByRole("list", { name: "Figures" }))).toEqual([]);
    await page.getByRole("button", { name: /^Time Saved/ }).click();
    await dialogRows(page).first().waitFor();
    expect(await faultsOf(page, "analytics-rows", dialogRows(page).first())).toEqual([]);
  });
});
