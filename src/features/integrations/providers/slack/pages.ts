import { SlackMessage } from "./messages";
import { refusedWith } from "./web-api";

/** What can no longer be read is left out; the other conversations go on. */
const unreadable = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "thread_not_found",
  "missing_scope",
]);

interface Answer {
  messages?: unknown[];
  has_more?: boolean;
  response_metadata?: { next_cursor?: string };
}

/** A page of messages, and where the next one is; null: it was the last. */
export async function askPage(
  ask: () => Promise<Answer>,
): Promise<{ messages: SlackMessage[]; next: string | null }> {
  const answer = await ask().catch((error: unknown): Answer => {
    if (refusedWith(error, unreadable)) return {};
    throw error;
  });
  const messages = (answer.messages ?? []).flatMap((one) => SlackMessage.safeParse(one).data ?? []);
  return { messages, next: (answer.has_more && answer.response_metadata?.next_cursor) || null };
}
