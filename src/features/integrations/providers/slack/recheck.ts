import { isDataFault } from "../../../../server/query-failure";
import { failuresBefore } from "../../sync/quarantine";
import { isRecheckDue, recheckFrom, recheckTimeLeft } from "../../sync/recheck";
import { type Changes, ProviderFailure, type Session, type StoredMessage } from "../provider";
import { isAmong, type ListedMessages, list, missingIn, tsOf } from "./listed";
import { externalIdOf, type SlackMessage, threadKeyOf, threadOf } from "./messages";
import type { SlackAccess } from "./oauth";
import { fetchPage, pageSize } from "./pages";
import { type Progress, secondsBefore, toTs } from "./progress";

/** Most messages verified one by one per conversation or thread. The next recheck finds the rest. */
const checkedTogether = 50;

type RecheckProgress = Progress["recheck"];
type Thread = RecheckProgress["threads"][number];
type ToChanges = (session: Session, conversation: string, said: SlackMessage[]) => Promise<Changes>;

/** Starts a recheck if one is due, and skips conversations that are no longer collected. */
export function planRecheck(progress: Progress, collected: string[]): Progress {
  const { conversations, threads } = progress.recheck;
  const idle = conversations.length + threads.length === 0;
  if (idle && isRecheckDue(progress.checked))
    return {
      ...progress,
      recheck: { conversations: collected, threads: [] },
      checked: new Date().toISOString(),
    };
  const chosen = new Set(collected);
  const recheck = {
    conversations: conversations.filter((id) => chosen.has(id)),
    threads: threads.filter(({ conversation }) => chosen.has(conversation)),
  };
  return { ...progress, recheck };
}

/**
 * Rechecks per round. Few enough that new messages don't wait long and that we stay below Slack's limit of
 * about 50 requests a minute.
 */
const perRound = { least: 10, most: 50 };
/**
 * The share of a recheck's time in which to finish. The rest is a reserve, because threads are only found on
 * the way.
 */
const share = 0.8;

/**
 * How many rechecks the current round should do to finish in time, if rounds stay as far apart as the last
 * two.
 */
export function rechecksFor({ recheck, checked, began }: Progress, now: number): number {
  const left = recheck.conversations.length + recheck.threads.length;
  const interval = began === null ? 0 : Math.max(0, now - Date.parse(began));
  const time = recheckTimeLeft(checked, now) * share;
  const wanted = time > interval ? Math.ceil((left * interval) / time) : left;
  return Math.min(perRound.most, Math.max(perRound.least, wanted));
}

/** The result of one recheck step. */
interface Step {
  changes: Changes;
  left: RecheckProgress;
  /** Slack is limiting requests or failing, so the rest waits. New messages must not wait for it. */
  stopped: boolean;
}

/**
 * Compares the stored messages of one conversation or thread with what Slack lists, to find edits and
 * deletions that no event reported. Everything found before Slack stops us counts.
 */
