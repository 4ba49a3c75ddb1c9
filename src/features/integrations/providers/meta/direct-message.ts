import type { EventAccount, ProviderMessage, ReadEvent, Session } from "../provider";
import { contentOf, filesOf } from "./direct-content";
import { type DirectEvent, pressedIdOf } from "./direct-event";
import type { Participant, Participants } from "./participants";

/** A channel's display name and participants. */
export interface DirectChannel {
  name: string;
  participants: Pick<Participants, "known">;
}

/** The account's own side of its conversations. */
export function ownerOf({ settings, address }: Pick<Session, "settings" | "address">): Participant {
  return { name: typeof settings.name === "string" ? settings.name : (address ?? "You"), address };
}

/** Translates an event into changes. The id of the other participant is the conversation's key. */
export function readDirectEvent(
  channel: DirectChannel,
  account: EventAccount,
  event: DirectEvent,
): ReadEvent {
  const { message, message_edit: edit, postback } = event;
  if (message?.is_deleted) return { messages: [], removed: [message.mid] };
  const externalId = edit?.mid ?? message?.mid ?? pressedIdOf(event);
  if (!externalId) return { messages: [], removed: [], ignored: ["an unknown event"] };
  const at = timeOf(event.timestamp);
  const stranger = strangerIn(account, event);
  const other = stranger ?? event.recipient.id;
  const owner = { participant: ownerOf(account), current: true };
  const { participant: sender, current } =
    stranger === undefined ? owner : channel.participants.known(account, stranger);
  return {
    messages: [
      directMessage({
        externalId,
        other,
        sender,
        owner: owner.participant,
        fromOwner: stranger === undefined,
        content: edit?.text ?? postback?.title ?? contentOf(channel.name, message),
        attachments: filesOf(message),
        sentAt: at,
        editedAt: edit ? at : null,
      }),
    ],
    removed: [],
    unnamed: !current,
  };
}

/** The id of who wrote a message or pressed a button; undefined if it was the account itself. */
export function strangerIn(
  { externalId }: Pick<Session, "externalId">,
  { message, sender }: DirectEvent,
): string | undefined {
  return message?.is_echo === true || sender.id === externalId ? undefined : sender.id;
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
