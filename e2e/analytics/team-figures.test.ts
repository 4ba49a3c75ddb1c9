import pg from "pg";
import { expect, inject, test } from "vitest";
import { channelName } from "../../src/features/channels/channels";
import { providerIds } from "../../src/features/channels/providers";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { asking, importMails, statement } from "../support/sample-data";
import { join } from "../support/team-people";
import { besideFigures, completeOn, dialogRows, figures, focus, region, walkFigures } from "./figures-page";

const browser = browserForTests();
const { openScreen, newPerson } = browser;

const channels = [...providerIds, "import"];

/** A team of five, of whom Bo and Cy show their figures to it. */
async function team() {
  const ana = await newPerson("Ana Berg");
  const others: Person[] = [];
  for (const name of ["Bo Lind", "Cy Roth", "Di Vale", "Eve Holm"]) {
    const person = await newPerson(name);
    await join(ana, person);
    others.push({ ...person, teamId: ana.teamId });
  }
  const [bo, cy, di, eve] = others as [Person, Person, Person, Person];
  for (const person of [bo, cy])
    await person.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: true });
  return { ana, bo, cy, di, eve };
}

/** Two mails in each channel: the first one is resolved by somebody, and every third second one became a task. */
async function fillChannels(people: Person[]): Promise<void> {
  const [ana] = people as [Person];
  const messages = await importMails(
    ana,
    channels.flatMap((channel) => [
      { subject: `${channel} fair`, body: statement("The fair") },
      { subject: `${channel} plan`, body: asking("the plan") },
    ]),
  );
  const client = new pg.Client({ connectionString: inject("productDatabase") });
  await client.connect();
  await client.query(
    "update messages set channel = split_part(subject, ' ', 1) where team_id = $1 and subject is not null",
    [ana.teamId],
  );
  await client.end();
  for (const [n, channel] of channels.entries()) {
    const person = people[n % people.length] as Person;
    const named = (subject: string) => messages.find((message) => message.subject === subject)?.id;
    await person.patch(`/api/messages/${named(`${channel} fair`)}`, { status: "resolved" });
    if (n % 3 > 0) continue;
    const path = `/api/messages/${named(`${channel} plan`)}/create-task`;
    const { body } = await person.post<{ id: string }>(path, { teamId: ana.teamId });
    await person.patch(`/api/tasks/${body.id}`, { status: "resolved" });
  }
}

test("ANA-1 ANA-2 BEY-3 BEY-19 every figure of a team of five opens exactly the rows that it counts", async () => {
  const { ana, bo, cy, di, eve } = await team();
  await fillChannels([ana, bo, cy, di, eve]);
  for (const person of [ana, bo, di]) await focus(person);
  await completeOn(ana, [0, -7, -6], "Ana");
  await completeOn(bo, [0, 0, -6, -6, -1], "Bo");
  await completeOn(di, [0, -3, -3, -3], "Di");

  const { page } = await openScreen("/analytics", { person: ana });
  const trend = region(page, "Task Completion Trend");
  await trend.waitFor();
  // 4 cards, 2 weeks, 7 days, 4 bars of last week, ten channels, three members, and those who keep theirs private.
  await expect.poll(() => figures(page).count()).toBe(4 + 2 + 7 + 4 + 10 * 4 + 3 * 4 + 1);
  expect(await page.evaluate(besideFigures)).not.toMatch(/\d/);
  const chart = await walkFigures(page);
  for (const channel of channels)
    expect(chart).toMatchObject({
      [`${channelName(channel)}, received`]: ["2", 2],
      [`${channelName(channel)}, resolved`]: [
        expect.any(String),
        channels.indexOf(channel) % 3 === 0 ? 1 : 1,
      ],
    });
  expect(chart).toMatchObject({
    "Completed last week": ["8", 8],
    "Focus Time": ["1.8", 2],
    "Bo Lind, Focus Time": ["0.9 hrs", 1],
    "Cy Roth, Focus Time": ["0 hrs", 0],
    "Members who keep their figures private": ["2", 2],
  });
  expect(Object.keys(chart).filter((title) => /^(Di|Eve)/.test(title))).toEqual([]);
  await expect.poll(() => figures(page).count()).toBe(Object.values(chart).length);

  // The same days as a table, with those of last week that have no bar.
  await trend.getByRole("button", { name: "Table" }).click();
  await page.getByRole("columnheader", { name: "Last week" }).waitFor();
  const days = Object.entries(chart).filter(([title]) => title.startsWith("Completed"));
  const table = await walkFigures(page, trend);
  expect(table).toMatchObject(Object.fromEntries(days));
  expect(Object.keys(table)).toHaveLength(2 + 14);

  await page.getByRole("button", { name: /^Members who keep their figures private/ }).click();
  await expect.poll(() => dialogRows(page).count()).toBe(2);
  expect((await dialogRows(page).allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
    "Eve Holm",
    "Di Vale",
  ]);
  await expect.poll(() => dialogRows(page).first().innerText()).toMatch(/Joined \w{3}, /);
  await page.keyboard.press("Escape");
  // Until they are there, the figures of 30 days stay.
  const completed = page.getByRole("button", { name: /^Bo Lind, Tasks Completed/ });
  const before = await completed.innerText();
  await page.getByRole("button", { name: "This week", exact: true }).click();
  await expect.poll(() => completed.innerText()).not.toBe(before);
  const week = await walkFigures(page, region(page, "Team Performance"));
  // Of the last 30 days, Bo's three of last week are left out.
  const count = (seen: typeof week) => seen["Bo Lind, Tasks Completed"]?.[1] as number;
  expect(count(chart) - count(week)).toBe(3);

  // Bo sees Ana's figures in no row, and his own are among his team's.
  const { page: bos } = await openScreen("/analytics", { person: bo });
  const ofTeam = region(bos, "Team Performance");
  await ofTeam.waitFor();
  const cards = await walkFigures(bos, bos.getByRole("list", { name: "Figures" }));
  const seen = { ...cards, ...(await walkFigures(bos, ofTeam)) };
  expect(seen).toMatchObject({
    "Members who keep their figures private": ["3", 3],
    "Focus Time": ["0.9", 1],
    "Bo Lind, Tasks Completed": chart["Bo Lind, Tasks Completed"],
  });
  expect(Object.keys(seen).filter((title) => title.startsWith("Ana"))).toEqual([]);
});
