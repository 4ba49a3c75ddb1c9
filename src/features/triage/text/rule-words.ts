import { askers, equipment } from "./need-words";
import { thingWords } from "./trouble-words";
import { compilePrefilter, siftWords } from "./word-prefilter";

/**
 * What the rules for asking, and for titles of what is asked, look for in a sentence. Each of their patterns needs words of
 * one or two of these groups; a sentence without them is spared the pattern.
 */
export const ruleWord = {
  remind: 1 << 0,
  sure: 1 << 1,
  atOnce: 1 << 2,
  until: 1 << 3,
  can: 1 << 4,
  not: 1 << 24,
  expect: 1 << 5,
  reprove: 1 << 6,
  lack: 1 << 7,
  fail: 1 << 8,
  supply: 1 << 9,
  gone: 1 << 10,
  plight: 1 << 11,
  left: 1 << 12,
  asker: 1 << 13,
  equipment: 1 << 14,
  know: 1 << 15,
  need: 1 << 16,
  help: 1 << 17,
  error: 1 << 18,
  seek: 1 << 19,
  try: 1 << 20,
  be: 1 << 21,
  call: 1 << 22,
  due: 1 << 23,
} as const;

const words = compilePrefilter([
  [ruleWord.remind, "forget remember reminder"],
  [ruleWord.sure, "sure"],
  [ruleWord.atOnce, "immediately right straight once urgently asap p minute instant soon delay quickly now"],
  [ruleWord.until, "until till before"],
  [ruleWord.can, "can cant cannot won wont able unable could couldn couldnt"],
  [ruleWord.not, "t cant wont cannot not unable able nobody none one"],
  [ruleWord.expect, "assume expect trust taking take count rely"],
  [ruleWord.reprove, "clear agreed asked told reminded times"],
  [ruleWord.lack, "still missing lacking outstanding"],
  [
    ruleWord.fail,
    "empty leak drip broken stuck blocked clogged jam jams jammed flood frozen dead cracked overflowing offline unreachable out flickering smoking beeping crash freeze freezing fail timing down does doesn doesnt don dont won wont can cant cannot isn isnt aren arent not keep keeps hangs stopped error exception",
  ],
  [ruleWord.supply, "power electricity water gas heating internet wi wifi network phone broadband light"],
  [ruleWord.gone, "no out off gone went cut tripped"],
  [
    ruleWord.plight,
    "smell leak spill flood fire water oil fuel gas smoke sparks stuck trapped alarm stopped locked shut lost misplaced forgot broke broken arrive delivered reached wrong",
  ],
  [ruleWord.left, "out low short left"],
  [ruleWord.asker, askers],
  [ruleWord.equipment, `${equipment} keys mice batteries`],
  [ruleWord.know, "know"],
  [ruleWord.need, "need require want lack got received missing waiting appreciate welcome like"],
  [ruleWord.help, "problem issue trouble difficulty help stuck struggling"],
  [ruleWord.error, "error exception warning"],
  [ruleWord.seek, "looking searching"],
  [ruleWord.try, "trying attempting struggling want need like"],
  [ruleWord.be, "be"],
  [ruleWord.call, "scheduled set arranged planned called held"],
  [ruleWord.due, "due"],
]);
const things = compilePrefilter([[1, thingWords]]);

/** The bits of {@link ruleWord} whose words a text has. */
export const ruleWordsIn = (text: string): number => siftWords(words, text);

/** Whether a text may say that a thing has failed. */
export const maySayFailed = (text: string, found: number): boolean =>
  (found & ruleWord.fail) !== 0 && siftWords(things, text) !== 0;

/** Whether a text may say that somebody can't do something. */
export const maySayUnable = (found: number): boolean =>
  (found & ruleWord.can) !== 0 && (found & ruleWord.not) !== 0;

/** Whether a text may tell of a plight: something lacking, dangerous, lost or wrong. */
export const mayNamePlight = (found: number): boolean =>
  (found & ruleWord.plight) !== 0 || ((found & ruleWord.supply) !== 0 && (found & ruleWord.gone) !== 0);
