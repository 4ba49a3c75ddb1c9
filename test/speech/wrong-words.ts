/** The words of a text, without punctuation. */
export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/-/g, " ")
    .match(/[\p{L}\p{N}']+/gu) ?? [];

/** Words to insert, delete or replace. */
export function wrongWords(heard: string, said: string): number {
  const [one, other] = [wordsOf(heard), wordsOf(said)];
  let row = other.map((_, at) => at + 1);
  for (const [at, word] of one.entries()) {
    const next: number[] = [];
    for (const [to, wanted] of other.entries()) {
      const before = to === 0 ? at : row[to - 1]!;
      const left = to === 0 ? at + 1 : next[to - 1]!;
      next.push(Math.min(before + (word === wanted ? 0 : 1), row[to]! + 1, left + 1));
    }
    row = next;
  }
  return row.at(-1) ?? one.length;
}
