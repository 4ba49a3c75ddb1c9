import { z } from "zod";
import type { Changes, Cursor, FetchedPage, Session } from "../provider";
import { idsIn, readMessages, type SlackMessage, silenceOf } from "./messages";
import { Conversation, type SlackNaming } from "./names";
import type { SlackAccess } from "./oauth";
import { fetchPage, type Page, pageSize, withoutTime } from "./pages";
import {
  isLater,
  latest,
  locationIn,
  type Progress,
  type Round,
  readProgress,
  secondsBefore,
  toTs,
} from "./progress";
import { createRecheck, planRecheck, rechecksFor } from "./recheck";

/** How far before the newest message we look for new replies and edits (seconds). */
const lookBack = 7 * 86_400;
/** How far before the newest message we read again, because Slack's order is not strict (seconds). */
const overlap = 60;

type Walk = Progress & { round: Round };

const nothing: Changes = { messages: [], removed: [] };

/** True if a conversation is collected: everything by default, or only what the user selected. */
export function isChosen({ settings }: Pick<Session, "settings">, conversation: string): boolean {
  const { conversations } = settings;
  return !Array.isArray(conversations) || conversations.includes(conversation);
}

/** Reads a workspace's conversations, each from the newest message already seen. */
export function createCollecting(access: SlackAccess, naming: SlackNaming) {
  /** The conversations the bot is a member of. */
  async function list(session: Session): Promise<Conversation[]> {
    const found: Conversation[] = [];
    let cursor: string | undefined;
    do {
      const page = {
        types: "public_channel,private_channel,mpim,im",
        exclude_archived: true,
        limit: pageSize,
        ...(cursor && { cursor }),
      };
      const answer = await access(session, (client) => client.users.conversations(page));
      found.push(...(answer.channels ?? []).flatMap((one) => Conversation.safeParse(one).data ?? []));
      cursor = answer.response_metadata?.next_cursor;
    } while (cursor);
    naming.learn(session, found);
    return found;
  }

  async function begin(session: Session, progress: Progress): Promise<Walk> {
    const ids = new Set((await list(session)).map(({ id }) => id));
    const kept = Object.entries(progress.seen).filter(([id]) => ids.has(id));
    const conversations = [...ids].filter((id) => isChosen(session, id));
    const planned = planRecheck(progress, conversations);
    const rechecks = rechecksFor(planned, Date.now());
    return {
      ...planned,
      began: new Date().toISOString(),
      seen: Object.fromEntries(kept),
      round: { conversations, history: null, threads: quarantinedThreads(session, ids), rechecks },
    };
  }

  async function toChanges(session: Session, conversation: string, said: SlackMessage[]): Promise<Changes> {
    const written = said.filter((one) => silenceOf(one) === undefined);
    const wanted = written.length > 0 && idsIn(conversation, written);
    const names = wanted ? await naming.of(session, wanted) : naming.known(session);
    return readMessages(session, conversation, said, names);
  }

  async function fetchHistory(session: Session, walk: Walk, since: Date): Promise<FetchedPage> {
    const { seen, round } = walk;
    const [conversation = "", ...others] = round.conversations;
    const last = seen[conversation];
    const after = last ? secondsBefore(last, overlap) : toTs(since);
    const oldest = last ? secondsBefore(last, lookBack) : after;
    const found = await session.quarantine.attempt(conversation, async () => {
      const page = await fetchPage(() =>
        access(session, (client) =>
          client.conversations.history({
            channel: conversation,
            oldest,
            limit: pageSize,
            ...(round.history && { cursor: round.history.page }),
          }),
        ),
      );
      const within = page.messages.filter(({ ts }) => isLater(ts, oldest));
      const changes = await toChanges(session, conversation, within.filter(isNewAfter(after)));
      return { page, within, changes };
    });
    if (!found)
      return { ...nothing, ...locationIn(walk, { ...round, conversations: others, history: null }) };
    const { page, within, changes } = found;
    if (page.forbidden) {
      const name = (await naming.of(session, { people: [], conversations: [conversation] })).conversation(
        conversation,
      );
      session.quarantine.keep(conversation, `${name ?? "A conversation"} can't be read. ${page.forbidden}`);
    }
    const { messages, next } = page;
    const newest = latest([round.history?.newest ?? last ?? after, ...within.map(lastChange)]);
    // Messages are listed newest first, so the first one that is too old ends the history.
    const unread = within.length === messages.length ? next : null;
    const threads = within
      .filter(({ reply_count, latest_reply }) => reply_count && latest_reply && isLater(latest_reply, after))
      .map(({ ts }) => ({ conversation, ts, after, page: null }));
    return {
      ...withUnread(page, changes),
      ...locationIn(unread === null ? { ...walk, seen: { ...seen, [conversation]: newest } } : walk, {
        ...round,
        conversations: unread === null ? others : round.conversations,
        history: unread === null ? null : { page: unread, newest },
        threads: [...round.threads, ...threads],
      }),
    };
  }

  async function fetchThread(session: Session, walk: Walk): Promise<FetchedPage> {
    const { round } = walk;
    const [thread, ...others] = round.threads as [Round["threads"][number], ...Round["threads"]];
    const { conversation, ts, after, page } = thread;
    const details = { conversation, ts, after };
    const read = async () => {
      const fetched = await fetchPage(() =>
        access(session, (client) =>
          client.conversations.replies({
            channel: conversation,
            ts,
            oldest: after,
            limit: pageSize,
            ...(page && { cursor: page }),
          }),
        ),
      );
      const replies = fetched.messages.filter((message) => message.ts !== ts && isNewAfter(after)(message));
      return { page: fetched, changes: await toChanges(session, conversation, replies) };
    };
    const found = await session.quarantine.attempt(`${conversation} ${ts}`, read, details);
    if (!found) return { ...nothing, ...locationIn(walk, { ...round, threads: others }) };
    const { next } = found.page;
    const threads = next === null ? others : [{ ...thread, page: next }, ...others];
    return {
      ...withUnread(found.page, found.changes),
      ...locationIn(walk, { ...round, threads }),
    };
  }

  const recheck = createRecheck(access, toChanges);

  return {
    list,
    toChanges,

    /** Fetches one page of one conversation or thread. The cursor lists what is left of the round. */
    async fetch(session: Session, cursor: Cursor | null, since: Date): Promise<FetchedPage> {
      const progress = readProgress(cursor);
      const walk = progress.round ? (progress as Walk) : await begin(session, progress);
      const { round } = walk;
      if (round.threads.length > 0) return fetchThread(session, walk);
      if (round.conversations.length > 0) return fetchHistory(session, walk, since);
      const { changes, left, stopped } = await recheck(session, walk.recheck);
      // After the recheck stops, wait for the next check, at least a minute away. New messages must not wait
      // for a recheck.
      const done = { ...round, rechecks: stopped ? 0 : round.rechecks - 1 };
      return { ...changes, ...locationIn({ ...walk, recheck: left }, done) };
    },
  };
}

export type SlackCollecting = ReturnType<typeof createCollecting>;

/** A thread that Slack fails on is set aside, and tried again in later rounds. */
const QuarantinedThread = z.object({ conversation: z.string(), ts: z.string(), after: z.string() });

const quarantinedThreads = ({ quarantine }: Session, conversations: ReadonlySet<string>): Round["threads"] =>
  quarantine.due.flatMap(({ details }) => {
    const { data: thread } = QuarantinedThread.safeParse(details);
    return thread && conversations.has(thread.conversation) ? [{ ...thread, page: null }] : [];
  });

/** The changes of a page, with a reason for each message on it that couldn't be read. */
const withUnread = ({ unread }: Page, changes: Changes): Changes => ({
  ...changes,
  ignored: [...(changes.ignored ?? []), ...Array.from({ length: unread }, () => withoutTime)],
});

/** The time of a message's latest change. */
const lastChange = ({ ts, edited, latest_reply }: SlackMessage): string =>
  latest([ts, ...(edited ? [edited.ts] : []), ...(latest_reply ? [latest_reply] : [])]);

const isNewAfter =
  (after: string) =>
  ({ ts, edited }: SlackMessage): boolean =>
    isLater(ts, after) || (edited !== undefined && isLater(edited.ts, after));
