import type { Range } from "../../triage/text/own-text";

/** A line of a message. */
interface TableLine {
  range: Range;
  text: string;
}

/** Lines that may be cells of a table (characters), and how far below their column titles they may stand (lines). */
const longestCell = 40;
const titlesReach = 40;
/** The cell that is asked for stands at most so many lines behind the one that says which row it is. */
const cellsBetween = 2;
/** Characters between two lines that follow each other. */
const leastGap = 4;

/** The lines of a text, without blanks around them: a sentence may span the lines of a row. */
const linesOf = (text: string): TableLine[] =>
  [...text.matchAll(/\S(?:[^\n]*\S)?/g)].map(({ 0: line, index }) => ({
    ...{ text: line, range: { start: index, end: index + line.length } },
  }));

const isCell = ({ text }: TableLine): boolean => text.length <= longestCell && !/[.!?:]$/.test(text);

/** Whether all lines of a text may be cells of a table. */
export const isRow = (text: string): boolean => linesOf(text).every(isCell);

/**
 * Finds rows of a table whose cells stand below each other, as in mails that were sent with a table and stored as text:
 * "Session", "Chair", …, "EVS group", "Anna Berg". The column title and the row together say what is asked.
 *
 * @param content - of a message.
 * @param weigh - what the words of a question in a text weigh.
 * @param fits - whether a cell is what the question asks for.
 * @returns each row from the cell that has words of the question to the one that fits, with what its own words and those above weigh; its own count twice.
 */
export function tableRows(
  content: string,
  weigh: (text: string) => number,
  fits: (text: string) => boolean,
): { range: Range; weight: number }[] {
  const lines = linesOf(content);
  return lines.flatMap((line, at) => {
    const own = isCell(line) ? weigh(line.text) : 0;
    if (own === 0) return [];
    const titles = lines.slice(Math.max(0, at - titlesReach), at).filter(isCell);
    const weight = weigh([...titles, line].map(({ text }) => text).join("\n"));
    // Without a title of its column, a name behind a line may be anybody's.
    if (weight <= own) return [];
    const found = lines.slice(at + 1, at + 1 + cellsBetween).findIndex((cell) => fits(cell.text));
    const row = lines.slice(at, at + 2 + found);
    const belongs =
      found >= 0 &&
      row.every(isCell) &&
      row.every(({ range }, n) => n === 0 || range.start - row[n - 1]!.range.end < leastGap);
    const last = row.at(-1);
    if (!belongs || !last || weigh(last.text) > 0) return [];
    return [{ range: { start: line.range.start, end: last.range.end }, weight: weight + own }];
  });
}
