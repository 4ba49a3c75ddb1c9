import { asker } from "../text/need-words";
import { contentWords } from "./content-words";
import { beginsWithVerb, doubtfulVerb, objectWord } from "./imperatives";
import { lower } from "./wording";

const spellings: [RegExp, string][] = [
  [/\br u\b/gi, "are you"],
  [/(?<![.@\p{L}])u\b(?![.@])/giu, "you"],
  [/\bur\b/gi, "your"],
  [/\b(what|where|who|how|when|there)s\b/gi, "$1's"],
  [/\b(can|don|didn|doesn|won|isn|aren|wasn|haven|hasn|couldn|wouldn|shouldn)t\b/gi, "$1't"],
  [/\bim\b/g, "I'm"],
  [/\bive\b/g, "I've"],
  [/\b(they|you)re\b/gi, "$1're"],
];
const quickly =
  /\b(?:u|ur|im|ive|(?:what|where|who|how|when|there)s|(?:they|you)re|\p{L}+nt|cant|wont|dont)\b/iu;

/** "Whats the code, cant u look" as people spell it who have the time. */
export const spelledOut = (text: string): string =>
  quickly.test(text) ? spellings.reduce((all, [quick, slow]) => all.replace(quick, slow), text) : text;

/** These begin a sentence without being a name. */
const noName =
  /^(?:and|but|so|or|also|then|now|please|pls|plz|kindly|just|well|hi|hello|hey|dear|if|when|where|what|how|why|who|which|that|this|there|it|we|you|they|he|she|the|i|once|since|before|after|until|otherwise|anyway|maybe|perhaps|today|tomorrow|tonight|not|never|always|only|again|thanks|sorry|yes|no|ok|okay|great|else|as|because|though|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
/** What nobody says of somebody else. */
const toReader =
  /^(?:please\b|pls\b|remember to\b|do ?n['’]?t forget\b|(?:can|could|would|will|did|do|have|are|were) you\b|remind me\b|let (?:me|us) know\b|tell (?:me|us)\b|(?:where|what|when|how|which|who|why) (?:did|do|are|is|have|has|should|can|could|would|will)\b)/i;

/** "Emma ring Mrs Galt", "shaz have you got the tickets": without the name of whom it is said to. */
export function withoutName(sentence: string, readers: ReadonlySet<string>): string {
  const [, name = "", rest = ""] = /^[\s"'“*•>–—-]*(\p{L}[\p{L}'’-]{1,14}),?\s+(.*)$/u.exec(sentence) ?? [];
  if (!rest || noName.test(name)) return sentence;
  const isReader = readers.has(name.toLowerCase());
  if (toReader.test(rest) && (isReader || !beginsWithVerb(name))) return rest;
  return isReader && isOrder(rest) ? rest : sentence;
}

/** What begins a thing; "back on line" and "order by Friday" have none. */
const things =
  /^(?:the|an?|my|our|your|his|her|their|its|this|that|these|those|all|each|every|both|some|any|no|one|two|three|it|them|me|us|him|everyone)$/i;

/** "Order me a coffee", "bring the keys": plainly something is done to something. */
function isOrder(clause: string): boolean {
  const [verb = "", next = ""] = clause.split(/[\s,]+/);
  if (
    !beginsWithVerb(verb) ||
    /^(?:is|are|was|were)$/i.test(next) ||
    /^(?:let|see|note|think|help)$/i.test(verb)
  )
    return false;
  if (doubtfulVerb.test(verb)) return things.test(next) || /^\p{Lu}\p{Ll}/u.test(next);
  return objectWord.test(next) || /^\p{Lu}|^\d/u.test(next);
}

const joint = /(?:[,;]|\s[-–—]|\.{2,}|\sso|\sthen)\s+(?:(?:and|so|then|just|also|please|pls|but)\s+)*/giu;
/** A verb behind these belongs to the person who does what comes before. */
const goesOn =
  /\b(?:i|we|he|she|they)['’](?:ll|d)\b|\b(?:will|can|could|would|should|shall|must|may|might|did|does|do|to|let|lets|let's|help|please|pls|not|never|don['’]?t|either)\b/i;

/** Clauses that ask for something behind others that don't: "running late, order me a coffee". */
export const ordersIn = (sentence: string): string[] =>
  [...sentence.matchAll(joint)].flatMap(({ 0: { length }, index }) => {
    const clause = sentence.slice(index + length);
    return isOrder(clause) && !goesOn.test(sentence.slice(0, index)) ? [clause] : [];
  });

const subject =
  /^((?:(?:the|our|your|an?) )?(?:[\p{L}\p{N}'’-]+ ){0,3}?[\p{L}\p{N}'’-]+?)(?:['’]s|\s+(?:is|are|was|were|has|have|had|needs?|keeps?|won['’]t|doesn['’]t|isn['’]t|aren['’]t|can['’]t|still|reads?|looks?|makes?|failed|broke|came|went|stopped|started|arrived))\s/iu;
const noThing =
  /^(?:(?:there|here|it|this|that|these|those|he|she|they|we|you|i|who|what|which|how|when|where|why|if|so|and|but|or|because|nobody|everybody|someone|anyone|people|all|some|one|today|tomorrow|thanks|hi|hello|hey|dear|good|sorry|please|not|as|to|for|in|on|at)\b|.*\b(?:i|you|we|they|he|she|it|that|which|who)\b)/iu;

/** What a sentence speaks of: "the chlorine delivery is sitting in the sun". */
export function thingSpokenOf(sentence: string): string {
  const thing = subject.exec(sentence)?.[1] ?? "";
  return noThing.test(thing) || contentWords(thing).length === 0
    ? ""
    : lower(thing.replace(/^(?:the|our|your|an?) /i, ""));
}

const meantPerson =
  /^(call|ring|phone|text|tell|ask|contact|inform|e-?mail|answer|help|refund|meet|visit) (?:him|her|them)\b(.*)$/iu;
const isAsker = new RegExp(`^(?:\\p{L}+ )?${asker}$`, "iu");

/**
 * "Call the client back" for "The client is furious. Call them back!"; null if the sentence before speaks of nobody who could be
 * meant.
 *
 * @param before - what that sentence speaks of.
 */
export function withPerson(request: string, before: string): string | null {
  const [, verb, rest = ""] = (isAsker.test(before) && meantPerson.exec(request)) || [];
  return verb ? `${verb} the ${before}${rest}` : null;
}
