/** Something one person said or wrote. */
export interface Line {
  author: string | null;
  text: string;
}

/**
 * Something you can search for: a message, or a stretch of a meeting. Pure data.
 *
 * `position` orders the passages of one `source` (a conversation or a meeting). Consecutive positions are
 * neighbors.
 */
export interface Passage {
  id: string;
  source: string;
  position: number;
  lines: readonly Line[];
  /** The subject of the conversation or the name of the meeting. */
  title?: string | null;
  date?: Date | null;
}

/** A window over the lines of a meeting. `first` and `last` are line numbers, both inclusive. */
export interface Window extends Passage {
  first: number;
  last: number;
}

/**
 * Cuts the lines of a meeting into overlapping windows, so that an answer across a cut is complete in one of
 * them.
 *
 * @param size - lines per window.
 * @param step - lines between the starts of two consecutive windows.
 */
export function windowsOf(
  source: string,
  lines: readonly Line[],
  { size = 6, step = 3, title = null, date = null }: WindowOptions = {},
): Window[] {
  const windows: Window[] = [];
  for (let first = 0; first < lines.length; first += step) {
    const last = Math.min(first + size, lines.length) - 1;
    const position = first / step;
    windows.push({
      id: `${source}:${first}`,
      source,
      position,
      lines: lines.slice(first, last + 1),
      title,
      date,
      first,
      last,
    });
    if (last === lines.length - 1) break;
  }
  return windows;
}

export interface WindowOptions {
  size?: number;
  step?: number;
  title?: string | null;
  date?: Date | null;
}
