import { day, minute } from "../../shared/durations";
import type { IncomingMessage } from "../inbox/source-message";
import { analyze } from "../triage/engine";
import { sampleChats } from "./sample-chats";
import { sampleMails } from "./sample-mails";
import { type SampleMessage, visitor } from "./sample-message";

/** An analyzed sample message, ready to be stored. */
export interface DemoMessage {
  channel: SampleMessage["channel"];
  /** The demo starts with a task created from it. */
  taken: boolean;
  incoming: IncomingMessage;
}

/**
 * The sample messages as of a given moment, each analyzed by the embedded engine like any other message.
 *
 * @param timeZone - the visitor's IANA time zone.
 * @param name - what the visitor is called in them.
 */
export function demoMessages(now: Date, timeZone: string, name = visitor.name): DemoMessage[] {
  return [...sampleMails, ...sampleChats].map((made, index) => ({
    channel: made.channel,
    taken: made.taken === true,
    incoming: toIncoming(made, `demo-${index + 1}`, now, timeZone, name),
  }));
}

/** One sample message as of a given moment, analyzed. */
export function toIncoming(
  made: SampleMessage,
  externalId: string,
  now: Date,
  timeZone: string,
  name = visitor.name,
): IncomingMessage {
  const from = made.fromOwner ? { ...made.from, name } : made.from;
  const sentAt = new Date(now.getTime() - made.ago * minute);
  const message = {
    subject: made.subject ?? null,
    content: made.text((workingDays) => weekdayAfter(sentAt, workingDays, timeZone)),
    to: made.to ?? [made.channel === "gmail" ? visitor.address : name],
    cc: [],
    sentAt,
    bulk: made.bulk === true,
    fromOwner: made.fromOwner === true,
  };
  return {
    ...message,
    externalId,
    threadKey: made.thread ?? null,
    sender: from.name,
    senderAddress: from.address,
    attachments: made.attachments ?? [],
    problem: null,
    analysis: analyze({ ...message, from, channel: made.channel, timeZone }),
  };
}

/** Weekday name a number of working days after a moment, for example "Thursday". */
function weekdayAfter(moment: Date, workingDays: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en", { weekday: "long", timeZone });
  const date = new Date(moment);
  for (let left = workingDays; left > 0; ) {
    date.setTime(date.getTime() + day);
    if (!/^S/.test(format.format(date))) left--;
  }
  return format.format(date);
}
