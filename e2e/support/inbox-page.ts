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

/** A new person's inbox with imported mails; `sent` records the calls made afterwards. */
export async function openInbox(
  { newPerson, openScreen }: ReturnType<typeof browserForTests>,
  mails: SampleMail[],
): Promise<{ page: Page; person: Person; messages: Message[]; sent: SentCall[] }> {
  const person = await newPerson("Ana Berg");
  const messages = mails.length > 0 ? await importMails(person, mails) : [];
  const { page } = await openScreen("/inbox", { person });
  const sent = watchCalls(page);
  if (mails.length > 0) await rows(page).first().waitFor();
  return { page, person, messages, sent };
}
