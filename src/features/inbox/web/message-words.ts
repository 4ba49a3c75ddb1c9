import { day } from "../../../shared/durations";
import { inReadingOrder } from "../../../shared/typed-values";
import { channelName } from "../../channels/channels";
import type { Message } from "../contract";

/** The title from the analysis, else "{Channel} Message". */
export function titleOf({ aiAnalysis, channel }: Pick<Message, "aiAnalysis" | "channel">): string {
  return aiAnalysis?.taskTitle || `${channelName(channel)} Message`;
}

/** Enough of a long text to fill a card once its whitespace is collapsed (characters). */
const foldedFrom = 2_000;

/** The beginning of a message in one line. */
export function inOneLine(content: string): string {
  return inReadingOrder(content.slice(0, foldedFrom)).replace(/\s+/g, " ").trim();
}

const exactFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });

/** A full date and time in the reader's zone. */
export function exactTime(iso: string): string {
  return exactFormat.format(Date.parse(iso));
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/**
 * The day of a message in the reader's zone, which stands beside its age: nobody counts 3,526 days back.
 *
 * @param now - milliseconds since the epoch.
 * @returns undefined for a message of the last week.
 */
export function sentDate(iso: string, now: number): string | undefined {
  return now - Date.parse(iso) < 7 * day ? undefined : dateFormat.format(Date.parse(iso));
}
