import { mayNamePlight, maySayFailed, maySayUnable, ruleWord } from "../text/rule-words";
import { isSeenTo } from "../text/seen-to";
import { failing, outage, plight, shutOut, troubledLine, troubledThing, waits } from "../text/trouble-words";

/** "The sink is leaking", "The login page gives an error 500". */
const reportsTrouble = new RegExp(`^(?:${troubledThing}${failing}|${troubledLine})`, "iu");
const reportsPlight = new RegExp(`^${plight}`, "iu");
/** "I can't log in to the portal", "Nobody can pay". */
const reportsShutOut = new RegExp(`^${shutOut}`, "iu");
const stopsOthers = new RegExp(`^${outage}`, "iu");
const saysWhen = new RegExp(`^${waits}`, "iu");
/** "Unless I hear otherwise, I will assume you are going to send the letter today"; not "you will find it attached". */
const expects =
  /\b(?:i|we)(?:['’]ll| will| shall|['’]m| am|['’]re| are)? (?:(?:now|therefore|just|then|fully) )*(?:assum(?:e|ing)|expect(?:ing)?|trust(?:ing)?|tak(?:e|ing) it|count(?:ing)? on|rely(?:ing)? on) (?:that )?you(?:['’]ll| will|['’]re going to| are going to| to)\b(?! (?:not |all |both |also |soon )*(?:find|see|know|understand|agree|enjoy|like|love|be|appreciate|recall|remember|want|need|think|feel|hear|receive|get|have)\b)/iu;

/** "I've asked you twice", "I thought I was very clear that …": what was asked is still to be done, or to be undone. */
const reproves =
  /^(?:but |and |well )?(?:i thought (?:i|we)(?:['’]d| had)? (?:been |was |were |made (?:it |myself )?)?(?:very |quite |perfectly |absolutely )?(?:clear|agreed)\b(?! of\b)|(?:i|we)(?:['’]ve| have)? (?:already |now )?(?:asked|told|reminded) you (?:twice|(?:three|four|several|many) times|before|already|not to|repeatedly)\b|how many times (?:do|must|have) (?:i|we)\b)/iu;

/** "What is still missing is your signature", "We are still waiting for your form". */
const lacks =
  /^(?:[^,]{0,40}, )?(?:(?:what(?:['’]s| is) |what we are |all that(?:['’]s| is) )?(?:still |now )?(?:missing|lacking|outstanding) (?:is|are) (?:your|the)|(?:i|we)(?:['’]m| am|['’]re| are)? (?:still )?(?:waiting (?:for|on)|missing|lack|lacking|need|have ?n['’]?t (?:had|got|received|seen)|have not (?:had|got|received|seen)) (?<=still .{0,40})your)\s\p{L}/iu;

/**
 * Whether a sentence tells of something that somebody has to see to, as far as its own words say.
 *
 * @param found - by `ruleWordsIn`.
 */
export const reportsFailure = (words: string, found: number): boolean =>
  (maySayFailed(words, found) && reportsTrouble.test(words)) ||
  (mayNamePlight(found) && reportsPlight.test(words)) ||
  (maySayUnable(found) && reportsShutOut.test(words));

/** Whether a sentence tells of what keeps others from working too, or is dangerous, and nobody sees to it. */
export const reportsOutage = (words: string, all: string): boolean =>
  stopsOthers.test(words) && !isSeenTo(all);

/** Whether a sentence insists on what was asked before. */
export const insists = (words: string): boolean => reproves.test(words);

/** Whether a sentence only says when its writer can do something again. */
export const waitsUntil = (words: string, found: number): boolean =>
  (found & ruleWord.until) !== 0 && maySayUnable(found) && saysWhen.test(words);

/** Whether a sentence to its reader asks by what it tells: that something is expected or still missing. */
export const impliesTask = (words: string, found: number): boolean =>
  ((found & ruleWord.expect) !== 0 && expects.test(words)) ||
  ((found & ruleWord.reprove) !== 0 && reproves.test(words)) ||
  ((found & ruleWord.lack) !== 0 && lacks.test(words));
