import { escapePattern } from "../../../shared/escape-pattern";
import { contentWords } from "./content-words";

/** With a small first letter, unless it begins with "I" or is all capitals. */
export const lower = (text: string) =>
  /^\p{Lu}\p{Ll}*(?:\s|$)/u.test(text) && !/^I\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
/** Without the punctuation at its end. */
export const bare = (text: string) => text.replace(/[\s?!.,;:–-]+$/, "").trim();

/** The sender's own "I" and "my", which the title's reader would take for his. */
export const ownWords = /\b(?:i|i['’]\w+|im|ive|me|my|mine|myself)\b/i;

/** A clause that follows a noun phrase, up to the end. */
export const clauseAfter =
  /\s*(?:[,;:]\s|\s[-–]+\s|\.{2,}|(?<=\s)\(|\s(?:and|but|or|so)\s+(?:how|why|what|where|whether|if|do|does|can|could|should|would)\b|\s(?:and|but|or|so|because|since|as|when|while|after|before|if|which|that|then|where)\s+(?:i|it|we|they|my|the|this|that|he|she|there|you|now|then|got|get|is|was|are|will|won['’]?t|can['’]?t|have|has|trying)\b).*$/i;
/** Only the noun phrase: what follows in a clause is left out. */
export const phrase = (text: string) => bare(text.replace(clauseAfter, ""));

/** How many words name what a text is about. */
export const contentOf = (text: string) => contentWords(text).length;

/** Words that every question may hold. */
const generic =
  /^(?:anyone|helpp*|anybody|someone|somebody|people|guys|help|question|questions|idea|ideas|problem|problems|issue|issues|error|errors|possible|wrong|right|true|correct|sure|ask|say|mean|means|happen|happened|happening|happens|think|output|result|results|expected|normal|working|works|fine|reason|difference|same|different|case|answer|tell|please|exactly|other|others|else|another|better|best|recommend|suggest|suggestions|recommendations|thoughts|interested|able|asap|did|done|doing|going|way|went|favorites|again|missing|straight|improvements|typo|bug|bugs|known|two|three|four|five|six|area|understanding|clue|helpme|me+|makes?|sense)$/;
/** Whether a question names its subject. */
export const saysEnough = (question: string) =>
  contentWords(question).filter((word) => !generic.test(word)).length > 0;

/** Names the sender instead of "me"; null if "I" or "my" remains. */
export function forReader(title: string, sender: string | null): string | null {
  let text = title;
  if (sender)
    text = text
      .replace(/\b(to|for|with|from|at|by) me\b/gi, `$1 ${sender}`)
      .replace(/^(\p{L}+) (?:me|us)\b/iu, `$1 ${sender}`)
      .replace(/\bme\b/g, sender)
      .replace(/\bmy\b/g, `${sender}'s`);
  else
    text = text
      .replace(/\s+(?:to|for|with|from) (?:me|us)\b/gi, "")
      .replace(
        /^(send|give|show|forward|get|bring|fax|mail|email|pass|hand|lend|offer|provide) (?:me|us)\b/i,
        "$1",
      );
  text = text
    .replace(/^(\p{L}+) us\b/iu, sender ? `$1 ${sender}` : "$1")
    .replace(/\s+(?:to|for) us\b/gi, "")
    .replace(/\bour\b/g, "the");
  return ownWords.test(text) ? null : text;
}

/** Whether a deed says what it is done to. */
export const namesObject = (title: string, sender: string | null) => {
  const rest = title.split(" ").slice(1).join(" ");
  if (
    sender &&
    new RegExp(
      `^(?:call|contact|email|phone|meet|join|visit|write to) (?:with )?${escapePattern(sender)}\\b`,
      "i",
    ).test(title)
  )
    return true;
  const named = sender ? rest.replace(new RegExp(escapePattern(sender), "g"), "") : rest;
  return contentWords(named).some(
    (word) =>
      !/^(?:please|help+|meee*|thanks|anyone|someone|around|asap|urgently|immediately|quickly|possible)$/.test(
        word,
      ),
  );
};

/** "Comments" for "comment"; "advice" stays. */
export const plural = (noun: string) =>
  noun.toLowerCase().replace(/^(question|comment|thought|idea|suggestion|opinion|recommendation)$/, "$1s");

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0;
/** Whether no quotation mark or bracket is open. */
export const isBalanced = (text: string) =>
  count(text, /"/g) % 2 === 0 &&
  count(text, /\(/g) === count(text, /\)/g) &&
  count(text, /\[/g) === count(text, /\]/g) &&
  count(text, /“/g) === count(text, /”/g);

/** "For this cellar door" as "for the cellar door": two words name a thing well enough. */
const pointingAt =
  /\b(of|for|on|in|with|to|at|from|about|by|into|using|via|\p{L}{3,}(?:ing|ate|ease|use|ave|ove|ake))\s+(?:this|that|these|those)\s+(?=(\p{L}[\p{L}\p{N}._/-]+)\s+(\p{L}[\p{L}\p{N}._/-]+))/giu;

export const withArticles = (text: string): string =>
  text.replace(pointingAt, (all, before: string, one: string, other: string) =>
    contentOf(one) > 0 && contentOf(other) > 0 ? `${before} the ` : all,
  );
