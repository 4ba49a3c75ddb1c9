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

/** The same for whoever is in the team: what only one person may see is not told to the others. */
export function publicNameOf(message: Parameters<typeof nameOf>[0] & { visibleTo: string | null }): string {
  return message.visibleTo === null ? nameOf(message) : "a private message";
}
