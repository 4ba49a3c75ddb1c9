import { day } from "../../shared/durations";
import { isSnoozed } from "../../shared/snooze-times";
import type { DueFilter, Message, MessageNarrowing, MessageView } from "./contract";

/**
 * Whether a view includes a message. Requires Action: new with a task, or high priority and not resolved, but
 * not what is snoozed, what an import left to All Messages, nor from a muted sender.
 */
export function inView(
  view: MessageView,
  message: Pick<Message, "status" | "priority" | "aiAnalysis" | "leftToAll" | "muted" | "snoozedUntil">,
): boolean {
  const { status, priority, aiAnalysis, leftToAll, muted } = message;
  if (view === "resolved") return status === "resolved";
  if (view === "all") return true;
  if (leftToAll || muted || isSnoozed(message)) return false;
  return (status === "new" && aiAnalysis?.hasTask === true) || (priority === "high" && status !== "resolved");
}

/** Whether the engine isn't sure if there is a task. Requires Action lists such messages last. */
export function isUncertain({ aiAnalysis }: Pick<Message, "aiAnalysis">): boolean {
  return aiAnalysis?.uncertain === true;
}

/** Whether a message offers Create Task (INB-3): it is new and the analysis found a task. */
export function offersTask({ status, aiAnalysis }: Pick<Message, "status" | "aiAnalysis">): boolean {
  return status === "new" && aiAnalysis?.hasTask === true;
}

/** The line on the card about the analysis; undefined until the message is analyzed. */
export function detected({ aiAnalysis }: Pick<Message, "aiAnalysis">): string | undefined {
  return aiAnalysis
    ? `AI detected: ${aiAnalysis.category.replaceAll("_", " ")}, ${aiAnalysis.sentiment}`
    : undefined;
}

/**
 * Lower case for A to Z only. The database may know no other capitals (`lower` in locale C), so that a key made
 * here matches there.
 */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** What identifies a sender: the address in lower case, or the name where there is none. */
export function senderKey({ sender, senderAddress }: Pick<Message, "sender" | "senderAddress">): string {
  return lowerAscii(senderAddress ?? sender);
}

function isSenderNamed({ sender, senderAddress }: Message, words: string): boolean {
  const name = `${sender} ${senderAddress}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** Whether a message is among those that a filter narrows a view to. */
export function fits(
  { sender, senderWords, priority, category, due, snooze, thread }: MessageNarrowing,
  message: Message,
  now = Date.now(),
): boolean {
  return (
    (sender === undefined || senderKey(message) === sender) &&
    (senderWords === undefined || isSenderNamed(message, senderWords)) &&
    (thread === undefined || message.threadKey === thread) &&
    (priority === undefined || message.priority === priority) &&
    (category === undefined || message.aiAnalysis?.category === category) &&
    (snooze === undefined || isSnoozed(message, now) === (snooze === "snoozed")) &&
    (due === undefined || isDue(due, message.aiAnalysis?.dueDate ?? null, now))
  );
}

function isDue(due: DueFilter, dueDate: string | null, now: number): boolean {
  if (dueDate === null || due === "none" || due === "any") return (dueDate === null) === (due === "none");
  const left = Date.parse(dueDate) - now;
  if (due === "overdue") return left < 0;
  return left >= 0 && left <= (due === "day" ? day : 7 * day);
}
