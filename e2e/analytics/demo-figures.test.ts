import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { rows } from "../support/inbox-page";
import { figures, region, walkFigures } from "./figures-page";

const { openPage } = browserForTests();

/** The figures of the demo in a browser of a time zone. */
async function demoFigures(timezoneId: string): Promise<Page> {
  const page = await openPage({ timezoneId });
  await page.goto("/demo");
  await rows(page).first().waitFor();
  await page.goto("/analytics");
  await region(page, "Task Completion Trend").waitFor();
  return page;
}

// Far ahead of the server, and at an odd half hour from it.
test.each(["Pacific/Auckland", "America/St_Johns"])(
  "ANA-1 ANA-2 BEY-3 ROUTE-8 in %s, every figure of the demo's fortnight opens the rows that it counts, and so does its table",
  async (timeZone) => {
    const page = await demoFigures(timeZone);
    const seen = await walkFigures(page);
    expect(Object.keys(seen)).toHaveLength(await figures(page).count());
    expect(seen["Completed last week"]?.[1]).toBeGreaterThan(0);
    const trend = region(page, "Task Completion Trend");
    await trend.getByRole("button", { name: "Table" }).click();
    const table = await walkFigures(page, trend);
    const days = Object.entries(seen).filter(([title]) => title.startsWith("Completed"));
    expect(table).toMatchObject(Object.fromEntries(days));
    expect(Object.keys(table)).toHaveLength(2 + 14);
    const sumOf = (week: "last week" | "this week") => table[`Completed ${week}`]?.[1];
    const completed = Object.entries(table).filter(([title]) => !/^Completed (this|last) week$/.test(title));
    const all = completed.reduce((sum, [, [, count]]) => sum + count, 0);
    expect(all).toBe((sumOf("last week") ?? 0) + (sumOf("this week") ?? 0));
  },
);
