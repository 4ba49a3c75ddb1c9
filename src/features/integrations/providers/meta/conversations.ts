import { z } from "zod";
import { minute } from "../../../../shared/durations";
import { failuresBefore } from "../../sync/quarantine";
import type { Cursor, FetchedPage, ProviderMessage, Session } from "../provider";
import { unreadable } from "../unreadable";
import { fileOf } from "./attachments";
import { directMessage, ownerOf } from "./direct-message";
import { requestGraph } from "./graph";
import { PageCredentials } from "./pages";
import type { Participant } from "./participants";
import type { MetaSettings } from "./settings";

/**
 * How far before the newest conversation the next read starts, to catch changes made while listing
 * (milliseconds).
 */
const overlap = 10 * minute;
/** Conversations per list. */
const listSize = "20";

/** A text. A field with an unexpected shape, such as null, counts as missing and doesn't affect the others. */
const text = z.string().optional().catch(undefined);

const Person = z.object({ id: z.string(), name: text, username: text });

const ListedMessage = z.object({
  id: z.string(),
  created_time: z.string(),
  from: Person.optional().catch(undefined),
  to: z
    .object({ data: z.array(Person) })
    .optional()
    .catch(undefined),
  message: text,
  is_unsupported: z.boolean().optional().catch(undefined),
  attachments: z
    .object({
      data: z.array(
        z.looseObject({
          mime_type: text,
          name: text,
          size: z.number().optional().catch(undefined),
          generic_template: z.object({ title: text, subtitle: text }).optional().catch(undefined),
        }),
      ),
    })
    .optional()
    .catch(undefined),
  shares: z
    .object({ data: z.array(z.object({ link: text, name: text })) })
    .optional()
    .catch(undefined),
});
type ListedMessage = z.infer<typeof ListedMessage>;

const Paging = z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() });

/** An unreadable message becomes null, so that it doesn't affect the others. */
const Messages = z.object({
  data: z.array(z.union([ListedMessage, z.unknown().transform(() => null)])),
  paging: Paging.optional(),
});

const ListedConversation = z.object({
  id: z.string(),
  updated_time: z.string(),
  messages: Messages.optional(),
});

/** The same for a conversation. */
const Conversations = z.object({
  data: z.array(z.union([ListedConversation, z.unknown().transform(() => null)])),
  paging: Paging.optional(),
});

/**
 * The position to resume from. All times are Meta's (ISO 8601), so a wrong clock on this server loses
 * nothing.
 */
const CursorState = z.object({
  /** Conversations last updated before this time are already read. */
  after: z.iso.datetime(),
  newest: z.iso.datetime().nullable(),
  /** The next list of conversations; null for the first. */
  list: z.string().nullable(),
  listed: z.boolean(),
  /** Conversations with more messages than their list included. */
  deeper: z.array(z.object({ id: z.string(), after: z.string() })),
});
type CursorState = z.infer<typeof CursorState>;

/** A channel whose conversations are listed through its Facebook Page. */
export interface ListedChannel {
  name: string;
  platform: "messenger" | "instagram";
  /** How a participant without a name is shown. */
  unknown: Participant;
  /** Messages requested per conversation. Instagram reports all but the latest 20 as deleted. */
  mostListed: number;
  /** Whether older messages are available. */
  fetchesDeeper: boolean;
}

/**
 * Fetches part of a Page's conversations, newest first: one list of conversations, or more messages of one.
 *
 * Source: developers.facebook.com/docs/messenger-platform/conversations
 */
export async function fetchConversations(
  settings: MetaSettings,
  channel: ListedChannel,
  session: Session,
  cursor: Cursor | null,
  since: Date,
): Promise<FetchedPage> {
  const start = { after: since.toISOString(), newest: null, list: null, listed: false, deeper: [] };
  const cursorState: CursorState = cursor ? CursorState.parse(cursor) : start;
  const [conversation, ...others] = cursorState.deeper;
  // Whatever Meta fails on makes it fail on the whole list it is in, so from then on, each is read by itself.
  const careful = session.failures >= failuresBefore || !session.quarantine.isEmpty;
  const read = conversation
    ? await fetchDeeper(settings, session, { ...cursorState, deeper: others }, conversation, careful)
    : await readList(settings, channel, session, cursorState, careful);
  const next = nextOf(read.cursorState);
  const again = next.more ? [] : await retried(settings, session, channel.mostListed);
  const messages = [...read.listed, ...again].map((message) => toMessage(channel, session, message));
  return {
    messages: messages.filter((message) => message !== undefined),
    removed: [],
    ignored: [
      ...read.unread,
      ...messages.filter((message) => message === undefined).map(() => "a message without participants"),
    ],
    ...next,
  };
}

