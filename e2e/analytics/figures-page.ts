import pg from "pg";
import type { Locator, Page } from "playwright-core";
import { expect, inject } from "vitest";
import type { Person } from "../../test/support/person";
import { timeZone } from "../support/browser";
import { addTask } from "../support/sample-data";

export const region = (page: Page, name: string): Locator => page.getByRole("region", { name });
const figuresIn = (part: Locator): Locator => part.locator("button[data-figure]");
export const figures = (page: Page): Locator => figuresIn(page.getByRole("main"));
export const dialogRows = (page: Page): Locator =>
  page.getByRole("dialog").getByRole("list", { name: "Rows" }).getByRole("listitem");

/** A focus session of 54 minutes with a pause, at noon of this week's Monday in the browser's time zone. */
export async function focus({ teamId, user }: Person): Promise<void> {
  const client = new pg.Client({ connectionString: inject("productDatabase") });
  await client.connect();
  await client.query(
    `insert into events (team_id, user_id, type, subject_id, at)
     select $1, $2, type, session, (date_trunc('week', now() at time zone $3) + interval '12 hours') at time zone $3
       + minutes * interval '1 minute'
     from (select gen_random_uuid() as session) one,
       (values ('focus_started', 0), ('focus_ended', 30), ('focus_started', 40), ('focus_ended', 64)) s(type, minutes)`,
    [teamId, user.id, timeZone],
  );
  await client.end();
}

/** Adds tasks that were completed at noon of these days, counted from this week's Monday in the browser's time zone. */
export async function completeOn(person: Person, days: number[], title: string): Promise<void> {
  const ids: string[] = [];
  for (const [n] of days.entries()) {
    const task = await addTask(person, { title: `${title} ${n + 1}`, status: "resolved" });
    ids.push(task.id);
  }
  const client = new pg.Client({ connectionString: inject("productDatabase") });
  await client.connect();
  await client.query(
    `update events set at =
       (date_trunc('week', now() at time zone $3) + days * interval '1 day' + interval '12 hours') at time zone $3
     from unnest($1::uuid[], $2::int[]) as done(id, days)
     where team_id = $4 and type = 'task_completed' and subject_id = done.id`,
    [ids, days, timeZone, person.teamId],
  );
  await client.end();
}

/** The numbers from 0 to 6, each as often as its day has completed tasks. */
export const eachOf = (counts: number[]): number[] =>
  counts.flatMap((count, day) => Array.from({ length: count }, () => day));

/** What a row adds to a figure of time (minutes), as it stands at its end. */
function minutesIn(text: string): number {
  const [, amount, unit] = /([\d.]+) (s|min|h)$/.exec(text) ?? [];
  return Number(amount ?? 0) * (unit === "h" ? 60 : unit === "s" ? 1 / 60 : 1);
}

/** The text of a screen without its figures and its choice of a period. */
export const besideFigures = `(() => {
  const main = document.querySelector("main").cloneNode(true);
  for (const part of main.querySelectorAll("button[data-figure], fieldset")) part.remove();
  return main.textContent;
})()`;

/**
 * Opens every figure on the screen, or in a part of it, and expects that it is what its rows add up to.
 *
 * @returns each figure by its title, as it stands on the screen, with the number of its rows.
 */
export async function walkFigures(
  page: Page,
  within: Locator = page.getByRole("main"),
): Promise<Record<string, [shown: string, rows: number]>> {
  const seen: Record<string, [shown: string, rows: number]> = {};
  for (const figure of await figuresIn(within).all()) {
    const words = await figure.innerText();
    // The middle of last week's bar may be behind this week's.
    await figure.press("Enter");
    const title = await page.getByRole("dialog").getByRole("heading").innerText();
    // A day: its title, the figure, its name. A card: its title, the figure with its unit, a note.
    const value = words.startsWith(`${title}:`)
      ? (words
          .slice(title.length + 1)
          .trim()
          .split("\n")[0] as string)
      : (words.split(/\n+/)[1]?.split(" ")[0] as string);
    const total = page.getByRole("dialog").getByText(/^(No rows yet\.|[\d,]+ rows?)$/);
    const count = Number.parseInt((await total.innerText()).replace("No rows yet.", "0"), 10);
    await expect.poll(() => dialogRows(page).count()).toBe(count);
    seen[title] = [value, count];
    const minutes = (await dialogRows(page).allInnerTexts()).map(minutesIn);
    const sum = minutes.reduce((all, one) => all + one, 0);
    if (title === "Time Saved" || title.endsWith("Focus Time"))
      expect([title, Number.parseFloat(value)]).toEqual([title, Math.round(sum / 6) / 10]);
    else if (title.endsWith("Context Retention"))
      expect(value).toBe(
        count === 0
          ? "–"
          : `${Math.round((100 * (await dialogRows(page).getByText("Linked context", { exact: true }).count())) / count)}%`,
      );
    else if (/time|Time/.test(title)) {
      const sorted = minutes.toSorted((a, b) => a - b);
      const [low, high] = [sorted[(count - 1) >> 1] ?? 0, sorted[count >> 1] ?? 0];
      const unit = /[\d.]+ (h|s)\b/.exec(words.replace(title, ""))?.[1];
      const ofMinute = unit === "h" ? 1 / 60 : unit === "s" ? 60 : 1;
      const shown = Number.parseFloat(value.replace("–", "0"));
      // The figure and its rows are rounded to a tenth of an hour, or to a minute or second.
      const rounded = unit === "h" ? 0.15 : 0.6;
      expect(Math.abs(shown - ((low + high) / 2) * ofMinute), title).toBeLessThan(rounded);
    } else expect([title, value]).toEqual([title, String(count)]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  return seen;
}
