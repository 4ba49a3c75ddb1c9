import { SlackMessage } from "./messages";
import { refusalOf } from "./web-api";

/** Messages asked for at a time, as many as Slack recommends. */
export const pageSize = 200;

/** What can no longer be read is left out; the other conversations go on. */
const unreadable = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "thread_not_found",
  "missing_scope",
]);

/** A page as Slack gives it. */
export interface Answer {
  messages?: unknown[];
  has_more?: boolean;
  response_metadata?: { next_cursor?: string };
}

/** A page of messages. */
export interface Page {
  messages: SlackMessage[];
  /** Where the next one is; null: it was the last. */
  next: string | null;
  /** The code by which Slack refused to show it; null: it is all there is. */
  refusal: string | null;
}

export async function fetchPage(ask: () => Promise<Answer>): Promise<Page> {
  try {
    const { messages, has_more, response_metadata } = await ask();
    return {
      messages: (messages ?? []).flatMap((one) => SlackMessage.safeParse(one).data ?? []),
      next: (has_more && response_metadata?.next_cursor) || null,
      refusal: messages ? null : "no messages",
    };
  } catch (error) {
    const code = refusalOf(error);
    if (code === undefined || !unreadable.has(code)) throw error;
    return { messages: [], next: null, refusal: code };
  }
}
