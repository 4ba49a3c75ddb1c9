import type { Addressing } from "./addressing";

/** What may come before the words that ask. */
const opening =
  /^[\s"'“([*•>·–—-]*(?:(?:hi|hello|hey|dear)\b[^,.!:]{0,30}[,.!:]\s*|(?:p\.?s\.?|and|also|so|but|oh|ok|okay|please|pls|plz|just|btw|fyi|sorry|unfortunately|quick note|heads up|\p{Lu}\p{Ll}{1,14}(?=[,:]))(?=[\s,:.–-])[\s,:.–-]*)*/iu;

/** "Don't forget to bring the keys", "Gentle reminder to send your timesheet": as much as "please". */
const reminds =
  /^(?:(?:(?:do ?n['’]?t|do not|never) forget|remember) to (?!mention\b|say\b|this day\b|smile\b)\p{L}+ \S|(?:this is |it['’]s )?(?:just )?(?:an?(?:other)? |my )?(?:(?:quick|friendly|gentle|kind|small|little|final|last|second|short) )*reminder (?:for you |for everyone |for all )?to (?!self\b|myself\b)\p{L}+ \S)/iu;
/** On a list or in an open room, this is advice on how to do something. */
const urges = /^(?:make|be) sure (?:(?:that )?(?:you|the|all|your|every)|to)\b.{6}/iu;

/** "We're out of printer paper", "There's no toner left in the copier". */
const runsOut =
  /^(?:we(?:['’]re| are)(?: (?:all|now|nearly|almost|completely|totally|again))* (?:out of|(?:running )?(?:low|short) (?:on|of)|running out of)|we(?:['’]ve| have)?(?: (?:nearly|almost|just))* (?:run|ran) out of|there(?:['’]s| is| are)(?: (?:almost|hardly))? (?:no|any)(?: more)?(?= \S+(?: \S+)? left\b))\s+(?!(?:the |an? |our |my )?(?:time|options?|ideas?|luck|patience|office|town|country|range|here|business|danger|date|touch|control|order|scope|stock|words|excuses|doubt|reason|hope|point|choice|room|space|way|sight|sync|hand|line|bounds|place|breath|pocket|work|it|this|that|the woods)\b)\p{L}/iu;

/** "The customer wants a refund", "the guests in room 12 are asking for a second key". */
const wantsFromUs =
  /^(?:the|an?|one|another|our|my|your|this|that|two|three|\d)\s(?:\p{L}+\s)?(?:customer|client|tenant|guest|buyer|patient|landlord|landlady|lodger|parent|student|pupil|subscriber|caller|visitor|neighbou?r|shopper|diner|traveller|passenger|applicant|donor|sponsor|bride|bridegroom|owner|retailer|wholesaler|distributor)s?(?:\s(?:at|in|from|of|on|with|for)\s(?:\S+\s){0,3}?\S+)?\s(?:(?:still|now|also|really|urgently)\s)*(?:wants?|needs?|would like|(?:is|are) (?:asking|waiting) for|asks? for|(?:has|have) (?:just )?(?:asked|requested)(?: for)?|requests?|demands?|insists? on)\s(?!(?:for )?(?:nothing|no|only|everything|more and more|to (?:thank|stay|keep|leave|remain|congratulate|be|wait|think|tell)|that|him|her|them)\b)\S/iu;

/** A need is met if somebody says so, and a question is none. */
const inHand =
  /\b(?:i|we|he|she|they|\p{Lu}\p{Ll}+)(?:['’]ve|['’]ll|['’]m|['’]re|['’]s| have| has| will| am| are| is)?(?: (?:just|already|now))? (?:ordered|order|ordering|bought|buy|buying|got some|get some|getting|gave|give|refunded|refund|sent|send|sending|fixed|called|paid|handled|handle|arranged|booked|on (?:it|the way)|take care|taken care|deal with|dealt with|sorted|sort|pick up|picked up)\b|\bno (?:action|need|worries|rush|hurry)\b|\bnothing (?:to|for you)\b|\bsorted\b/iu;

/**
 * Whether a sentence asks its reader whatever its other words say: it reminds somebody of something to do, or tells what is
 * lacking or wanted where nobody else sees to it.
 *
 * @param all - the sender's own words, for who sees to what is told.
 */
export function asksPlainly(sentence: string, all: string, { open, chat, namesOther }: Addressing): boolean {
  if (namesOther || (open && !chat)) return false;
  const words = sentence.replace(opening, "");
  if (reminds.test(words) || (!open && urges.test(words))) return true;
  if (/\?\s*$/.test(words) || !(runsOut.test(words) || wantsFromUs.test(words))) return false;
  return !inHand.test(all);
}
