import { findOwnText, findTextBelow } from "./own-text";

/** Longest description that a task takes from its message (characters). */
const longest = 5000;

/**
 * What a message says, as the description of its task: without the lines that mail programs put above a message that is
 * passed on ("---------- Forwarded message", "Forwarded by …", "From: …"), with quotations that it answers.
 *
 * @returns null if it says nothing.
 */
export function taskDescription(content: string): string | null {
  const { ranges, textFrom } = findOwnText(content);
  const last = ranges.at(-1);
  const [below] = findTextBelow(content);
  const parts =
    last && below
      ? [content.slice(textFrom, last.end), content.slice(below.start)]
      : [content.slice(last ? textFrom : 0)];
  const said = parts.map((part) => part.trim()).filter(Boolean);
  return said.join("\n\n").slice(0, longest) || null;
}
