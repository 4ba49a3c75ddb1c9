import { indirect } from "./title-question";
import { bare, contentOf, lower, ownWords, saysEnough } from "./wording";

/** "Just a friendly reminder that". */
const reminding =
  /(?:this is |just )*(?:an? )?(?:(?:quick|friendly|gentle|kind|small|little|final|last) )*reminder(?: that)?/;

/** What a writer says before the question itself. */
export const leadIn = new RegExp(
  `^(?:[\\s"'([*•>·–—-]+|(?:and|or|but|so|also|btw|by the way|well|hey|hi|hello|ok|okay|ah|oh|hm+|uh|guys|anyway|then|question|quick question|p\\.?s\\.?|${reminding.source})\\b[\\s,:.–-]*)+`,
  "i",
);

/** What makes a statement a question. */
const wantsYes = /^\W*so\b|\b(?:right|correct|is that (?:right|correct)|am i right|isn['’]?t it)\s*\?+\W*$/i;
const claims =
  /^(?!(?:what|when|where|who|whom|whose|why|which|how|any|or|not|like|because|if|as)\b)([\p{L}\p{N}][^?!;:]{6,}?)[\s,]*(?:,?\s+(?:right|correct|is that (?:right|correct)|am i right|isn['’]?t it|no|yes|huh))?\s*\?+\W*$/iu;
const finite =
  /^\S+(?:\s+\S+){0,6}?\s+(?:is|are|was|were|will|would|should|can|cannot|can['’]t|could|must|means?|needs?|has|have|does|doesn['’]t|do|don['’]t|won['’]t|isn['’]t|aren['’]t|requires?|supports?|only|gets?|works?|uses?)\b/i;

/** "Tree shaking only removes dead code, right?": what is to be confirmed. */
export function declared(words: string): string | null {
  if (!wantsYes.test(words)) return null;
  const said = claims.exec(
    words
      .replace(leadIn, "")
      .replace(/^(?:hopefully|so|then|perhaps|maybe|i assume|i guess|i suppose)[\s,]+/i, "")
      .replace(/\s*\([^()]*\)/g, ""),
  )?.[1];
  if (
    !said ||
    !finite.test(said) ||
    /\b(?:or|what|where|how|why|when|who|which|did|does)\b|^(?:(?:is|are|was|were|do|can|could|will|would|should|shall|has|have|had|am)\b)|^(?:\S+ ){0,3}\S*,|^(?:you (?:are|mean|say)|it sounds|i\b|we\b)/i.test(
      said,
    ) ||
    ownWords.test(said) ||
    !saysEnough(said)
  )
    return null;
  return lower(bare(said.replace(/\bthen\s+/i, "")));
}

/** "So the ferry runs at night?": a whole statement that is put as a question. */
export function askedStatement(words: string): string | null {
  const said = claims.exec(
    words
      .replace(leadIn, "")
      .replace(
        /[\s,]+(?:(?:is|do|does|will|would|can|has|have)(?:n['’]?t)? (?:it|they|there|i|we))\s*(?=\?)/i,
        "",
      )
      .replace(/\s*\([^()]*\)/g, ""),
  )?.[1];
  if (
    !said ||
    !finite.test(said) ||
    /,|^(?:any|some)\s?(?:one|body)\b|\bcan can\b/i.test(said) ||
    /[*"]|\s(?:Is|Are|Do|Does|Did|Can|Could|Will|Would|Should|How|What|Why|Where|When)\b/.test(said) ||
    contentOf(said) < 3 ||
    !saysEnough(said)
  )
    return null;
  return lower(bare(said));
}

/** A question as a clause, only where the order of words is certain. */
export function statement(question: string): string | null {
  const simple =
    /^(?:is|are|was|were|can|will|would|could|have|should) (?:you|there|we|they)\b/i.test(question) ||
    /^(?:is|was|can|will|would|could|has|should) (?:it|any\s?(?:one|body)|some\s?(?:one|body))\b/i.test(
      question,
    ) ||
    /^do (?:you|we|they)\b/i.test(question) ||
    /^what (?:makes?|made|cause[sd]?|happen(?:s|ed)|determine[sd]?|decides?|triggers?|controls?)\b/i.test(
      question,
    ) ||
    /^any chance (?:that )?(?:you|we|they|there)\b/i.test(question);
  return simple ? indirect(question) : null;
}
