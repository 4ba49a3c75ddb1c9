import { contentWords } from "./content-words";
import { beginsWithVerb, doubtfulVerb } from "./imperatives";

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
  /^(?:the|an?|not|in|on|at|from|part|up|down|over|able|ready|necessary|known|better|best|faster|enough|correct|safe|free|open|normal|fine|okay|ok|right|wrong|due|still|already|also|now|only|really|more|less|too|going|\p{L}{3,}(?:ed|ing|able|ible))$/iu;
const participle =
  /^(?:been|become|done|gone|made|seen|got|gotten|taken|given|found|come|begun|broken|sent|paid|\p{L}{3,}ed)$/iu;
/** Words that begin something else, so that the subject's end is unclear. */
const unclear = /^(?:that|which|who|for|with|by|to|if|when|and|or|as|than|using|without|about|via)$/i;

/** Nouns that look like participles or adjectives. */
const thing =
  /^(?:\p{L}*(?:thing|building)|evening|morning|ceiling|meeting|wedding|training|painting|parking|heating|clothing|housing|string|spring|lighting|pudding|earring|hearing|booking|setting|reading|briefing|landing|outing|offering|greeting|funding|pricing|shipping|crossing|cleaning|catering|drawing|recording|rating|listing|mailing|warning|feeling|beginning|ending|finding|saving|gathering|covering|flooring|sibling|timing|plumbing|wiring|railing|filing|opening|closing|hiring|washing|swimming|testing|planning|printing|marketing|accounting|banking|camping|billing|speed|steed|breed|greed|tweed|hundred|moped|\p{L}+bed|(?:time|work|round|turn)table|vegetable|constable|variable|crucible)$/iu;
/** Verbs that may end a subject, beside {@link doubtfulVerb}: "the door handle", "a clean towel". */
const doubtfulToo =
  /^(?:works?|matter|cost|handle|cause|last|fit|chair|limit|brief|cast|chase|delegate|substitute|register|mirror|look|pass|paste|repeat|serve|supply|wash|wear|wipe|zip|refresh|restart|estimate|throw|measure|swap|increase|clean|complete|separate|direct|assess)$/i;
/** These don't end a subject. */
const goesOn =
  /^(?:of|to|in|on|at|from|into|onto|off|out|up|down|over|between|behind|under|near|like|per|opposite|beside|above|below|across|against|along|around|inside|outside|since|through|towards?|until|within|past|beyond|during|before|after|next|not|very|much|quite|so|too|more|less|most|almost|half|both|all|such|the|an?|my|our|your|their|its|his|her|\p{L}+ly)$/iu;
const locating = /^(?:in|on|at|from|up|down|over)$/i;
const preposition = /^(?:in|on|at|from|for|with|by|as|until|before|after|and|or|near|under|into|through)$/i;
const when =
  /^(?:now|again|yet|today|tomorrow|tonight|already|too|here|there|up|down|out|off|back|enough|anymore|more|less|extra|\p{L}+ly|if|when)$/iu;

/** Of a subject that is certain, without its determiner. */
const mostNouns = 2;
/** How far the predicate is looked for. */
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
  // "Is the date of the meeting fixed", "is the new office coffee machine working"
  if (end === undefined || end > least - 1 + mostNouns) return null;
  const last = words[end - 1]!;
  if (goesOn.test(last) || adverb.test(last)) return null;
  if (!adverb.test(words[end]!) && !isCertain(helper, words.slice(end), next !== undefined)) return null;
  const subject = words.slice(0, end).join(" ");
  if (contentWords(subject).length === 0 || /[,;:]/.test(subject)) return null;
  const rest = words.slice(end);
  if (helper === "do") return isPlural(last) ? `${subject} ${rest.join(" ")}` : null;
  if (helper !== "does") return `${subject} ${helper} ${rest.join(" ")}`;
  let at = 0;
  while (rest[at] !== undefined && adverb.test(rest[at]!)) at++;
  if (rest[at] === undefined || /^not$/i.test(rest[at]!)) return null;
  rest[at] = thirdPerson(rest[at]!);
  return `${subject} ${rest.join(" ")}`;
}

/**
 * Whether the verb or complement surely begins with the first of some words, rather than inside the subject: "are the notes
 * from Monday ready", "does the bus stop smell".
 *
 * @param further - whether one of the words behind could begin it as well.
 */
function isCertain(helper: string, [word = "", ...rest]: string[], further: boolean): boolean {
  const [after = ""] = rest;
  if (/^(?:is|are|was|were)$/.test(helper)) {
    if (/^(?:not|more|less|too)$/i.test(word)) return rest.length > 0;
    if (/^(?:the|an?)$/i.test(word)) return !further && rest.length > 0;
    if (locating.test(word)) return rest.length < 2 || (rest.length === 2 && determiner.test(after));
    if (/^(?:able|supposed|going|free|due|safe|ready)$/i.test(word) && /^to$/i.test(after)) return true;
    if (/ing$/i.test(word)) return rest.length === 0 || (rest.length === 1 && when.test(after));
    return endsSoon(rest);
  }
  if (/^(?:has|have)$/.test(helper))
    return /^be(?:en|come)$/i.test(word) || (!further && (determiner.test(after) || endsSoon(rest)));
  if (!doubtfulVerb.test(word) && !doubtfulToo.test(word)) return true;
  return determiner.test(after) || (!further && endsSoon(rest));
}

