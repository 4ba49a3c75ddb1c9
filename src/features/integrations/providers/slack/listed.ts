import type { StoredMessage } from "../provider";
import type { SlackMessage } from "./messages";
import { type Answer, fetchPage, type Page } from "./pages";
import { isLater } from "./progress";

/** Most pages read per conversation or thread. */
const mostPages = 25;

/** The messages read from a conversation or thread. */
export interface ListedMessages {
  messages: SlackMessage[];
  /** The error code of a refused page; null if no page was refused. */
  refusal: string | null;
  /** True if we stopped before the end. */
  cut: boolean;
}

/** Reads a conversation or thread to its end, or up to the page limit. */
export async function list(
  fetchAnswer: (at: { cursor?: string }) => Promise<Answer>,
): Promise<ListedMessages> {
  const messages: SlackMessage[] = [];
  let next: Page["next"] = null;
  for (let read = 0; read < mostPages; read++) {
    const at: Page["next"] = next;
    const page = await fetchPage(() => fetchAnswer(at === null ? {} : { cursor: at }));
    messages.push(...page.messages);
    next = page.next;
    if (page.refusal !== null || next === null) return { messages, refusal: page.refusal, cut: false };
  }
  return { messages, refusal: null, cut: true };
}

/**
 * Returns the stored messages that are not listed. A refused list says nothing, and a cut one only covers the
 * time between its oldest and newest message.
 */
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

/** Slack replaces a deleted message that has replies with a tombstone. */
const stands = ({ subtype }: SlackMessage): boolean => subtype !== "tombstone";

/** Whether the message is listed and not deleted. */
export const isAmong = (messages: SlackMessage[], ts: string): boolean =>
  messages.some((message) => message.ts === ts && stands(message));

export const tsOf = ({ externalId }: StoredMessage): string => externalId.slice(externalId.indexOf(":") + 1);
