import type { SpokenSentence } from "./spoken-sentences";

/** What a sentence may begin with before it decides something. */
const opening =
  /^(?:(?:so|okay|ok|and|then|well|right|alright|all right|yes|yeah|great|good|fine|i think|i guess|in that case|for now|anyway|but|now|also|therefore)\b[,.]?\s*)*/i;
const decided =
  /^(?:we(?:'ve| have)? (?:all |now |just |also |finally )?(?:decided|agreed|settled|concluded) (?:to|on|that|not|we|against)|(?:it's|it is|that's|that is) (?:decided|settled|agreed)|(?:the|our|final) decision (?:is|was|:)|decision:|(?:we'll|we will|we're going to|we are going to|we're gonna|let's|i say we) (?:go (?:with|for|ahead)|stick (?:with|to)|keep (?:the|it|that|to)|drop (?:the|it|that)|postpone|use|choose|pick|skip the|leave out|move (?:the|it) to)|we're (?:going with|sticking with|dropping|postponing)|everyone agrees|agreed (?:to|that|on))\b/i;
const undecided =
  /\?\s*$|\b(?:if we|should we|shall we|maybe|perhaps|could we|might|haven't|didn't|not (?:yet )?decided|what if|either|whether|or should|i don't know|i'm not sure|used to|use your|lunch|coffee|use the (?:slide|screen|mouse))\b/i;

/** "We've decided to wait, right?" only asks for a nod. */
const confirming = /,\s*(?:right|okay|correct|yeah)\s*\?\s*$/i;

/** Most decisions that are shown. */
const most = 5;
const minWords = 5;

/** The sentences that settle something, in order; at most five, plain ones first. */
export function decisionsIn(sentences: readonly SpokenSentence[]): SpokenSentence[] {
  const found = sentences.filter(
    ({ plain, text }) =>
      plain.split(" ").length >= minWords &&
      decided.test(plain.replace(opening, "")) &&
      !undecided.test(confirming.test(text) ? plain.replace(/\?$/, "") : plain),
  );
  const plainly = (sentence: SpokenSentence) =>
    /\b(?:decided|agreed|decision|settled)\b/i.test(sentence.plain) ? 1 : 0;
  const chosen = found.toSorted((one, other) => plainly(other) - plainly(one)).slice(0, most);
  return chosen.toSorted((one, other) => sentences.indexOf(one) - sentences.indexOf(other));
}
