import { capitalize } from "../../../shared/wording";
import { ruleWord } from "../text/rule-words";
import { leadIn } from "./asked-statement";
import type { Add, Around } from "./candidate";
import { verbOf } from "./participles";
import { bare, clauseAfter, contentOf, forReader, lower, namesObject, phrase } from "./wording";

/** "To send back your deposit, I need your IBAN", "I'll need the tax number for the two drivers". */
const need =
  /^(.*?)(?:^|[\s,;:])(?:i|we)(?:['’]ll| will| shall| do|['’]d| would)?(?: also| still| now| only| just| really| urgently)*\s+(?:need|require)\s+((?:the|your|those|these|another|a (?:copy|list|signed|revised|draft|short)|an? (?:updated|estimate|answer)|copies|(?:additional|more|further) \p{L}+|\d+)\s(?:[^?!.;]|\.(?=[\p{L}\p{N}])){3,})/iu;
/** The need isn't here, or not now. */
const notNow = /\b(?:if|whenever|unless|in case|when|think|know|said|says|where|why|what|how|until|till)\b/i;
const noThing =
  /^(?:the|your|another) (?:time|chance|rest|break|help|hand|minute|moment|hour|day|week|money|space|room|same|exercise|sleep|practice)\b/i;
const answers =
  /^(?:your |the |an? )?(?:approval|feedback|opinion|input|comments|advice|confirmation|decision|answer|consent|permission|agreement|go-ahead|okay|ok)\b/i;

/** "Need 40 ridge tiles and a roll of lead for tomorrow". */
const short = /^(?:urgently )?need(?:s|ed|ing)?\s+((?:\d+|another|more|an? \p{L}+ of|some)\s[^?!;]{3,120})/iu;

/** "The hedge needs cutting". */
const needsDoing =
  /(?:^|,\s)(?!what|which|how|who|if|when)((?:the|a|an|all|your|our|these|each|\p{Lu})[^,;]{2,50}?)\s+(?:(?:still|also|now|really|badly)\s)*needs?\s+(\p{L}{3,}ing)\b(?!\s+(?:to|a|an|the)\b)\s*(.*)$/iu;

/**
 * What a sentence says is needed behind other words, or without saying by whom.
 *
 * @param found - by `ruleWordsIn`.
 */
export function addWanted(words: string, found: number, { sender, open }: Around, add: Add): void {
  if ((found & ruleWord.need) === 0) return;
  const plain = words.replace(leadIn, "");
  const [, before = "", thing] = need.exec(plain) ?? [];
  if (thing && !open && !notNow.test(before) && !noThing.test(thing)) {
    const what = forReader(phrase(thing.replace(/^those\b/i, "the")), sender);
    if (what && contentOf(what) > 0)
      add("provide", `${answers.test(what) ? "Give" : "Send"}${sender ? ` ${sender}` : ""} ${lower(what)}`);
  }
  const amount = short.exec(plain)?.[1];
  if (amount && !open) {
    const what = forReader(phrase(amount.replace(/[.,]\s.*$/, "")), sender);
    if (what && contentOf(what) > 0) add("provide", `Get ${lower(what)}`);
  }
  const [, object, doing, rest = ""] = needsDoing.exec(plain) ?? [];
  const verb = doing && verbOf(`${doing.slice(0, -3)}ed`);
  if (object && verb) {
    const title = forReader(bare(`${verb} ${lower(bare(object))} ${rest}`.replace(clauseAfter, "")), sender);
    if (title && namesObject(title, sender)) add("passive", capitalize(title));
  }
}

/** "What's the gate code?": the thing to tell. */
const whatIs = /^what(?:['’]s| is| are| was| were)\s+((?:the|your)\s.+)$/i;
const noMatter =
  /^(?:the|your) (?:(?:\p{L}+est|right|correct|proper|usual|big|main|whole|real) )?(?:way|problem|matter|difference|point|deal|issue|reason|use|story|chance|odds|thing|idea|cause|plan|meaning|purpose|opinion|view|take|thoughts?|feeling|experience|advantage|benefit|best|easiest|worst|fastest|simplest)s?\b/iu;
const finite =
  /\s(?:is|are|was|were|has|have|had|do|does|did|can|will|would|should|that|which|who|if|when|where|why|how|to|you|i|we|they|it|he|she|called|like)\b/i;

/** The thing that a question asks for, if telling it is the whole answer. */
export function thingAsked(question: string): string | null {
  const thing = whatIs.exec(question)?.[1];
  return thing && !noMatter.test(thing) && !finite.test(thing) && contentOf(thing) > 0 ? thing : null;
}
