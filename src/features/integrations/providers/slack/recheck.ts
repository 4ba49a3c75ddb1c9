import { isRecheckDue, recheckFrom, recheckTimeLeft } from "../../sync/recheck";
import { type Changes, ProviderFailure, type Session, type StoredMessage } from "../provider";
import { isAmong, type ListedMessages, list, missingIn, tsOf } from "./listed";
import { externalIdOf, type SlackMessage, threadKeyOf } from "./messages";
import type { SlackAccess } from "./oauth";
import { fetchPage, pageSize } from "./pages";
import { type Progress, secondsBefore, toTs } from "./progress";

/** Messages of a conversation or a thread that are asked about one by one in one go; what is left is found by the next recheck. */
const askedAbout = 50;

type RecheckProgress = Progress["recheck"];
type Thread = RecheckProgress["threads"][number];
type ToChanges = (session: Session, conversation: string, said: SlackMessage[]) => Promise<Changes>;

/** Begins a recheck where one is due. What is not collected any more, nothing is asked about. */
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
 * Conversations and threads rechecked with each round: what is new does not wait for them long, nor does Slack, which
 * answers about 50 such requests a minute, turn it away for them.
 */
const perRound = { least: 10, most: 50 };
/** The part of a recheck's time after which all of it shall be done: its threads only show on the way. */
const share = 0.8;

/** How many are rechecked with a round that begins now, so that the last one is in time, with rounds as far apart as the last two. */
export function rechecksFor({ recheck, checked, began }: Progress, now: number): number {
  const left = recheck.conversations.length + recheck.threads.length;
  const interval = began === null ? 0 : Math.max(0, now - Date.parse(began));
  const time = recheckTimeLeft(checked, now) * share;
  const wanted = time > interval ? Math.ceil((left * interval) / time) : left;
  return Math.min(perRound.most, Math.max(perRound.least, wanted));
}

/** What one step of a recheck came to. */
interface Step {
  changes: Changes;
  left: RecheckProgress;
  /** Slack wants no more requests for now, or has a problem: what is new must not wait for the rest. */
  stopped: boolean;
}

/**
 * Holds what is stored of one conversation or thread against what Slack lists of it, for the deletions that no event
 * told of, and for edits. What was found until Slack stops it counts.
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
      if (session.signal.aborted || !(error instanceof ProviderFailure)) throw error;
      const rest = thread ? { ...left, threads } : { conversations, threads };
      // What Slack fails on is left to the next recheck: it may fail on it every time.
      if (error.kind === "unavailable") return { changes, left: rest, stopped: true };
      if (error.kind !== "rate_limited") throw error;
      if (thread) rest.threads.push(thread);
      else if (conversation !== undefined) rest.conversations.push(conversation);
      return { changes, left: rest, stopped: true };
    }
  };

  /** @returns the threads of the conversation in which there are answers. */
  async function recheckConversation(
    session: Session,
    conversation: string,
    changes: Changes,
  ): Promise<Thread[]> {
    // Looked up before Slack is asked: what comes meanwhile was not there to be listed.
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
    // There is no thread any more once its beginning and all answers are gone.
    const missing = listed.refusal === "thread_not_found" ? answers : missingIn(listed, answers);
    await removeGone(missing, changes, (answer) => isAnswerGone(session, conversation, answer));
  }

  /** Asks for one message alone. Source: docs.slack.dev/messaging/retrieving-messages */
  async function isGone(session: Session, channel: string, ts: string): Promise<boolean> {
    const alone = { channel, oldest: ts, latest: ts, inclusive: true, limit: 1 };
    const { messages, refusal } = await fetchPage(() =>
      access(session, (client) => client.conversations.history(alone)),
    );
    return refusal === null && !isAmong(messages, ts);
  }

  /** Asked for by its own time, an answer comes alone. Source: docs.slack.dev/reference/methods/conversations.replies */
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

/** Asks for each message alone before it is removed, so that a gap in a list removes nothing. */
async function removeGone(
  missing: StoredMessage[],
  { removed }: Changes,
  isGone: (ts: string) => Promise<boolean>,
): Promise<void> {
  for (const message of missing.slice(0, askedAbout))
    if (await isGone(tsOf(message))) removed.push(message.externalId);
}

const threadOf = ({ threadKey }: StoredMessage): string =>
  threadKey?.slice(threadKey.lastIndexOf(":") + 1) ?? "";
