import { contentWords } from "../title/content-words";
import type { SpokenSentence } from "./spoken-sentences";

/** A thing that a sentence names: "a sample export of your data". */
export interface NounPhrase {
  /** Without its article. */
  text: string;
  plural: boolean;
  /** Where it begins in the sentence. */
  start: number;
}

/** They end what an article began. */
const ends = new Set(
  "that which who whom whose where when what why how is was are were be been being am isn't wasn't aren't has have had hasn't haven't will would won't can could can't should must may might do does did don't doesn't didn't needs need gets get got goes go went comes came looks seems says said to for on in at by with from about into onto over under between during and or but so if because although though as than then not we i you he she it they us me him her them we're we've i'm i've you're it's that's there here just also already still yet too up out off before after until till while since through without instead once please okay ok yeah yes no right well actually really again now today tomorrow tonight yesterday soon later first last next maybe perhaps only".split(
    " ",
  ),
);
const article =
  /(?<![\p{L}'])(?:the|an?|our|your|their|his|her|my|its|this|that|these|those|some|another)\s+(?!(?:the|an?|our|your|their|his|her|my|its|this|that|these|those)\s)(?=\p{L})/giu;
const word = /^[\p{L}\p{N}][\p{L}\p{N}'’&/-]*/u;
/** Words after an article at most, and after "of". */
const longest = 4;
const isPlural = (noun: string) => /[^s]s$/i.test(noun);

/** The things that a sentence names with an article, in order. */
export function nounPhrasesIn(text: string): NounPhrase[] {
  const found: NounPhrase[] = [];
  let until = 0;
  for (const { 0: begun, index } of text.matchAll(article)) {
    if (index < until) continue;
    const from = index + begun.length;
    const nouns = wordsFrom(text, from);
    const own = withoutVerb(nouns, /^(?:an?|this|that|another)\s/i.test(begun));
    const head = own.at(-1);
    if (!head) continue;
    const end = from + own.join(" ").length;
    const of =
      own.length === nouns.length
        ? /^ of (?:(?:the|an?|our|your|their|this) )?/i.exec(text.slice(end))
        : null;
    const more = of ? withoutVerb(wordsFrom(text, end + of[0].length), false) : [];
    const whole = more.length > 0 && of ? `${own.join(" ")}${of[0]}${more.join(" ")}` : own.join(" ");
    until = from + whole.length;
    if (
      contentWords(whole).length > 0 &&
      !/^(?:fact|chance|moment|idea|rest|kind|sort|couple|number of)\b/i.test(whole)
    )
      found.push({ text: whole, plural: isPlural(head), start: index });
  }
  return found;
}

/** The words up to the next one that can't belong to the thing. */
function wordsFrom(text: string, from: number): string[] {
  const words: string[] = [];
  for (let at = from; words.length < longest; ) {
    const next = word.exec(text.slice(at, at + 40))?.[0];
    if (!next || ends.has(next.toLowerCase()) || next.toLowerCase() === "of") break;
    words.push(next);
    at += next.length;
    if (text[at] !== " ") break;
    at++;
  }
  return words;
}

/** "The certificate expires" and "the printer jammed" name a certificate and a printer. */
function withoutVerb(words: string[], single: boolean): string[] {
  const last = words.at(-1) ?? "";
  if (words.length < 2) return words;
  if (/[^e]ed$/i.test(last) || (isPlural(last) && (single || isVerbLike(words)))) return words.slice(0, -1);
  return words;
}

/** An -s after a singular noun is a verb's more often than not if nothing else follows the article. */
const isVerbLike = (words: readonly string[]) =>
  /^(?:expires|ends|starts|begins|works|runs|fails|breaks|needs|wants|gets|takes|makes|costs|means|happens|stays|remains|depends|arrives|leaves|closes|opens|changes|contains|includes|shows|says|requires|helps|hasn't|isn't)$/i.test(
    words.at(-1) ?? "",
  );

const one = new Set(["it", "that", "this"]);
/** "Send it to Bo", "take a look at that", "send me those today": the word that stands for the thing. */
const standIn =
  /^((?:\p{L}+)(?:\s+(?:me|you|us|him|her|out|over|up|at|into|on|through|after|back|a look at|another look at|a quick look at|care of))*)\s+(it|them|those|these|that|this)(?=\s*(?:$|[,.;]|(?:by|before|to|on|in|at|from|for|with|out|over|up|back|off|around|across|through|as|when|once|until|after|and|or|today|tomorrow|tonight|this|next|now|soon|right|first|again|together|too|into|via|asap)\b))/iu;
/** With these, "them" are people. */
const withPeople =
  /^(?:let|tell|ask|call|phone|ring|meet|inform|remind|talk|speak|thank|invite|contact|email|mail|message|text|help|join|introduce|get back)\b/i;
/** How many sentences before may name the thing. */
const reach = 4;

/**
 * Names the thing that a deed calls "it", from what was said right before.
 *
 * @param before - the words of the same sentence that come before the deed.
 * @returns the deed, and whether it still calls a thing "it" that nobody named.
 */
export function withThingNamed(
  deed: string,
  before: string,
  sentences: readonly SpokenSentence[],
  at: number,
): { deed: string; isUnnamed: boolean } {
  const found = standIn.exec(deed);
  if (!found) return { deed, isUnnamed: false };
  const [, lead = "", pronoun = ""] = found;
  const single = one.has(pronoun.toLowerCase());
  if (!single && withPeople.test(lead)) return { deed, isUnnamed: false };
  const texts = [
    before,
    ...sentences
      .slice(Math.max(0, at - reach), at)
      .map(({ plain }) => plain)
      .toReversed(),
  ];
  for (const text of texts) {
    const thing = nounPhrasesIn(text).findLast(({ plural }) => plural !== single);
    if (thing) {
      const rest = deed.slice(lead.length).replace(/^\s+\S+?(?=[\s,.;]|$)/, "");
      return { deed: `${lead} the ${thing.text}${rest}`, isUnnamed: false };
    }
  }
  return { deed, isUnnamed: true };
}
