import type { StoredMessage } from "../provider";
import type { SlackMessage } from "./messages";
import { type Answer, fetchPage, type Page } from "./pages";
import { isLater } from "./progress";

/** Pages that are read of a conversation or a thread at the most. */
const mostPages = 25;

/** What was read of a conversation or a thread. */
export interface ListedMessages {
  messages: SlackMessage[];
  /** The refusal of a page; null: there was none. */
  refusal: string | null;
  /** There was more than is read. */
  cut: boolean;
}

/** Reads a conversation or a thread to its end, or as far as is read of any. */
export async function list(ask: (at: { cursor?: string }) => Promise<Answer>): Promise<ListedMessages> {
  const messages: SlackMessage[] = [];
  let next: Page["next"] = null;
  for (let read = 0; read < mostPages; read++) {
    const at: Page["next"] = next;
    const page = await fetchPage(() => ask(at === null ? {} : { cursor: at }));
    messages.push(...page.messages);
    next = page.next;
    if (page.refusal !== null || next === null) return { messages, refusal: page.refusal, cut: false };
  }
  return { messages, refusal: null, cut: true };
}

/** The stored messages that are not listed. Of a list that was refused nothing is known, of one that was cut only the time it covers. */
export function missingIn(
  { messages, refusal, cut }: ListedMessages,
  stored: StoredMessage[],
): StoredMessage[] {
  if (refusal !== null) return [];
  const present = new Set(messages.filter(stands).map(({ ts }) => ts));
  const covered = (ts: string): boolean =>
    !cut || (messages.some((one) => isLater(ts, one.ts)) && messages.some((one) => isLater(one.ts, ts)));
  return stored.filter((message) => !present.has(tsOf(message)) && covered(tsOf(message)));
}

/** Of a message with answers Slack leaves a gravestone. */
const stands = ({ subtype }: SlackMessage): boolean => subtype !== "tombstone";

export const isAmong = (messages: SlackMessage[], ts: string): boolean =>
  messages.some((message) => message.ts === ts && stands(message));

export const tsOf = ({ externalId }: StoredMessage): string => externalId.slice(externalId.indexOf(":") + 1);
