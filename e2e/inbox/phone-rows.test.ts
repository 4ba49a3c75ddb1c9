import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import { day } from "../../src/shared/durations";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { chooseDensity, minute, row } from "../support/inbox-page";
import { shownOn } from "../support/looks";
import { asking, importMails } from "../support/sample-data";
import { expectToast, toasts } from "../support/watching";

const { newPerson, openScreen } = browserForTests();

let person: Person;

beforeAll(async () => {
  person = await newPerson("Ana Berg");
  const messages = await importMails(
    person,
    ["lease", "report", "budget", "quote"].map((subject, index) => ({
      subject,
      body: asking(`the ${subject}`),
      sentAt: new Date(Date.now() - (index + 1) * minute),
    })),
  );
  const idOf = (subject: string) => messages.find((message: Message) => message.subject === subject)?.id;
  await person.patch(`/api/messages/${idOf("lease")}`, { status: "resolved" });
  await person.post(`/api/messages/${idOf("report")}/create-task`, { teamId: person.teamId });
  await person.post(`/api/messages/${idOf("budget")}/snooze`, {
    until: new Date(Date.now() + 20 * day).toISOString(),
  });
});

const openPhone = async (): Promise<Page> => {
  const { page } = await openScreen("/inbox", { person, ...shownOn("phone") });
  await row(page, "the lease").waitFor();
  return page;
};

test("INB-3 on a phone, a check mark shows in the rows of what is resolved or became a task", async () => {
  const page = await openPhone();
  for (const text of ["the lease", "the report"]) {
    const mark = row(page, text).locator("svg.tabler-icon-check").first();
    await expect.poll(async () => (await mark.boundingBox())?.width).toBe(14);
  }
});

test("INB-3 on a phone's cards, the box to choose one covers neither a button nor what has been done", async () => {
  const page = await openPhone();
  await chooseDensity(page, "comfortable");
  for (const text of ["the lease", "the report", "the budget", "the quote"]) {
    const card = row(page, text);
    await card.getByRole("button", { name: "View Context" }).waitFor();
    expect({ text, covered: await card.evaluate(coveredByBox) }).toEqual({ text, covered: [] });
  }
});

test("INB-2 on a phone's cards, the sender is readable beside everything else", async () => {
  const mia = await newPerson("Mia Torn");
  await mia.post(`/api/teams/${mia.teamId}/sample-data`, { timeZone: "UTC" });
  const { page } = await openScreen("/inbox", { person: mia, ...shownOn("phone") });
  await chooseDensity(page, "comfortable");
  const sender = row(page, "two parcels").getByText("Sami (courier)", { exact: true });
  await sender.waitFor();
  expect(await sender.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const sample = row(page, "two parcels").getByText("Sample", { exact: true });
  const [one, other] = [await sender.boundingBox(), await sample.boundingBox()];
  const gap = (other?.x ?? 0) - ((one?.x ?? 0) + (one?.width ?? 0));
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(12);
});

test("BEY-10 on a phone, a toast with one button is as high as its words, and a menu opened after it is above it", async () => {
  const page = await openPhone();
  await row(page, "the quote").click();
  await row(page, "the quote").getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("button", { name: "Tomorrow morning" }).click();
  await expectToast(page, "Snoozed");
  // So that it stays.
  await toasts(page).hover();
  const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;
  expect(await heightOf(toasts(page))).toBeLessThan(120);

  await row(page, "the lease").click();
  await row(page, "the lease").getByRole("button", { name: "Correct" }).click();
  const last = page.getByRole("menuitem").or(page.getByRole("menuitemradio")).last();
  await last.scrollIntoViewIfNeeded();
  await last.click({ trial: true });
});

/** Runs in the page: the buttons of a card, and what its last line says, that lie below its box. */
const coveredByBox = (card: unknown): string[] => {
  interface Node {
    className: string;
    textContent: string;
    childElementCount: number;
    querySelectorAll(selector: string): Iterable<Node>;
    querySelector(selector: string): Node;
    getBoundingClientRect(): { left: number; right: number; top: number; bottom: number };
  }
  const article = card as Node;
  const box = article.querySelector('[aria-label="Choose"]').getBoundingClientRect();
  return [...article.querySelectorAll('button:not([aria-label="Choose"]), [class*=outcome] span')]
    .filter((element) => {
      const own = element.getBoundingClientRect();
      const apart =
        own.right <= box.left + 1 ||
        own.left >= box.right - 1 ||
        own.bottom <= box.top + 1 ||
        own.top >= box.bottom - 1;
      return !apart;
    })
    .map((element) => element.textContent);
};