/** "Again", "on Sundays", "for the stall": nothing that could be what is said of the subject. */
const endsSoon = ([first, ...rest]: readonly string[]): boolean =>
  first === undefined ||
  (rest.length === 0 && when.test(first)) ||
  (preposition.test(first) && (rest.length === 1 || (rest.length === 2 && determiner.test(rest[0]!))));

/** A name, an identifier or a plural, which needs no article. */
const isBareSubject = (word: string) =>
  !adverb.test(word) &&
  !/^(?:this|these|those|such|half|either|neither|quite|rather|that|there|here|who\p{L}*|what\p{L}*|which\p{L}*|you|we|they|he|she|it|i|one|any\p{L}+|some\p{L}+|every\p{L}+)$/iu.test(
    word,
  ) &&
  /^\p{Lu}|\p{Ll}\p{Lu}|\d|[._-]|[^sui]s$|^\p{Ll}{4,}$/u.test(word);

const isPlural = (word: string) => /[^sui]s$|^(?:people|children)$/i.test(word);

function predicateOf(helper: string): (word: string) => boolean {
  if (/^(?:is|are|was|were)$/.test(helper)) return (word) => complement.test(word) && !thing.test(word);
  if (/^(?:has|have)$/.test(helper))
    return (word) => (participle.test(word) && !thing.test(word)) || adverb.test(word);
  return (word) =>
    adverb.test(word) || baseVerb.test(word) || (/^\p{Ll}+$/u.test(word) && beginsWithVerb(word));
}

/** "Does anybody else remember the address": "anybody else remembers the address". */
export function ofAnyone(question: string): string | null {
  const [, who, verb, rest] =
    /^does ((?:any|some)\s?(?:one|body)(?: else| here)*) (?!know\b|not\b)(\p{Ll}{3,}) (.+)$/iu.exec(
      question,
    ) ?? [];
  return who && verb && rest && !adverb.test(verb)
    ? `${who.toLowerCase()} ${thirdPerson(verb)} ${rest}`
    : null;
}

/** "Carry" becomes "carries". */
function thirdPerson(verb: string): string {
  if (/^have$/i.test(verb)) return "has";
  if (/^be$/i.test(verb)) return "is";
  if (/(?:s|x|z|ch|sh|[^aeiou]o)$/i.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/i.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** What stands at the end of a question about a time. */
const suiting =
  /^(would|does|do|will|could|can|is|are) (.{2,50}?) (suit|work for|(?:be )?(?:ok(?:ay)?|fine|good|possible|convenient|better|alright|all right) (?:for|with)) (you(?: all| both| guys)?|everyone|everybody|all of you|your (?:team|office))\b(?! (?:to|if|when)\b)(.{0,30})$/iu;

/** A day, a month, and parts of a day or a week. */
const dated =
  /(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|noon|midday|week|weekend|morning|afternoon|evening|january|february|march|april|may|june|july|august|september|october|november|december/;
/** The day, hour or part of a day that a proposal begins with. */
const time = new RegExp(
  `(?:(?:on|at|in|for) )?(?:(?:the|this|next|say|maybe|around|early|late) )*(?:${dated.source}|half past|quarter (?:past|to)|\\d{1,2}(?:st|nd|rd|th|[:.]\\d\\d| ?[ap]\\.?m| o['’]clock))(?![\\p{L}'’])`,
  "u",
);
/** What may follow it without making something else of it: "Friday morning", but not "Friday's delivery". */
const furtherTime = new RegExp(
  `(?: (?:at|on|in|from|to|till|until|before|after|around|about|or|and|the|next|this|early|late|${dated.source}|night|lunch|lunchtime|breakfast|dinner|work|half|quarter|past|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|\\d\\S*|[ap]\\.?m\\.?|o['’]clock)(?![\\p{L}'’]))*`,
  "u",
);
/** "How about Thursday at 2?", "would Friday morning be convenient?" */
const proposed = new RegExp(
  `^(?:(?:how|what) about (${time.source}${furtherTime.source}(?: (?:in|at|over|by) [^?,;:]{2,40})?)|(?:would|will|could|can|does|do|is) (${time.source}${furtherTime.source}) (?:suit|work|fit|(?:be )?(?:ok(?:ay)?|fine|good|possible|convenient|better|alright|all right|suitable)))(?:,? (?:or|and) .*)?$`,
  "iu",
);

/** "Would half past two suit you?": "half past two would suit you"; people ask so about times, whatever words these have. */
export function whatSuits(question: string): string | null {
  const [, about, would] = proposed.exec(question) ?? [];
  if (about ?? would) return `${(about ?? would)!.replace(/^(?:on|at|for) /i, "")} suits`;
  const [, helper = "", subject = "", predicate = "", whom = "", rest = ""] = suiting.exec(question) ?? [];
  if (
    !subject ||
    !(contentWords(subject).length > 0 || /\d|day\b|noon|morning|week/i.test(subject)) ||
    /^(?:it|this|that|these|those)$|[,;:]/i.test(subject)
  )
    return null;
  const tail = `${whom}${rest}`;
  if (/^does$/i.test(helper)) return `${subject} ${predicate.replace(/^\p{L}+/u, thirdPerson)} ${tail}`;
  if (/^do$/i.test(helper)) return `${subject} ${predicate} ${tail}`;
  return `${subject} ${helper.toLowerCase()} ${predicate} ${tail}`;
}