const fields = "id,created_time,from,to,message,is_unsupported,attachments,shares";

interface Read {
  listed: ListedMessage[];
  /** Why messages couldn't be read, one reason per message. */
  unread: string[];
  cursorState: CursorState;
}

async function readList(
  settings: MetaSettings,
  { platform, mostListed, fetchesDeeper }: ListedChannel,
  session: Session,
  cursorState: CursorState,
  careful: boolean,
): Promise<Read> {
  const { pageId, pageToken: token } = PageCredentials.parse(session.credentials);
  const query = {
    platform,
    // One message that Meta fails on fails the whole list. Earlier checks failed, so read them one by one.
    fields: `id,updated_time${careful ? "" : `,messages.limit(${mostListed}){${fields}}`}`,
    limit: listSize,
    ...(cursorState.list && { after: cursorState.list }),
  };
  const answer = await requestGraph(settings, {
    path: `${pageId}/conversations`,
    query,
    token,
    signal: session.signal,
  });
  const { data: listed, paging } = Conversations.parse(answer);
  const named = listed.filter((one) => one !== null);
  const data = careful ? await readEach(settings, session, named, mostListed, cursorState) : named;
  const fresh = data.filter(({ updated_time: updated }) => isFresh(updated, cursorState));
  const list = fresh.length === data.length && paging?.next ? (paging.cursors?.after ?? null) : null;
  const deeper = fetchesDeeper
    ? fresh.flatMap(({ id, messages }) => furtherOf(id, messages, cursorState))
    : [];
  const times = fresh.map(({ updated_time: updated }) => new Date(updated).toISOString());
  const newest = [...times, ...(cursorState.newest ? [cursorState.newest] : [])].sort().at(-1) ?? null;
  return {
    listed: fresh.flatMap(({ messages }) => freshOf(messages, cursorState)),
    unread: [
      ...fresh.flatMap(({ messages }) => unreadOf(messages)),
      ...listed.filter((one) => one === null).map(() => "a conversation that Meta lists without id or time"),
    ],
    cursorState: { ...cursorState, newest, list, listed: list === null, deeper },
  };
}

type ConversationList = z.infer<typeof ListedConversation>[];

/** Reads the messages of fresh conversations one by one. What Meta fails on is set aside. */
async function readEach(
  settings: MetaSettings,
  session: Session,
  conversations: ConversationList,
  mostListed: number,
  cursorState: CursorState,
): Promise<ConversationList> {
  const read: ConversationList = [];
  for (const conversation of conversations) {
    const query = { limit: String(mostListed) };
    const isNew = isFresh(conversation.updated_time, cursorState);
    const messages = isNew ? await messagesOf(settings, session, conversation.id, query, true) : undefined;
    read.push({ ...conversation, ...(messages && { messages }) });
  }
  return read;
}

const Ids = z.object({ data: z.array(z.object({ id: z.string() })), paging: Paging.optional() });

/** One page of a conversation's messages. @param careful - reads each by itself, and sets aside what fails. */
async function messagesOf(
  settings: MetaSettings,
  session: Session,
  conversation: string,
  query: Record<string, string>,
  careful: boolean,
): Promise<z.infer<typeof Messages>> {
  const { credentials, signal } = session;
  const { pageToken: token } = PageCredentials.parse(credentials);
  const request = (path: string, parameters: Record<string, string>) =>
    requestGraph(settings, { path, query: parameters, token, signal });
  const path = `${conversation}/messages`;
  if (!careful) return Messages.parse(await request(path, { ...query, fields }));
  const list = async () => Ids.parse(await request(path, { ...query, fields: "id" }));
  const named = await session.quarantine.attempt(conversation, list, { list: true });
  const data: z.infer<typeof Messages>["data"] = [];
  for (const { id } of named?.data ?? []) {
    const message = await messageOf(settings, session, id);
    if (message) data.push(message);
  }
  return { data, paging: named?.paging };
}

/** Reads again what Meta failed on in earlier checks: messages, and lists of a conversation's messages. */
async function retried(
  settings: MetaSettings,
  session: Session,
  mostListed: number,
): Promise<ListedMessage[]> {
  const found: ListedMessage[] = [];
  for (const { id, details } of session.quarantine.due) {
    if (details.list) {
      const query = { limit: String(mostListed) };
      const { data } = await messagesOf(settings, session, id, query, true);
      found.push(...data.filter((one) => one !== null));
    } else {
      const message = await messageOf(settings, session, id);
      if (message) found.push(message);
    }
  }
  return found;
}

