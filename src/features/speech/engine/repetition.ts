const longestPhrase = 8;
const mostRepeats = 3;

/**
 * Cuts a phrase that comes again and again, which the model does when it loses its place: "thank you thank you
 * thank you thank you" is said once.
 */
export function withoutRepetition(text: string): string {
  const words = text.split(/\s+/).filter(Boolean);
  const bare = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ""));
  const kept: number[] = [];
  for (let at = 0; at < words.length; ) {
    const [length, times] = runAt(bare, at);
    const shown = times > mostRepeats ? length : 1;
    for (let next = 0; next < shown; next++) kept.push(at + next);
    at += times > mostRepeats ? length * times : 1;
  }
  return kept.map((at) => words[at]).join(" ");
}

/** The phrase that repeats most often from a word on: its length and how often it stands there. */
function runAt(words: readonly string[], at: number): [length: number, times: number] {
  let best: [number, number] = [1, 1];
  for (let length = 1; length <= longestPhrase && at + length * 2 <= words.length; length++) {
    let times = 1;
    while (isSame(words, at, at + length * times, length)) times++;
    if (times > mostRepeats && times * length > best[0] * best[1]) best = [length, times];
  }
  return best;
}

function isSame(words: readonly string[], one: number, other: number, length: number): boolean {
  if (other + length > words.length) return false;
  for (let at = 0; at < length; at++) if (words[one + at] !== words[other + at]) return false;
  return true;
}
