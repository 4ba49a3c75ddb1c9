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
  return subject?.trim() || content.trim().split("\n", 1)[0]?.slice(0, 80) || `Message of ${sender}`;
}

/** A name the whole team may see: it hides private messages. */
export function publicNameOf(message: Parameters<typeof nameOf>[0] & { visibleTo: string | null }): string {
  return message.visibleTo === null ? nameOf(message) : "a private message";
}