export function createRecheck(access: SlackAccess, toChanges: ToChanges) {
  return async (session: Session, left: RecheckProgress): Promise<Step> => {
    const changes: Changes = { messages: [], removed: [] };
    const [thread, ...threads] = left.threads;
    const [conversation, ...conversations] = left.conversations;
    try {
      if (thread) await recheckThread(session, thread, changes);
      else if (conversation !== undefined)
        threads.push(...(await recheckConversation(session, conversation, changes)));
      const rest = { conversations: thread ? left.conversations : conversations, threads };
      return { changes, left: rest, stopped: false };
    } catch (error) {
      if (session.signal.aborted) throw error;
      const rest = thread ? { ...left, threads } : { conversations, threads };
      // Skip this one until the next recheck, because Slack may fail on it every time.
      if (isOfEntry(error, session)) return { changes, left: rest, stopped: true };
      if (!(error instanceof ProviderFailure) || error.kind !== "rate_limited") throw error;
      if (thread) rest.threads.push(thread);
      else if (conversation !== undefined) rest.conversations.push(conversation);
      return { changes, left: rest, stopped: true };
    }
  };

  /** @returns the conversation's threads that have replies. */
  async function recheckConversation(
    session: Session,
    conversation: string,
    changes: Changes,
  ): Promise<Thread[]> {
    // Read the stored messages first. A message that arrives during the request would look deleted.
    const from = recheckFrom();
    const stored = await session.stored(from, { beginning: externalIdOf(conversation, "") });
    if (stored.length === 0) return [];
    const listed = await list((cursor) =>
      access(session, (client) =>
        client.conversations.history({
          channel: conversation,
          oldest: toTs(from),
          limit: pageSize,
          ...cursor,
        }),
      ),
    );
    const beginnings = stored.filter((message) => threadOf(message) === tsOf(message));
    changes.messages.push(...(await fetchEdits(session, conversation, beginnings, listed)));
    await removeGone(missingIn(listed, beginnings), changes, (ts) => isGone(session, conversation, ts));
    const threads = new Set(stored.filter((one) => !beginnings.includes(one)).map(threadOf));
    return [...threads].map((ts) => ({ conversation, ts }));
  }

  async function recheckThread(
    session: Session,
    { conversation, ts }: Thread,
    changes: Changes,
  ): Promise<void> {
    const stored = await session.stored(recheckFrom(), { threadKey: threadKeyOf(session, conversation, ts) });
    const answers = stored.filter((message) => tsOf(message) !== ts);
    const [first] = answers.map(tsOf).sort();
    if (first === undefined) return;
    const oldest = secondsBefore(first, 1);
    const listed = await list((cursor) =>
      access(session, (client) =>
        client.conversations.replies({ channel: conversation, ts, oldest, limit: pageSize, ...cursor }),
      ),
    );
    changes.messages.push(...(await fetchEdits(session, conversation, answers, listed)));
    // Slack drops a thread once its first message and all replies are deleted.
    const missing = listed.refusal === "thread_not_found" ? answers : missingIn(listed, answers);
    await removeGone(missing, changes, (answer) => isAnswerGone(session, conversation, answer));
  }

  /** Fetches this one message. Source: docs.slack.dev/messaging/retrieving-messages */
  async function isGone(session: Session, channel: string, ts: string): Promise<boolean> {
    const alone = { channel, oldest: ts, latest: ts, inclusive: true, limit: 1 };
    const { messages, refusal } = await fetchPage(() =>
      access(session, (client) => client.conversations.history(alone)),
    );
    return refusal === null && !isAmong(messages, ts);
  }

  /**
   * With its own timestamp, a reply is returned alone. Source:
   * docs.slack.dev/reference/methods/conversations.replies
   */
  async function isAnswerGone(session: Session, channel: string, ts: string): Promise<boolean> {
    const { messages, refusal } = await fetchPage(() =>
      access(session, (client) => client.conversations.replies({ channel, ts, limit: pageSize })),
    );
    return refusal === "thread_not_found" || (refusal === null && !isAmong(messages, ts));
  }

  async function fetchEdits(
    session: Session,
    conversation: string,
    stored: StoredMessage[],
    { messages }: ListedMessages,
  ): Promise<Changes["messages"]> {
    const known = new Set(stored.map(tsOf));
    const edited = messages.filter((message) => message.edited && known.has(message.ts));
    return (await toChanges(session, conversation, edited)).messages;
  }
}

/** Whether a failure may be about this one conversation or thread; one of Zippy's own, if checks keep failing. */
function isOfEntry(error: unknown, { failures }: Session): boolean {
  if (error instanceof ProviderFailure) return error.kind === "unavailable" || error.kind === "refused";
  return failures >= failuresBefore && isDataFault(error);
}

/** Verifies each message before removing it, so that a gap in a list removes nothing. */
async function removeGone(
  missing: StoredMessage[],
  { removed }: Changes,
  isGone: (ts: string) => Promise<boolean>,
): Promise<void> {
  for (const message of missing.slice(0, checkedTogether))
    if (await isGone(tsOf(message))) removed.push(message.externalId);
}
