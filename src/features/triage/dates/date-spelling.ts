/** Mistyped and abbreviated date words with their correct spellings. */

const vowels = "aeiouy";

/** Every spelling with one error: two letters swapped, one missing, one doubled, one vowel replaced. */
function slips(word: string): string[] {
  const found: string[] = [];
  for (let at = 1; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
    if (after) found.push(before + after[0] + letter + after.slice(1));
    found.push(before + after, before + letter + letter + after);
    if (vowels.includes(letter)) for (const other of vowels) found.push(before + other + after);
  }
  found.push(word[1]! + word[0] + word.slice(2));
  return found;
}

const names =
  "monday tuesday wednesday thursday friday saturday sunday tomorrow january february august september october november december".split(
    " ",
  );

/** More than one error, but common. */
const usual: Record<string, string> = {
  wensday: "wednesday",
  wendsday: "wednesday",
  wednsday: "wednesday",
  wensdey: "wednesday",
  thersday: "thursday",
  feburary: "february",
  janurary: "january",
  septemeber: "september",
  novemeber: "november",
  decemeber: "december",
  tommorow: "tomorrow",
  fornight: "fortnight",
  comming: "coming",
  untill: "until",
};

const shorthand: Record<string, string> = {
  nxt: "next",
  wk: "week",
  wks: "weeks",
  wknd: "weekend",
  mth: "month",
  mnth: "month",
  mths: "months",
  teh: "the",
  hte: "the",
  tmr: "tomorrow",
  tmrow: "tomorrow",
};

/** Correct words with one letter difference from a name. */
const others = new Set(["morrow", "sundry", "octobers"]);

const repairs = new Map<string, string>();
for (const name of names)
  for (const slip of slips(name)) if (!names.includes(slip) && !others.has(slip)) repairs.set(slip, name);
for (const [wrong, right] of Object.entries({ ...usual, ...shorthand })) repairs.set(wrong, right);

/** Every word that needs correction. */
export const wrongWords: ReadonlySet<string> = new Set(repairs.keys());

export interface RepairedSpelling {
  text: string;
  /** The offset in the original text for an offset in the corrected text. */
  back(at: number): number;
}

const word = /\b[a-z]{2,11}\b/gi;

/** The text with its date words spelled correctly; null if nothing needs it. */
export function repairSpelling(text: string): RepairedSpelling | null {
  const moves: { at: number; by: number }[] = [];
  let by = 0;
  const repaired = text.replace(word, (written, at: number) => {
    const right = repairs.get(written.toLowerCase());
    if (right === undefined) return written;
    by += written.length - right.length;
    moves.push({ at: at + written.length - by, by });
    return /^[A-Z]/.test(written) ? right[0]!.toUpperCase() + right.slice(1) : right;
  });
  if (moves.length === 0) return null;
  return {
    text: repaired,
    back: (span) => span + (moves.findLast(({ at }) => span >= at)?.by ?? 0),
  };
}
