import type { Attachment } from "../../../inbox/contract";
import type { ProviderMessage } from "../provider";
import { unreadable } from "../unreadable";
import { readableNumber } from "./phone-number";

/** A text message from a list or a webhook. `from` and `to` are E.164 numbers, short codes or names. */
export interface TextMessage {
  sid: string;
  from: string;
  to: string;
  body: string;
  sentAt: Date;
  /** Media types of its files, such as image/jpeg. */
  mediaTypes: string[];
}

/**
 * A text message that a number sent or received. All messages with the same other number form one
 * conversation.
 */
export function toMessage(
  number: string,
  { sid, from, to, body, sentAt, mediaTypes }: TextMessage,
): ProviderMessage {
  const fromOwner = from === number;
  return {
    externalId: sid,
    threadKey: fromOwner ? to : from,
    sender: readableNumber(from),
    senderAddress: from,
    to: [to],
    cc: [],
    subject: null,
    // Neither words nor files, such as a message whose file Twilio could not take.
    content: body || mediaTypes.length > 0 ? body : unreadable("SMS"),
    attachments: mediaTypes.map(toAttachment),
    sentAt,
    bulk: false,
    fromOwner,
    problem: null,
  };
}

/** Twilio provides neither name nor size of a file, so its kind becomes its name. */
function toAttachment(type: string, index: number): Attachment {
  const [kind = "file", form = ""] = type.toLowerCase().split(";", 1)[0]?.split("/") ?? [];
  const name = ["image", "video", "audio"].includes(kind) ? kind : "file";
  const ending = /^[a-z0-9]{2,5}$/.test(form) ? `.${form}` : "";
  return { name: `${name} ${index + 1}${ending}`, type, size: 0 };
}
