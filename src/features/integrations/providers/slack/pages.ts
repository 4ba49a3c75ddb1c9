import type { ProviderFailure } from "../provider";
import { SlackMessage } from "./messages";
import { refusalOf } from "./web-api";

/** Messages per page. Slack recommends at most 200. */
export const pageSize = 200;

/** Errors for conversations that can't be read any more. We skip them and continue with the others. */
const unreadable = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "thread_not_found",
  "missing_scope",
]);

/** A page as Slack returns it. */
export interface Answer {
  messages?: unknown[];
  has_more?: boolean;
  response_metadata?: { next_cursor?: string };
}

/** The reason for a message without a timestamp, which would identify it. */
export const withoutTime = "a message without a time";

/** A page of messages. */
export interface Page {
  messages: SlackMessage[];
  /** The number of messages that couldn't be read. */
  unread: number;
  /** The cursor of the next page; null for the last. */
  next: string | null;
  /** The error code if Slack refused the page; otherwise null. */
  refusal: string | null;
  /** The permission that Zippy lacks for it, as a sentence; null if it lacks none. */
  forbidden: string | null;
}

/**
 * Fetches a page of messages. A refusal that concerns only this conversation is part of the page.
 *
 * @throws ProviderFailure for any other.
 */
export async function fetchPage(fetchAnswer: () => Promise<Answer>): Promise<Page> {
  try {
    const { messages, has_more, response_metadata } = await fetchAnswer();
    const read = (messages ?? []).flatMap((one) => SlackMessage.safeParse(one).data ?? []);
    return {
      messages: read,
      unread: (messages?.length ?? 0) - read.length,
      next: (has_more && response_metadata?.next_cursor) || null,
      refusal: messages ? null : "no messages",
      forbidden: null,
    };
  } catch (error) {
    const code = refusalOf(error);
    if (code === undefined || !unreadable.has(code)) throw error;
    const forbidden = code === "missing_scope" ? (error as ProviderFailure).message : null;
    return { messages: [], unread: 0, next: null, refusal: code, forbidden };
  }
}
