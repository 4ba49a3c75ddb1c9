import { findOwnText, findTextBelow } from "./own-text";

/** Longest description that a task takes from its message (characters). */
const longest = 5000;

/**
 * What a message says, as the description of its task: from the first words that somebody wrote on, without the lines
 * that mail programs put above them ("---------- Forwarded message", "Forwarded by …", "From: …").
 *
 * @returns null if it says nothing.
 */
export function taskDescription(content: string): string | null {
  const own = findOwnText(content).ranges;
  const first = own[0];
  const last = own.at(-1);
  const [below] = findTextBelow(content);
  const parts =
    first && last && below
      ? [content.slice(first.start, last.end), content.slice(below.start)]
      : [content.slice(first?.start ?? 0)];
  const said = parts.map((part) => part.trim()).filter(Boolean);
  return said.join("\n\n").slice(0, longest) || null;
}
