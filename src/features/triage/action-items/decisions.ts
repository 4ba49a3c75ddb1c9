import { capitalize } from "../../../shared/wording";
import type { SpokenSentence } from "./spoken-sentences";

/** What a sentence may begin with before it decides something. */
const opening =
  /^(?:(?:so|okay|ok|and|then|well|right|alright|all right|yes|yeah|great|good|fine|i think|i guess|in that case|for now|anyway|but|now|also|therefore)\b[,.]?\s*)*/i;
const decided =
  /^(?:we(?:'ve| have)? (?:all |now |just |also |finally )?(?:decided|agreed|settled|concluded) (?:to|on|that|not|we|against)|(?:it's|it is|that's|that is) (?:decided|settled|agreed)|(?:the|our|final) decision (?:is|was|:)|decision:|(?:we'll|we will|we're going to|we are going to|we're gonna|let's|i say we) (?:not |go (?:with|for|ahead)|stick (?:with|to)|keep (?:the|it|that|to)|drop (?:the|it|that)|postpone|use|choose|pick|skip the|leave out|move (?:the|it) to)|we're (?:going with|sticking with|dropping|postponing)|everyone agrees|agreed (?:to|that|on))\b/i;
/** "The minutes are approved." */
const resolved =
  /^(?:the|our|that|this|both|all)\b.{0,80}?\b(?:is|are|was|were|has been|have been)\s+(?:hereby |now |therefore |unanimously )*(?:approved|adopted|accepted|rejected|postponed|cancelled|canceled|appointed|elected|ratified)\b/i;
/** "The motion is carried" says nothing without the motion. */
const carried =
  /^(?:the|that|this)?\s*(?:motion|resolution|proposal)\s+(?:is |was |has been )?(?:carried|carries|passed|passes|approved|adopted)\b/i;
const motion = /\b(?:motion|resolution|propos(?:e|al)|move)\b.{0,20}?\bto\s+\p{L}+/iu;
/** What was put to the vote, up to the words that said how it ended. */
const vote =
  /\b(?:unanimous(?:ly)?|all (?:those )?in favou?r|any objections|(?:does )?anybody (?:disagree|against)|no objections)\b/i;
/** "So the budget is reduced by forty thousand" after a vote. */
const concluding = /^(?:so|then|therefore|good|right|okay|ok)[,\s]/i;
const stated = /^(?:the|our|we|both|all)\b.*\b(?:is|are|stays?|goes|will|remains?)\b/i;
/** Sentences after a vote, and before "The motion is carried", that belong to it. */
const voteReach = 3;
const motionReach = 6;
const undecided =
  /\?\s*$|\b(?:if we|should we|shall we|maybe|perhaps|could we|might|haven't|didn't|not (?:yet )?decided|what if|either|whether|or should|i don't know|i'm not sure|used to|use your|lunch|coffee|use the (?:slide|screen|mouse))\b/i;

/** "We've decided to wait, right?" only asks for a nod. */
const confirming = /,\s*(?:right|okay|correct|yeah)\s*\?\s*$/i;

/** Most decisions that are shown. */
const most = 5;
const minWords = 5;

/** A sentence that settles something, and the words that say it. */
export interface FoundDecision {
  sentence: SpokenSentence;
  text: string;
}

/** The sentences that settle something, in order; at most five, plain ones first. */
export function decisionsIn(sentences: readonly SpokenSentence[]): FoundDecision[] {
  const found = sentences.flatMap((_, at): FoundDecision[] => {
    const said = settledBy(sentences, at);
    return said ? [{ sentence: said, text: written(said) }] : [];
  });
  const once = found.filter(({ text }, at) => found.findIndex((one) => one.text === text) === at);
  const plainly = ({ sentence }: FoundDecision) =>
    /\b(?:decided|agreed|decision|settled|approved|motion)\b/i.test(sentence.plain) ? 1 : 0;
  const chosen = once.toSorted((one, other) => plainly(other) - plainly(one)).slice(0, most);
  return chosen.toSorted((one, other) => sentences.indexOf(one.sentence) - sentences.indexOf(other.sentence));
}

/** Whether a sentence settles something by itself, in whatever text it stands. */
export function settles(text: string): boolean {
  const plain = text.replace(/’/g, "'").replace(/\s+/g, " ").trim();
  return !undecided.test(plain) && settlesPlainly(plain);
}

function settlesPlainly(plain: string): boolean {
  const core = plain.replace(opening, "");
  return resolved.test(core) || (plain.split(" ").length >= minWords && decided.test(core));
}

/** The sentence that says what the one at `at` settles; null if it settles nothing. */
function settledBy(sentences: readonly SpokenSentence[], at: number): SpokenSentence | null {
  const sentence = sentences[at]!;
  const { plain, text } = sentence;
  const core = plain.replace(opening, "");
  if (carried.test(core))
    return (
      sentences.slice(Math.max(0, at - motionReach), at).findLast((one) => motion.test(one.plain)) ?? null
    );
  if (undecided.test(confirming.test(text) ? plain.replace(/\?$/, "") : plain)) return null;
  if (settlesPlainly(plain)) return sentence;
  if (plain.split(" ").length < minWords) return null;
  const voted = sentences.slice(Math.max(0, at - voteReach), at).some((one) => vote.test(one.plain));
  return voted && concluding.test(plain) && stated.test(core) ? sentence : null;
}

/** "So we decided to keep the logo, right?" is "We decided to keep the logo." */
function written({ plain, text }: SpokenSentence): string {
  const core = plain.replace(opening, "");
  const said = confirming.test(text) ? core.replace(/\?$/, ".") : core;
  return capitalize(said);
}
