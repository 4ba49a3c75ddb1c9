import type { Changes, Cursor, Fetched, Session } from "../../provider";
import { idsIn, isWritten, readMessage, type SlackMessage } from "./messages";
import { Conversation, type SlackNaming } from "./names";
import type { SlackAccess } from "./oauth";
import { askPage } from "./pages";
import {
  isLater,
  latest,
  type Progress,
  placeIn,
  type Round,
  readProgress,
  secondsBefore,
  toTs,
} from "./progress";

/** Messages asked for at a time, as many as Slack recommends. */
const pageSize = 200;
/** How far back behind the newest message threads and edits are looked for (seconds). */
const lookBack = 7 * 86_400;
/** Messages so much older than the newest are read again (seconds): their order is not strict. */
const overlap = 60;

type Walk = Progress & { round: Round };

/** The conversations a person has chosen; all, unless they have. */
export function isChosen({ settings }: Pick<Session, "settings">, conversation: string): boolean {
  const { conversations } = settings;
  return !Array.isArray(conversations) || conversations.includes(conversation);
}

/** Reads the conversations of a workspace, each on from the newest that was seen. */
export function createCollecting(access: SlackAccess, naming: SlackNaming) {
  /** The conversations the bot is in. */
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

  async function begin(session: Session, { seen }: Progress): Promise<Walk> {
    const ids = new Set((await list(session)).map(({ id }) => id));
    const kept = Object.entries(seen).filter(([id]) => ids.has(id));
    const conversations = [...ids].filter((id) => isChosen(session, id));
    return { seen: Object.fromEntries(kept), round: { conversations, history: null, threads: [] } };
  }

  async function toChanges(session: Session, conversation: string, said: SlackMessage[]): Promise<Changes> {
    const messages = said.filter(isWritten);
    const { people, conversations } = idsIn(conversation, messages);
    const names = messages.length > 0 ? await naming.of(session, people, conversations) : undefined;
    return {
      messages: messages.flatMap((one) => (names && readMessage(session, conversation, one, names)) ?? []),
      removed: [],
    };
  }

  async function readHistory(session: Session, { seen, round }: Walk, since: Date): Promise<Fetched> {
    const [conversation = "", ...others] = round.conversations;
    const last = seen[conversation];
    const after = last ? secondsBefore(last, overlap) : toTs(since);
    const oldest = last ? secondsBefore(last, lookBack) : after;
    const { messages, next } = await askPage(() =>
      access(session, (client) =>
        client.conversations.history({
          channel: conversation,
          oldest,
          limit: pageSize,
          ...(round.history && { cursor: round.history.page }),
        }),
      ),
    );
    const within = messages.filter(({ ts }) => isLater(ts, oldest));
    const newest = latest([round.history?.newest ?? last ?? after, ...within.map(lastChange)]);
    // The newest come first: once one is too old, so is all that follows.
    const unread = within.length === messages.length ? next : null;
    const threads = within
      .filter(({ reply_count, latest_reply }) => reply_count && latest_reply && isLater(latest_reply, after))
      .map(({ ts }) => ({ conversation, ts, after, page: null }));
    return {
      ...(await toChanges(session, conversation, within.filter(isNewsAfter(after)))),
      ...placeIn(unread === null ? { ...seen, [conversation]: newest } : seen, {
        conversations: unread === null ? others : round.conversations,
        history: unread === null ? null : { page: unread, newest },
        threads: [...round.threads, ...threads],
      }),
    };
  }

  async function readThread(session: Session, { seen, round }: Walk): Promise<Fetched> {
    const [thread, ...others] = round.threads as [Round["threads"][number], ...Round["threads"]];
    const { conversation, ts, after, page } = thread;
    const { messages, next } = await askPage(() =>
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
    const news = messages.filter((message) => message.ts !== ts && isNewsAfter(after)(message));
    const threads = next === null ? others : [{ ...thread, page: next }, ...others];
    return { ...(await toChanges(session, conversation, news)), ...placeIn(seen, { ...round, threads }) };
  }

  return {
    list,
    toChanges,

    /** One page of one conversation or thread; the cursor says what is left of the round. */
    async fetch(session: Session, cursor: Cursor | null, since: Date): Promise<Fetched> {
      const progress = readProgress(cursor);
      const { seen, round } = progress.round ? (progress as Walk) : await begin(session, progress);
      if (round.threads.length > 0) return readThread(session, { seen, round });
      if (round.conversations.length > 0) return readHistory(session, { seen, round }, since);
      return { messages: [], removed: [], ...placeIn(seen, round) };
    },
  };
}

export type SlackCollecting = ReturnType<typeof createCollecting>;

/** When something last happened to a message. */
const lastChange = ({ ts, edited, latest_reply }: SlackMessage): string =>
  latest([ts, ...(edited ? [edited.ts] : []), ...(latest_reply ? [latest_reply] : [])]);

const isNewsAfter =
  (after: string) =>
  ({ ts, edited }: SlackMessage): boolean =>
    isLater(ts, after) || (edited !== undefined && isLater(edited.ts, after));
