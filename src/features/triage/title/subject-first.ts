import { contentWords } from "./content-words";
import { beginsWithVerb } from "./imperatives";

/** A question that begins with an auxiliary verb; "shouldn't" asks the same as "should". */
const opening =
  /^(is|are|was|were|does|do|has|have|can|could|will|would|should|may|might|must)(?:n['’]?t)?\s+(\p{L}.*)$/iu;
const determiner =
  /^(?:the|an?|any|all|each|every|both|most|some|no|our|your|their|its|his|her|other|more|many)$/i;
const adverb = /^(?:also|still|already|now|only|really|actually|ever|even|always|just|automatically)$/i;
const baseVerb =
  /^(?:be|have|do|go|work|works?|run|become|happen|handle|depend|exist|matter|mean|need|cause|cost|fail|last|belong|contain|differ|fit|come|discover|require|perform)$/i;
/** What follows a form of "to be" after its subject. */
const complement =
  /^(?:the|an?|not|in|on|at|from|part|up|down|over|available|possible|supposed|able|ready|required|needed|necessary|compatible|known|better|best|faster|enough|correct|safe|free|open|closed|normal|fine|okay|ok|right|wrong|due|still|already|also|now|only|really|more|less|too|going|coming|\p{L}{3,}(?:ed|ing|able|ible))$/iu;
const participle =
  /^(?:been|become|done|gone|made|seen|got|gotten|taken|given|found|come|begun|broken|sent|paid|\p{L}{3,}ed)$/iu;
/** Words that begin something else, so that the subject's end is unclear. */
const unclear = /^(?:that|which|who|for|with|by|to|if|when|and|or|as|than|using|without|about|via)$/i;

const mostWords = 6;

/**
 * "Does the ferry run on Sundays?" in the order of a statement: "the ferry runs on Sundays". Questions about "you", "it" and
 * so on are turned elsewhere.
 *
 * @returns null if it isn't certain where the subject ends.
 */
export function subjectFirst(question: string): string | null {
  const found = opening.exec(question);
  if (!found) return null;
  const helper = found[1]!.toLowerCase();
  const words = found[2]!.split(" ");
  const first = words[0]!;
  if (!determiner.test(first) && !isBareSubject(first)) return null;
  const least = determiner.test(first) ? 2 : 1;
  const begins = predicateOf(helper);
  const ends = [];
  for (let at = least; at <= Math.min(mostWords, words.length - 1); at++) {
    const word = words[at]!;
    if (begins(word)) ends.push(at);
    else if (unclear.test(word) && ends.length === 0) return null;
    else if (unclear.test(word)) break;
  }
  const [end, next] = ends;
  // "Are the notes from Monday ready", "is the rounding in Monday's file wrong"
  if (
    end !== undefined &&
    next !== undefined &&
    /^(?:in|on|at|from|up|down|over|\p{L}+ing)$/iu.test(words[end]!)
  )
    return null;
  // Two words in a row that could be the verb leave it open which one is, unless the first is an adverb.
  if (end === undefined || (next === end + 1 && !adverb.test(words[end]!) && needsVerb(helper))) return null;
  const subject = words.slice(0, end).join(" ");
  if (contentWords(subject).length === 0 || /[,;:]/.test(subject)) return null;
  const rest = words.slice(end);
  if (helper === "do") return isPlural(words[end - 1]!) ? `${subject} ${rest.join(" ")}` : null;
  if (helper !== "does") return `${subject} ${helper} ${rest.join(" ")}`;
  const at = adverb.test(rest[0]!) ? 1 : 0;
  if (rest[at] === undefined) return null;
  rest[at] = thirdPerson(rest[at]);
  return `${subject} ${rest.join(" ")}`;
}

const needsVerb = (helper: string) => !/^(?:is|are|was|were|has|have)$/.test(helper);

/** A name, an identifier or a plural, which needs no article. */
const isBareSubject = (word: string) =>
  !/^(?:this|these|those|that|there|what|who|you|we|they|he|she|it|i|one|any\p{L}+|some\p{L}+|every\p{L}+)$/iu.test(
    word,
  ) && /^\p{Lu}|\p{Ll}\p{Lu}|\d|[._-]|[^sui]s$|^\p{Ll}{4,}$/u.test(word);

const isPlural = (word: string) => /[^sui]s$|^(?:people|children)$/i.test(word);

function predicateOf(helper: string): (word: string) => boolean {
  if (/^(?:is|are|was|were)$/.test(helper)) return (word) => complement.test(word);
  if (/^(?:has|have)$/.test(helper)) return (word) => participle.test(word) || adverb.test(word);
  return (word) =>
    adverb.test(word) || baseVerb.test(word) || (/^\p{Ll}+$/u.test(word) && beginsWithVerb(word));
}

/** "Carry" becomes "carries". */
function thirdPerson(verb: string): string {
  if (/^have$/i.test(verb)) return "has";
  if (/^be$/i.test(verb)) return "is";
  if (/(?:s|x|z|ch|sh|[^aeiou]o|do|go)$/i.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/i.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
