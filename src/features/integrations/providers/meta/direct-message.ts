import type { Changes, ProviderMessage, Session } from "../provider";
import { fileOf } from "./attachments";
import type { DirectEvent } from "./direct-event";

/** A participant of a conversation, as shown to the user. */
export interface Participant {
  name: string;
  /** A handle such as @name; null if there is none. */
  address: string | null;
}

/** A channel's display name and participants. */
export interface DirectChannel {
  name: string;
  /** A participant's name and address by id. Never fails. */
  participant(session: Session, id: string): Promise<Participant>;
}

/** The account's own side of its conversations. */
export function ownerOf({ settings, address }: Pick<Session, "settings" | "address">): Participant {
  return { name: typeof settings.name === "string" ? settings.name : (address ?? "You"), address };
}

/** Translates an event into changes. The id of the other participant is the conversation's key. */
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

/**
 * The stored form of a message, whether it came from a list or a delivery. `other`: id of the other
 * participant.
 */
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

/** The text shown for messages whose content Meta withholds. */
export const unreadable = (channelName: string): string =>
  `(This message can only be read in ${channelName}.)`;

/** Webhooks send milliseconds; the dashboard's test events send seconds. */
const timeOf = (timestamp: number): Date => new Date(timestamp < 1e11 ? timestamp * 1000 : timestamp);

function contentOf({ name }: DirectChannel, message: DirectEvent["message"]): string {
  if (message?.is_unsupported) return unreadable(name);
  const links = (message?.attachments ?? []).flatMap(({ type, payload }) => linkOf(type, payload));
  return [message?.text, ...links].filter(Boolean).join("\n");
}

type Payload = NonNullable<NonNullable<DirectEvent["message"]>["attachments"]>[number]["payload"];

/** Text for parts of a message that are neither words nor files: locations, links, posts and stories. */
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
