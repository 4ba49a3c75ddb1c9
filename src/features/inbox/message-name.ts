import { cutAtWord } from "../../shared/cut-text";
import { inReadingOrder } from "../../shared/typed-values";

/** What to call a message in a sentence. */
export function nameOf({
  subject,
  content,
  sender,
}: {
  subject: string | null;
  content: string;
  sender: string;
}): string {
  const [firstLine = ""] = content.trim().split("\n", 1);
  return subject?.trim() || cutAtWord(inReadingOrder(firstLine), 80) || `Message of ${sender}`;
}

/** What a task made from a message is called, and so what sentences about the message call it. */
export function taskTitleOf(
  message: Parameters<typeof nameOf>[0] & { aiAnalysis: { taskTitle: string | null } | null },
): string {
  return message.aiAnalysis?.taskTitle || nameOf(message);
}

/** A name the whole team may see: it hides private messages. */
export function publicNameOf(message: Parameters<typeof nameOf>[0] & { visibleTo: string | null }): string {
  return message.visibleTo === null ? nameOf(message) : "a private message";
}
