import type { Changes, ProviderMessage, Session } from "../provider";
import { contentOf, filesOf } from "./direct-content";
import { type DirectEvent, pressedIdOf } from "./direct-event";

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
  const externalId = edit?.mid ?? message?.mid ?? pressedIdOf(event);
  if (!externalId) return { messages: [], removed: [], ignored: ["an unknown event"] };
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
        content: edit?.text ?? postback?.title ?? contentOf(channel.name, message),
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

/** Webhooks send milliseconds; the dashboard's test events send seconds. */
const timeOf = (timestamp: number): Date => new Date(timestamp < 1e11 ? timestamp * 1000 : timestamp);
