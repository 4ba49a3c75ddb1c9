/**
 * The last line of a task that Zippy has written into a CRM. If a sync is cut between creating it there and noting its
 * id here, the next one recognizes it by this line instead of creating it again.
 */

const line = /^Zippy task ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/im;

/** A description with the mark of a task. */
export const withMark = (description: string | null, taskId: string): string =>
  description ? `${description}\n\nZippy task ${taskId}` : `Zippy task ${taskId}`;

/** A description without its mark, and the id of the task that the mark names. */
export function splitMark(description: string | null): { description: string | null; taskId: string | null } {
  const found = description === null ? null : line.exec(description);
  if (!found || description === null) return { description, taskId: null };
  // A pattern with the line breaks before the mark would search from each of them, seconds in a long empty description.
  const before = description.slice(0, found.index).trimEnd();
  const rest = (before + description.slice(found.index + found[0].length)).trim();
  return { description: rest || null, taskId: found[1]?.toLowerCase() ?? null };
}
