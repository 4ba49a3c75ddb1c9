import { contentWords } from "../title/content-words";
import { isDeed } from "../title/deed";
import { finish, wordsIn } from "../title/title";

/** What is said after the deed: reasons, conditions, asides. */
const tails =
  /\s*(?:,?\s+(?:because|since|although|though|whereas|unless|so that (?:we|you|i|they)|so (?:we|you|i|they|that's|it's)|but|if|which (?:is|are|means|would)|and (?:then|so|maybe|i|you|we|they|he|she|it|that's|see (?:if|what|how|whether)|let (?:you|me|us|them|him|her|everyone|everybody) know)|when (?:we|you|i|they)|before we|while (?:we|you|i)|i think|i guess|you know|or not|as i said|like i said|for example|right now|at the moment|okay|ok|alright|anyway|actually|basically|as well|too|please|then|now|again|though|yeah|right)\b|\s+[–-]\s|;|\.\s|,\s*(?:can|could|will|would|is|are|do|does|did|should|right|okay|yeah|isn't|so|or|and\s+(?:the|this|that)\s+\p{L}+\s+(?:is|are|was|will)|it's|that's|there's|i'm|i'll|we|you|i|he|she|they)\b).*$/iu;

/**
 * The title of a deed: "send you the minutes, okay" is "Send the minutes".
 *
 * @param speaker - who said it, for "me"; `listener` for "you". Null where nobody is known.
 * @returns null if it names no work.
 */
export function deedTitle(
  deed: string,
  people: { speaker: string | null; listener: string | null; promised: boolean },
): string | null {
  const cut = shortenedBy(deed.trim());
  const named = people.promised
    ? nameObject(cut, /\b(?:you guys|you all|you both|you)\b/gi, people.listener)
    : nameObject(cut, /\bme\b/gi, people.speaker);
  const title = finish(named).replace(danglingLet, "");
  const about = contentWords(title.split(" ").slice(1).join(" "));
  if (about.length === 0 || wordsIn(title).length < 3) return null;
  return isDeed(title) ? title : null;
}

/** What is left of words that were broken off: "th on th on the design". */
const broken = /\b(\p{Ll}{1,4}) (?:on |of |to |in |a |the )?(?=\1\p{L})/giu;
const twice = /\b(\p{L}+ \p{L}+) (?=\1\b)/giu;

/** What "and let you know" leaves once nobody is known. */
const danglingLet = /,?\s+and let(?: know)?$/i;

function shortenedBy(deed: string): string {
  let text = deed.replace(broken, "").replace(twice, "");
  for (let round = 0; round < 3; round++) {
    const shorter = text.replace(tails, "");
    if (shorter === text || wordsIn(shorter).length < 3) break;
    text = shorter;
  }
  return text.replace(/[\s,.;:]+$/, "");
}

/** "Send you the notes" names the listener, or nobody: the words are the doer's own. */
function nameObject(text: string, pronoun: RegExp, name: string | null): string {
  if (name) return text.replace(pronoun, name);
  return text
    .replace(new RegExp(`\\s+(?:to|for|with|from)\\s+(?:${pronoun.source})(?=[\\s,.]|$)`, "gi"), "")
    .replace(new RegExp(`^(\\p{L}+)\\s+(?:${pronoun.source})(?=\\s)`, "iu"), "$1");
}
