import type { Locator } from "playwright-core";
import { expect, inject, test } from "vitest";
import { query } from "../../test/support/collecting";
import { browserForTests, widths } from "../support/browser";
import { list } from "../support/settings-page";

const { newPerson, openScreen } = browserForTests();

/** The heights of a list's rows that aren't in view: those they are taken for, and those they have. */
async function heightsOf(rows: Locator): Promise<{ taken: number[]; own: number[] }> {
  await rows.nth(19).waitFor({ state: "attached" });
  return rows.evaluateAll((elements) => {
    const hidden = elements.slice(-3) as unknown as Row[];
    const heights = () => hidden.map((row) => row.getBoundingClientRect().height);
    const taken = heights();
    for (const row of hidden) row.style.contentVisibility = "visible";
    return { taken, own: heights() };
  });
}

interface Row {
  style: { contentVisibility: string };
  getBoundingClientRect(): { height: number };
}

test("BEY-17 rows that aren't drawn yet are as high as they will be, so nothing below them jumps away from a click", async () => {
  const person = await newPerson("Ana Berg");
  const { teamId } = person;
  await query(
    { databaseUrl: inject("productDatabase") },
    `with people as (
       insert into users (email, first_name, last_name)
       select $1::text || n || '@example.org', 'Bo', 'Lind' from generate_series(10, 49) n returning id)
     insert into team_members (team_id, user_id, role) select $1::uuid, id, 'member' from people`,
    [teamId],
  );
  await person.post(`/api/teams/${teamId}/tasks/many`, {
    tasks: Array.from({ length: 40 }, (_, n) => ({
      title: `Water the roses ${n}`,
      dueDate: new Date(Date.UTC(2031, 2, 18, 14, n)).toISOString(),
    })),
  });
  const { page } = await openScreen("/settings/team", {
    person,
    viewport: { width: widths.phone, height: 600 },
  });
  const members = list(page, "Members").getByRole("listitem");
  const onPhone = await heightsOf(members);
  expect(onPhone.taken).toEqual(onPhone.own);

  await page.setViewportSize({ width: widths.desktop, height: 600 });
  await page.reload();
  const onDesktop = await heightsOf(members);
  expect(onDesktop.taken).toEqual(onDesktop.own);

  await page.goto("/matrix?view=calendar&month=2031-03");
  const day = "Tuesday, March 18, 2031";
  await page.getByRole("gridcell", { name: `${day}, 40 tasks` }).click({ position: { x: 4, y: 4 } });
  const due = await heightsOf(page.getByRole("region", { name: day }).getByRole("listitem"));
  expect(due.taken).toEqual(due.own);
});