/** One message; undefined if Meta fails on it. */
function messageOf(
  settings: MetaSettings,
  { credentials, signal, quarantine }: Session,
  id: string,
): Promise<ListedMessage | undefined> {
  const { pageToken: token } = PageCredentials.parse(credentials);
  return quarantine.attempt(id, async () =>
    ListedMessage.parse(await requestGraph(settings, { path: id, query: { fields }, token, signal })),
  );
}

async function fetchDeeper(
  settings: MetaSettings,
  session: Session,
  cursorState: CursorState,
  { id, after }: CursorState["deeper"][number],
  careful: boolean,
): Promise<Read> {
  const messages = await messagesOf(settings, session, id, { limit: "100", after }, careful);
  return {
    listed: freshOf(messages, cursorState),
    unread: unreadOf(messages),
    cursorState: { ...cursorState, deeper: [...furtherOf(id, messages, cursorState), ...cursorState.deeper] },
  };
}

const isFresh = (time: string, { after }: CursorState): boolean => Date.parse(time) >= Date.parse(after);

const freshOf = (messages: z.infer<typeof Messages> | undefined, cursorState: CursorState): ListedMessage[] =>
  (messages?.data ?? [])
    .filter((one) => one !== null)
    .filter((one) => isFresh(one.created_time, cursorState));

const unreadOf = (messages: z.infer<typeof Messages> | undefined): string[] =>
  (messages?.data ?? [])
    .filter((one) => one === null)
    .map(() => "a message that Meta lists without id or time");

/** Messages are listed newest first. If all of them are fresh, the next page may contain more. */
function furtherOf(
  id: string,
  messages: z.infer<typeof Messages> | undefined,
  cursorState: CursorState,
): CursorState["deeper"] {
  const after = messages?.paging?.next && messages.paging.cursors?.after;
  const read = freshOf(messages, cursorState).length + unreadOf(messages).length;
  return after && read === messages.data.length ? [{ id, after }] : [];
}

function nextOf(cursorState: CursorState): { cursor: CursorState; more: boolean } {
  if (!cursorState.listed || cursorState.deeper.length > 0) return { cursor: cursorState, more: true };
  const read = cursorState.newest
    ? new Date(Date.parse(cursorState.newest) - overlap).toISOString()
    : cursorState.after;
  const after = read > cursorState.after ? read : cursorState.after;
  return { cursor: { after, newest: null, list: null, listed: false, deeper: [] }, more: false };
}

/** Undefined if Meta names neither the sender nor the recipient. */
function toMessage(
  channel: ListedChannel,
  session: Session,
  listed: ListedMessage,
): ProviderMessage | undefined {
  const { pageId } = PageCredentials.parse(session.credentials);
  const own = [session.externalId, pageId];
  const fromOwner = listed.from !== undefined && own.includes(listed.from.id);
  const other = fromOwner ? listed.to?.data.find(({ id }) => !own.includes(id)) : listed.from;
  if (!other) return undefined;
  const links = (listed.shares?.data ?? []).map(({ name, link }) => [name, link].filter(Boolean).join(": "));
  const cards = (listed.attachments?.data ?? []).map(({ generic_template: card }) =>
    [card?.title, card?.subtitle].filter(Boolean).join(": "),
  );
  const written = [listed.message, ...links, ...cards].filter(Boolean).join("\n");
  const attachments = filesOf(listed);
  const isEmpty = written === "" && attachments.length === 0;
  return directMessage({
    externalId: listed.id,
    other: other.id,
    sender: fromOwner ? ownerOf(session) : participantOf(channel, other),
    owner: ownerOf(session),
    fromOwner,
    content: listed.is_unsupported || isEmpty ? unreadable(channel.name) : written,
    attachments,
    sentAt: new Date(listed.created_time),
    editedAt: null,
  });
}

function participantOf({ unknown }: ListedChannel, { name, username }: z.infer<typeof Person>): Participant {
  return {
    name: name || username || unknown.name,
    address: username ? `@${username}` : unknown.address,
  };
}

function filesOf({ attachments }: ListedMessage): ProviderMessage["attachments"] {
  return (attachments?.data ?? []).flatMap((file) => {
    // A card contains words; it isn't a file.
    if (file.generic_template && !file.mime_type) return [];
    const kind = "image_data" in file ? "image" : "video_data" in file ? "video" : "file";
    return fileOf({ kind, name: file.name, type: file.mime_type, size: file.size }) ?? [];
  });
}
