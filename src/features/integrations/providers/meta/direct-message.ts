import type { Changes, ProviderMessage, Session } from "../provider";
import { fileOf } from "./attachments";
import type { DirectEvent } from "./direct-event";

/** Somebody in a conversation, as a person reads it. */
export interface Participant {
  name: string;
  /** Such as @name; null where there is none. */
  address: string | null;
}

/** What a channel calls itself and those who write there. */
export interface DirectChannel {
  name: string;
  /** Somebody's name and address by their id; never fails. */
  participant(session: Session, id: string): Promise<Participant>;
}

/** The account itself in its conversations. */
export function ownerOf({ settings, address }: Pick<Session, "settings" | "address">): Participant {
  return { name: typeof settings.name === "string" ? settings.name : (address ?? "You"), address };
}

/** What an event means. Both sides of a conversation are known by ids; the other side's is the conversation's key. */
export async function readDirectEvent(
  channel: DirectChannel,
  session: Session,
  event: DirectEvent,
): Promise<Changes> {
  const { message, message_edit: edit, postback } = event;
  if (message?.is_deleted) return { messages: [], removed: [message.mid] };
  const externalId = edit?.mid ?? message?.mid ?? postback?.mid;
  if (!externalId) return { messages: [], removed: [] };
  const at = timeOf(event.timestamp);
  const fromOwner = message?.is_echo === true || event.sender.id === session.externalId;
  const other = fromOwner ? event.recipient.id : event.sender.id;
  const sender = fromOwner ? ownerOf(session) : await channel.participant(session, other);
  return {
    messages: [
      directMessage({
        externalId,
        other,
        sender,
        owner: ownerOf(session),
        fromOwner,
        content: edit?.text ?? postback?.title ?? contentOf(channel, message),
        attachments: filesOf(message),
        sentAt: at,
        editedAt: edit ? at : null,
      }),
    ],
    removed: [],
  };
}

/** The one form in which messages from lists and from deliveries are stored. `other`: id of the other side. */
export function directMessage({
  other,
  sender,
  owner,
  fromOwner,
  ...message
}: Pick<ProviderMessage, "externalId" | "content" | "attachments" | "sentAt" | "editedAt" | "fromOwner"> & {
  other: string;
  sender: Participant;
  owner: Participant;
}): ProviderMessage {
  return {
    ...message,
    threadKey: other,
    sender: sender.name,
    senderAddress: sender.address,
    to: fromOwner ? [] : [owner.address ?? owner.name],
    cc: [],
    subject: null,
    bulk: false,
    fromOwner,
    problem: null,
  };
}

/** A message of a kind that Meta passes on without its content. */
export const unreadable = (channelName: string): string =>
  `(This message can only be read in ${channelName}.)`;

/** Webhooks tell milliseconds; the dashboard's tests tell seconds. */
const timeOf = (timestamp: number): Date => new Date(timestamp < 1e11 ? timestamp * 1000 : timestamp);

function contentOf({ name }: DirectChannel, message: DirectEvent["message"]): string {
  if (message?.is_unsupported) return unreadable(name);
  const links = (message?.attachments ?? []).flatMap(({ type, payload }) => linkOf(type, payload));
  return [message?.text, ...links].filter(Boolean).join("\n");
}

type Payload = NonNullable<NonNullable<DirectEvent["message"]>["attachments"]>[number]["payload"];

/** What stands in a message beside its words and files: places, links, posts and stories. */
function linkOf(type: string, payload: Payload): string[] {
  if (type === "location" && payload?.coordinates)
    return [`Location: ${payload.coordinates.lat}, ${payload.coordinates.long}`];
  if (type === "story_mention") return ["(You were mentioned in a story.)"];
  if (fileOf({ kind: type }) || !payload?.url) return [];
  return [[payload.title, payload.url].filter(Boolean).join(": ")];
}

function filesOf(message: DirectEvent["message"]): ProviderMessage["attachments"] {
  return (message?.attachments ?? []).flatMap(({ type, payload }) => {
    const file = fileOf({ kind: type, name: payload?.title });
    return file ? [file] : [];
  });
}
