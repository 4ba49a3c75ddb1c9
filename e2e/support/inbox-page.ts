import type { Locator, Page } from "playwright-core";
import type { Message } from "../../src/features/inbox/contract";
import type { Person } from "../../test/support/person";
import type { browserForTests } from "./browser";
import { importMails, type SampleMail } from "./sample-data";
import { type SentCall, watchCalls } from "./watching";

/** One minute in milliseconds. */
export const minute = 60_000;

/** The messages on screen. */
export const rows = (page: Page): Locator => page.getByRole("article");

/** The rows that contain a text. */
export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text });

/** How much the list shows of each message. */
type Density = "compact" | "comfortable";

/** The two ways the list looks, for tests of both. */
export const densities: Density[] = ["compact", "comfortable"];

/** The reading pane beside compact rows. */
export const pane = (page: Page): Locator => page.getByRole("region", { name: "Message", exact: true });

/** Where everything about the message with a text is shown: its card, or the pane once its row is selected. */
export async function everythingOf(page: Page, text: string, density: Density): Promise<Locator> {
  if (density === "comfortable") return row(page, text);
  await row(page, text).click();
  return pane(page);
}

export async function chooseDensity(page: Page, density: Density): Promise<void> {
  const name = density === "compact" ? "Compact rows" : "Comfortable cards";
  await page.getByRole("button", { name }).click();
}

/**
 * A new person's inbox with imported mails, in cards unless a density is given; `sent` records the calls made
 * afterwards.
 */
export async function openInbox(
  { newPerson, openScreen }: ReturnType<typeof browserForTests>,
  mails: SampleMail[],
  density: Density = "comfortable",
): Promise<{ page: Page; person: Person; messages: Message[]; sent: SentCall[] }> {
  const person = await newPerson("Ana Berg");
  const messages = mails.length > 0 ? await importMails(person, mails) : [];
  const { page } = await openScreen("/inbox", { person });
  await chooseDensity(page, density);
  const sent = watchCalls(page);
  if (mails.length > 0) await rows(page).first().waitFor();
  return { page, person, messages, sent };
}
