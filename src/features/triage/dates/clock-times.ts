import type { Clock } from "./calendar";
import { timePatterns } from "./clock-patterns";
import { clue } from "./date-clues";
import { mayMatch } from "./date-rule";
import { dayEnd, dayEndClock } from "./date-rules";

/** A time of day found in a text. */
export interface ClockTime {
  start: number;
  end: number;
  clock: Clock;
  /** Introduced by a word such as "by" or "at", so it is a time even without a day. */
  introduced: boolean;
  /** The end of the working day instead of a stated time. */
  dayEnd: boolean;
  /** "8" may be in the morning or the evening; "8am", "08:00" and "noon" are certain. */
  halfOpen: boolean;
  /** Stated in a named zone, so the time isn't the reader's. */
  foreign: boolean;
}

const introduction = /^(?:by|at|before|until|till|from|around|about|than|@|between|after)/i;
const foreignZone =
  /(?:[PMCEH][SD]T|\s[PMCE]T|CEST|CET|BST|IST|JST|KST|SGT|HKT|A[EWC][SD]T|NZ[SD]T|WES?T|EES?T|MSK|Pacific|Eastern|Central|Mountain|[A-Z]\w+ time)\)?$/;
/** "By 5" at the end of a clause is a time, unless something rises or falls by it. */
const bareLimit = /^(?:by|before|until|till)\s/i;
const clauseEnd =
  /^\s*(?:$|[.,;!?)]|(?:today|please|pls|plz|thx|thanks|so|if|or|and|at the latest|latest|sharp)\b)/i;
const amountBefore =
  /\b(?:increas|decreas|reduc|cut|multipl|divid|r[oi]s[e]?|grew|grow|grown|fell|fall|drop|up|down|rais|lower|improv|shr[aiu]nk|exceed|scal|off|short|out|beat|won|lost|chang|shift|mov)\w*(?:\s+(?:it|this|that|them|prices?|costs?|rates?|\w+))?\s+$/i;
const pastBefore =
  /\b(?:yesterday|last (?:night|week|month|year|\w{3,6}day)|(?:this morning|earlier|ago),?)\b[^.;!?]{0,30}$/i;
/** "At the end of the day, …" as a figure of speech. */
const idiom =
  /^\W*(?:but |and |so |because )?at the end of the day(?:\s*,|\s+(?:it|that|we all|what|this|there|trust|money)\b)/i;

/**
 * Finds times of day. Of overlapping readings it returns one, by the longest rule.
 *
 * @param clues - of `readClues` for the same text.
 * @param hints - of `readHints`.
 */
export function findClockTimes(text: string, clues: number, hints: number): ClockTime[] {
  const times: ClockTime[] = [];
  const free = (start: number, end: number) => !times.some((time) => start < time.end && end > time.start);
  dayEnd.lastIndex = 0;
  const mayEnd = (clues & clue.dayEnd) !== 0;
  for (let match = mayEnd ? dayEnd.exec(text) : null; match; match = dayEnd.exec(text)) {
    const start = match.index;
    if (start < 12 && idiom.test(text)) continue;
    times.push({
      start,
      end: start + match[0].length,
      clock: dayEndClock,
      introduced: true,
      dayEnd: true,
      halfOpen: false,
      foreign: false,
    });
  }
  for (const pattern of timePatterns) {
    if (!mayMatch(pattern, clues, hints, text)) continue;
    const { regex, read, bare } = pattern;
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match; match = regex.exec(text)) {
      const clock = read(match);
      const end = match.index + match[0].length;
      if (!clock || !free(match.index, end)) continue;
      const halfDayStated = /[ap]\.?m\b/i.test(match[0]);
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      if (pastBefore.test(before) || /^\s*(?:yesterday|last night)\b/i.test(text.slice(end, end + 12)))
        continue;
      const introduced =
        halfDayStated ||
        (introduction.test(match[0]) && !/^about/i.test(match[0]) && (!bare || match[0].includes(":"))) ||
        (bare === true &&
          bareLimit.test(match[0]) &&
          clauseEnd.test(text.slice(end)) &&
          !amountBefore.test(before));
      if (/^lunch$/i.test(match[0])) continue;
      times.push({
        start: match.index,
        end,
        clock,
        introduced,
        dayEnd: false,
        halfOpen: !halfDayStated && /\D(?:\d|1[01])(?:[:.]\d\d)?\W*$/.test(` ${match[0]}`),
        foreign: foreignZone.test(match[0]),
      });
    }
  }
  return times;
}
