import type { Twilio } from "twilio";
import type { MessageInstance, MessagePage } from "twilio/lib/rest/api/v2010/account/message";
import { z } from "zod";
import { minute } from "../../../../shared/durations";
import { failuresBefore } from "../../sync/quarantine";
import {
  type Cursor,
  type FetchedPage,
  ProviderFailure,
  type ProviderMessage,
  type Session,
} from "../provider";
import { toMessage } from "./messages";
import { listed } from "./twilio-client";

/** Messages per request. */
const pageSize = 100;
/** How far before the newest message we read again, because late messages appear behind it (milliseconds). */
const overlap = 15 * minute;
/** Statuses of messages that were not sent. */
const unsent = ["scheduled", "canceled", "failed", "queued", "accepted"];

/**
 * The position to resume from. Twilio lists by recipient or by sender, so we read what the number received,
 * then what it sent. All times are Twilio's (ISO 8601), so a wrong clock on this server loses nothing.
 */
const CursorState = z.object({
  /** Per side, everything before this time is already read. */
  after: z.object({ to: z.iso.datetime(), from: z.iso.datetime() }),
  side: z.enum(["to", "from"]),
  /** The page to resume from within a side, and the newest message of that side so far. */
  page: z.string().nullable(),
  newest: z.iso.datetime().nullable(),
});
type CursorState = z.infer<typeof CursorState>;

/** Fetches one page of a number's messages, newest first per side. */
export async function fetchMessages(
  client: Twilio,
  { externalId: number, failures }: Pick<Session, "externalId" | "failures">,
  cursor: Cursor | null,
  since: Date,
): Promise<FetchedPage> {
  const start = since.toISOString();
  const cursorState = cursor
    ? CursorState.parse(cursor)
    : ({ after: { to: start, from: start }, side: "to", page: null, newest: null } satisfies CursorState);
  const page = await fetchPage(client, number, cursorState);
  const fresh = page.instances.filter(
    (message) => belongs(message, number, cursorState) && !unsent.includes(message.status),
  );
  const messages: ProviderMessage[] = [];
  for (const message of fresh) messages.push(await complete(client, number, message, failures));
  const newest = newestOf(cursorState.newest, fresh);
  return { messages, removed: [], ...nextLocation({ ...cursorState, newest }, page.nextPageUrl ?? null) };
}

async function fetchPage(
  client: Twilio,
  number: string,
  { side, after, page }: CursorState,
): Promise<MessagePage> {
  if (page === null)
    return listed(client.messages.page({ [side]: number, dateSentAfter: new Date(after[side]), pageSize }));
  return listed(client.messages.getPage(page)).catch((error: unknown) => {
    // Page URLs expire. The sync then starts the round again.
    if (error instanceof ProviderFailure && error.kind === "refused")
      throw new ProviderFailure("cursor_lost", "Twilio no longer knows the page to resume from.", {
        cause: error,
      });
    throw error;
  });
}

function belongs(message: MessageInstance, number: string, { side, after }: CursorState): boolean {
  return message[side] === number && sentAt(message).getTime() >= Date.parse(after[side]) - 1000;
}

const sentAt = ({ dateSent, dateCreated }: MessageInstance): Date => dateSent ?? dateCreated;

async function complete(
  client: Twilio,
  number: string,
  message: MessageInstance,
  failures: number,
): Promise<ProviderMessage> {
  const { sid, from, to, body } = message;
  const mediaTypes = await mediaTypesOf(client, message).catch((error: unknown) => {
    // Twilio keeps failing on its files. Its text must not be lost with them.
    if (failures < failuresBefore || !(error instanceof ProviderFailure)) throw error;
    return Array.from({ length: Number(message.numMedia) }, () => "application/octet-stream");
  });
  return toMessage(number, { sid, from, to, body: body ?? "", sentAt: sentAt(message), mediaTypes });
}

async function mediaTypesOf(client: Twilio, { sid, numMedia }: MessageInstance): Promise<string[]> {
  const media = Number(numMedia) > 0 ? await listed(client.messages(sid).media.list({ limit: 10 })) : [];
  return media.map(({ contentType }) => contentType);
}

function newestOf(before: string | null, messages: MessageInstance[]): string | null {
  const times = messages.map((message) => sentAt(message).toISOString());
  return [...times, ...(before ? [before] : [])].sort().at(-1) ?? null;
}

function nextLocation(cursorState: CursorState, page: string | null): { cursor: CursorState; more: boolean } {
  if (page) return { cursor: { ...cursorState, page }, more: true };
  const { side, newest } = cursorState;
  const read = newest ? new Date(Date.parse(newest) - overlap).toISOString() : cursorState.after[side];
  // Never move backwards if the newest message of a side is old.
  const after = { ...cursorState.after, [side]: [read, cursorState.after[side]].sort()[1] };
  const other = side === "to" ? "from" : "to";
  return { cursor: { after, side: other, page: null, newest: null }, more: side === "to" };
}
