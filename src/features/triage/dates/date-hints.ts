import { compilePrefilter, siftWords } from "../text/word-prefilter";

/** Bits for the words next to a day or time that a rule needs, besides its `clue`. */
export const hint = {
  /** Set for every text. */
  any: 1,
  next: 1 << 1,
  mid: 1 << 2,
  half: 1 << 3,
  limit: 1 << 4,
  /** "at", "from", "@" */
  hour: 1 << 5,
  on: 1 << 6,
  away: 1 << 7,
  begin: 1 << 8,
  within: 1 << 9,
  edge: 1 << 10,
  thing: 1 << 11,
  time: 1 << 12,
  /** The letters of "am" and "p.m.". */
  halfDay: 1 << 13,
  fresh: 1 << 14,
  before: 1 << 15,
  after: 1 << 16,
  part: 1 << 17,
  given: 1 << 18,
  whole: 1 << 19,
  due: 1 << 20,
  end: 1 << 21,
  of: 1 << 22,
} as const;

const prefilter = compilePrefilter([
  [hint.next, "next following"],
  [hint.mid, "mid middle midweek"],
  [hint.half, "half quarter"],
  [hint.limit, "by before until till til than"],
  [hint.hour, "at from around about between um"],
  [hint.on, "on"],
  [hint.away, "from hence away"],
  [hint.begin, "start beginning top"],
  [hint.within, "within"],
  [hint.edge, "end middle mid beginning start early late"],
  [hint.thing, "thing"],
  [hint.time, "time"],
  [hint.halfDay, "am pm m"],
  [hint.fresh, "new"],
  [hint.before, "before"],
  [hint.after, "after"],
  [hint.part, "morning noon lunchtime afternoon evening night am pm m"],
  [hint.given, "within in inside have ve give giving gave"],
  [hint.whole, "end close eow eom this within later during some sometime"],
  [hint.due, "due deadline within needed latest expires for"],
  [hint.end, "end close"],
  [hint.of, "of from"],
]);

/** The {@link hint}s in a text. */
export const readHints = (text: string): number =>
  siftWords(prefilter, text) | hint.any | (text.includes("@") ? hint.hour : 0);
