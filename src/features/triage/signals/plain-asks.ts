import { asker, needsEquipment, noMore, runningOut, wanting } from "../text/need-words";
import { canWait } from "../text/patience";
import { mayNamePlight, maySayFailed, maySayUnable, ruleWord, ruleWordsIn } from "../text/rule-words";
import { isSeenTo } from "../text/seen-to";
import type { Addressing } from "./addressing";
import { impliesTask, insists, reportsFailure, reportsOutage, waitsUntil } from "./implied-asks";
import { presses } from "./pressing-asks";

/** What may come before the words that ask. */
const opening =
  /^[\s"'“([*•>·–—-]*(?:(?:hi|hello|hey|dear)\b[^,.!:]{0,30}[,.!:]\s*|(?:p\.?s\.?|and|also|so|but|oh|ok|okay|please|pls|plz|just|btw|fyi|sorry|unfortunately|quick note|heads up|\p{Lu}\p{Ll}{1,14}(?=[,:]))(?=[\s,:.–-])[\s,:.–-]*)*/iu;

/** "Don't forget to bring the keys", "Gentle reminder to send your timesheet": as much as "please". */
const reminds =
  /^(?:(?:do ?n['’]?t|do not|never) forget (?:about )?(?:the|your|our|my|tomorrow|today) (?!fact\b|day\b|time\b|past\b)\p{L}|(?:(?:do ?n['’]?t|do not|never) forget|remember) to (?!mention\b|say\b|this day\b|smile\b)\p{L}+ \S|(?:this is |it['’]s )?(?:just )?(?:an?(?:other)? )?(?:(?:quick|friendly|gentle|kind|small|little|final|last|second|short) )*reminder (?:for you |for everyone |for all )?to (?!self\b|myself\b)\p{L}+ (?!.*\b(?:went|came|was|were|has been|is) (?:\p{L}+ed|sent|out)\b)\S)/iu;
/** On a list or in an open room, this is advice on how to do something. */
const urges = /^(?:make|be) sure (?:(?:that )?(?:you|the|all|your|every)|to)\b.{6}/iu;

/** "We're out of printer paper", "There's no toner left in the copier", "The printer is out of ink". */
const runsOut = new RegExp(
  `^(?:${runningOut}|${noMore}(?= (?:\\S+ ){1,3}left\\b))\\s+(?!(?:the |an? |our |my )?(?:time|options?|ideas?|luck|patience|office|town|country|range|here|business|danger|date|touch|control|order|scope|stock|words|excuses|doubt|reason|hope|point|choice|room|space|way|sight|sync|hand|hours|line|bounds|place|breath|pocket|work|staff|people|money|it|this|that|the woods|woods|question|questions)\\b)\\p{L}`,
  "iu",
);
/** "We ran out of bread, it was hilarious" is a story. */
const isStory = /\bran out\b.*\b(?:was|were|yesterday|last (?:night|week|month|year)|had)\b/i;

/** "The customer wants a refund", "the guests in room 12 are asking for a second key". */
const wantsFromUs = new RegExp(
  `^(?:the|an?|one|another|our|your|this|that|two|three|\\d)\\s(?:\\p{L}+\\s)?${asker}(?:\\s(?:at|in|from|of|on|with|for)\\s(?:\\S+\\s){0,3}?\\S+)?\\s${wanting}\\s(?!(?:for )?(?:nothing|no|only|everything|more and more|to (?:thank|stay|keep|leave|remain|congratulate|be|wait|think|tell)|that|him|her|them)\\b)\\S`,
  "iu",
);

const asking =
  ruleWord.remind |
  ruleWord.sure |
  ruleWord.atOnce |
  ruleWord.expect |
  ruleWord.reprove |
  ruleWord.lack |
  ruleWord.left |
  ruleWord.asker |
  ruleWord.equipment;
/** Whether a sentence has the words of any rule below. */
const mayAsk = (sentence: string, found: number): boolean =>
  (found & asking) !== 0 || maySayUnable(found) || mayNamePlight(found) || maySayFailed(sentence, found);

/**
 * Whether a sentence asks its reader whatever its other words say ("plain"): it reminds somebody of something to do, presses
 * for a deed, or tells what is lacking, failing or wanted. What is told so and seen to already asks nothing ("other").
 *
 * @param all - the sender's own words, for who sees to what is told.
 */
export function plainRule(
  sentence: string,
  all: string,
  { open, chat, namesOther }: Addressing,
): "plain" | "other" | null {
  if (namesOther || (open && !chat)) return null;
  const found = ruleWordsIn(sentence);
  if (!mayAsk(sentence, found)) return null;
  const has = (bit: number) => (found & bit) !== 0;
  const words = sentence.replace(opening, "");
  if (
    (has(ruleWord.remind) && reminds.test(words)) ||
    (has(ruleWord.sure) && !open && urges.test(words)) ||
    (has(ruleWord.atOnce) && presses(words, all))
  )
    return "plain";
  if (/\?\s*$/.test(words)) return null;
  if (waitsUntil(words, found)) return "other";
  if (!open && impliesTask(words, found)) return "plain";
  const fails = reportsFailure(words, found);
  if (fails && !isSeenTo(all)) return "plain";
  const lacks =
    (has(ruleWord.left) && runsOut.test(words)) ||
    (has(ruleWord.asker) && wantsFromUs.test(words)) ||
    // To one reader, the model knows it as a request.
    (open && has(ruleWord.equipment) && needsEquipment.test(words));
  if (!lacks || isStory.test(words)) return fails ? "other" : null;
  return isSeenTo(all) ? "other" : "plain";
}

/**
 * What makes a sentence that asks plainly urgent: it tells of an outage that can't wait, or insists. "reminder" if it only
 * reminds, without a date; null for others.
 */
export function alarmOf(
  sentence: string,
  all: string,
  dated: boolean,
): "outage" | "reproof" | "reminder" | null {
  const words = sentence.replace(opening, "");
  if (reportsOutage(words, all)) return canWait(words, all) ? null : "outage";
  if (insists(words)) return "reproof";
  return reminds.test(words) && !dated ? "reminder" : null;
}
