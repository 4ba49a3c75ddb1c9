import { capitalize } from "../../../shared/wording";
import type { MessageReading } from "../signals/message-reading";
import { foreignVerbs } from "./foreign/foreign-deeds";
import { beginsWithVerb } from "./imperatives";

/** Longest title, in characters. */
export const maxTitle = 80;
/** The share of a title's words that must occur in the message. */
export const minOwnWords = 0.8;

/** Words that turn what a message asks into an action; they needn't occur in it. */
export const frameWords: ReadonlySet<string> = new Set(
  "say tell answer reply call submit look into explain help with whether if how to the on review attend pay sign approve vote decide comment provide send give about deal does is has confirm that there are erledigen traiter atender gestire tratar antworten répondre à responder a rispondere".split(
    " ",
  ),
);

/** Verbs of titles that no word of the message need say: what is lacking is something to get. */
export const addedVerbs: ReadonlySet<string> = new Set([
  ...foreignVerbs,
  "get",
  "fix",
  "refill",
  "restore",
  "find",
  "out",
  "why",
  "correct",
  "free",
  "people",
  "stuck",
  "remember",
  "look",
  "error",
  "who",
  "suits",
]);

/** "Clearing" and "cleared" for "clear": a title may turn one into the other. */
export function formsOfVerb(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  const doubled = `${verb}${verb.at(-1)}`;
  return [stem, doubled].flatMap((start) => [`${start}ing`, `${start}ed`]);
}

const opening =
  /^(?:[\s"'([*•>·–—?-]+|(?:\d{1,2}|[a-z])[.)]\s+|(?:hi|hello|hey|dear)\b[^,.!:]{0,30}?(?:[,.!:]|\s[-–])\s*|(?:also|and|so|then|but|anyway|ok|okay|btw|again|therefore|however|thus|finally|second|first|just|now|well|yes|no|sure|great|thanks|thank you|sorry|fyi|p\.?s\.?|if (?:possible|needed|you can|you could))\b[,:.!]?\s+|[A-ZÀ-Þ][\p{L}'-]{1,15}\s*[,:–-]\s+(?=\p{L}))/iu;
const asking =
  /^(?:(?:please|pls|plz|kindly)\b,?\s*(?:to\s+(?=\p{Ll}))?|(?:(?:would|do) you )?mind\s+(?=\w+ing\b)|(?:can|could|would|will)\s+(?:you|u)(?:\s+all|\s+guys|\s+both)?\b,?\s*(?:please|pls|kindly|possibly|also|be able to)?\s*(?:both\s+|all\s+(?=\p{Ll}))?|(?:i(?:['’]d| would)? )?(?:really )?(?:like|love|want|need)(?: for)? you(?:\s+guys|\s+all|\s+both)? to\s+|(?:(?:may|can|could|might) (?:i|we)|(?:i|we)(?:['’]d| would(?: like to)?| must| have to| need to| want to)?) (?:also |kindly |please )?(?:(?:ask|request|beg|urge|trouble|get) (?:that )?you(?:\s+all|\s+both)? (?:kindly )?to\s+|(?:ask|request|beg|urge) (?:that )?you(?:\s+all|\s+both)? kindly\s+)|(?:we|i) (?:also |just )?need(?: for)? you to\s+|you(?:['’]ll| will) (?:also |just )?(?:have|need) to\s+|you(?:['’]re| are) (?:hereby |kindly |now |also )*(?:required|requested|asked|obliged|expected) to\s+|you (?:should|must|need to|have to|might want to|may want to)\s+(?:also\s+|please\s+|probably\s+)?|(?:perhaps|maybe|possibly) you (?:could|can|might|would)\s+|(?:i|we)(?: will|'ll)? (?:assume|expect|trust) (?:that )?you(?: will|'ll| are going to|'re going to)\s+|i (?:would |'d )?(?:highly |strongly )?(?:recommend|suggest|propose) (?:that )?you\s+|(?:i|we) (?:was|were|am|are) (?:wondering|hoping) (?:if|whether) you (?:could|can|would)\s+|(?:i|we)(?:'d| would| will|'ll) (?:really |greatly |much )?appreciate (?:it )?if you (?:could|can|would)\s+|it(?:['’]d| would) be (?:really |very |so )?(?:great|good|nice|helpful|lovely|kind|brilliant) if you (?:could|can|would)\s+|(?:i|we)(?:['’]d| would| will|['’]ll) be (?:really |very |so |most )?(?:grateful|glad|happy|obliged|thankful) if you (?:could|can|would)\s+|(?:make|be) sure (?:to|that you)\s+|(?:do ?n['’]?t|do not|never) forget to\s+|(?:this is |it['’]s )?(?:just )?(?:an?(?:other)? )?(?:(?:quick|friendly|gentle|kind|small|little|final|last|second|short) )*reminder (?:for you |for everyone |for all )?to\s+|(?:feel free|be (?:so )?(?:kind|good) enough|be so (?:kind|good) as|be willing) to\s+|(?:is there )?any (?:chance|way) (?:that )?you (?:could|can)\s+|if you (?:could|can|would)\s+(?:please\s+)?|let's\s+|we (?:should|need to|must|have to)\s+|action required:?\s*)/iu;
/** How soon, without a date: the quadrant says so. */
const pace =
  /at your (?:(?:earliest )?convenience|leisure)|as soon as (?:you can|possible)|(?<!all )at once|this (?:minute|instant|second)|right (?:now|away)|straight ?away|immediately|(?:there(?:['’]s| is) )?no (?:rush|hurry)|some ?time|at some point|(?:when(?:ever)?|if|once) you(?: ?['’]ve)? (?:can|like|wish|get (?:round|around) to it|(?:have|get|got|find) (?:(?:a|the|some|any) )?(?:(?:free|spare|quiet) )?(?:time|chance|minute|min|moment|second|sec)s?)|when(?:ever)? (?:(?:it )?suits(?: you)?|(?:it(?:['’]s| is) )?convenient(?: for you)?)/;
const tail = new RegExp(
  `(?:[\\s,;–-]+(?:please|pls|thanks|thank you|thx|asap|soon|if possible|(?:would|will|could|can) you|${pace.source}))*[\\s.,;:!?"')\\]–-]*$`,
  "i",
);
const request =
  /(?:^|[\s,;:(–-])((?:please|pls|kindly)\s+(?!find\b|see attached)|(?:can|could|would|will) you\s+|i (?:need|want|would like|'d like) you to\s+|let me know\b|let us know\b|you(?:['’]ll| will)? (?:need|have) to\s+|you(?:['’]re| are) (?:hereby |kindly |now |also )*(?:required|requested|asked|obliged|expected) to\s+|(?:i|we)(?:['’]d| would| will|['’]ll) be (?:really |very |so |most )?(?:grateful|glad|happy|obliged|thankful) if you (?:could|can|would)\s+|it(?:['’]d| would) be (?:really |very |so )?(?:great|good|nice|helpful|lovely|kind|brilliant) if you (?:could|can|would)\s+|(?:perhaps|maybe|possibly) you (?:could|can|might|would)\s+|(?:i|we)(?: will|'ll)? (?:assume|expect|trust) (?:that )?you(?: will|'ll| are going to|'re going to)\s+)/i;
/** "Check" for "checking", "give" for "giving"; null if the word is no verb. */
function verbOfGerund(word: string): string | null {
  const stem = word.toLowerCase().slice(0, -3);
  return [stem, `${stem}e`, stem.slice(0, -1)].find(beginsWithVerb) ?? null;
}

/** Where a sentence's request begins, so that "Thanks for the draft, could you send it on" is cut to the action. */
function requestStart(sentence: string): number {
  const match = request.exec(sentence);
  return match ? match.index + match[0].length - match[1]!.length : 0;
}

function peel(sentence: string): string {
  let rest = sentence;
  for (let round = 0; round < 6; round++) {
    const next = rest.replace(opening, "").replace(asking, "");
    if (next === rest || next.trim().length < 3) break;
    rest = next;
  }
  return rest;
}

/** What is left of a title must be at least this long. */
const leastHead = 28;

/** Where a title may end, the better places first: before a clause, or before what a preposition adds. */
const ends = [
  /(?:,|;|\s[-–])\s|\s(?=\(|so that\b|because\b|in order to\b|when\b|while\b|before\b|after\b|if\b|unless\b|which\b|who\b|and\b)/gi,
  /\s(?=(?:in|on|at|for|from|with|by|to (?:be|the|an?|my|your|our|his|this|all)|into|regarding|about|during|through|via|using|under|per|containing|consisting|including|such as|according|to (?:make|avoid|prevent|ensure|keep|allow|enable|reduce|improve|increase|decrease|change|build|create|remove|load|convert|speed))\b)/gi,
];

/**
 * A clause that has only just begun; without the rest it says something else. "Where to find maps" and "where we stand" are
 * whole.
 */
const openClause =
  /\b(?!(?:where|what|when|which) to \S+ \S|(?:where|what) (?:i|we|you|they|he|she|it) \S+$)(?:that|which|who|why|whether|if|where|what|when|because|to see|able to|and|or)\b(?:\s+\S+){0,6}$/i;
/**
 * Behind these, something is missing: an object ("to see if the door is open", "to distribute to all"), who is meant ("somebody who sings"), or
 * the end of a list ("every bike, stroller and cart").
 */
const wantsMore =
  /\b(?:see|know|check|tell|ask|say|find out|figure out|determine|decide|test|verify|look|(?:some|any|every)(?:one|body|thing)|people|those|ones?|all)$|(?<!\b(?:how|where|what|when|whether)) to (?!(?:attend|begin|come|continue|go|happen|help|join|leave|meet|participate|proceed|start|stay|stop|talk|travel|wait|work)$)\p{Ll}+$|,\s[^\s\d]+(?:\s[^\s\d]+)?$/iu;

/**
 * Cuts at the end of a clause or before a preposition, the better places first; a title too long for both is cut at
 * a word and then refused.
 */
function shortened(title: string, most: number, patterns = ends): string[] {
  if (title.length <= most) return [title];
  const heads = patterns.flatMap((pattern, at) =>
    [...title.matchAll(pattern)]
      .map(({ index }) => index)
      .filter((index) => index <= most && index >= (at === 0 ? leastHead : 34))
      .reverse()
      .map((index) => title.slice(0, index))
      .filter((head) => !wantsMore.test(head) && (at === 0 || !openClause.test(head))),
  );
  return heads.length > 0 ? heads : [`${title.slice(0, most - 1)}…`];
}

/** The lengths at which a title may end, the best first. */
export const finishes = (text: string, most = maxTitle, patterns = ends): string[] =>
  shortened(text.replace(/\s+/g, " ").trim(), most, patterns).map((head) => {
    const plain = head.replace(tail, "").trim();
    const cut = plain.length > maxTitle ? plain.slice(0, maxTitle) : plain;
    const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
    return capitalize(whole);
  });

/** A clause that a title can do without; one with "who" or "and" may say what is meant. */
const furtherClause =
  /(?:,|;|\s[-–])\s|\s(?=\(|so that\b|because\b|in order to\b|when\b|while\b|before\b|after\b|if\b|unless\b)/gi;

/** A text without its last clauses, the longest first: what they say may lean on another sentence. */
export const withoutClauses = (text: string): string[] =>
  [...text.matchAll(furtherClause)]
    .map(({ index }) => text.slice(0, index))
    .filter((head) => head.length >= leastHead && !wantsMore.test(head))
    .reverse()
    .map((head) => finish(head));

/** The lengths at which a question may end: only before a clause, because less asks something else. */
export const questionLengths = (text: string, most: number): string[] =>
  finishes(text, most, ends.slice(0, 1));

/** A title with a capital letter and no loose end, cut to the longest length. */
export const finish = (text: string, most = maxTitle): string => finishes(text, most)[0]!;

export const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

/** "If you agree, please let me know": the condition comes before the request. */
const conditionFirst =
  /\b((?:if|whether|when|what|how)\b[^.!?]{6,120}?),?\s+(?:then\s+)?(?:please\s+|just\s+|pls\s+)*(let (?:me|us) know|tell me|advise)\b[^\p{L}]*$/iu;
/** What a title leaves out: insertions, and a reason or somebody else's part with all that follows. */
const insertions =
  /\s*(?:\([^)]*\)?|\[[^\]]*\])|\s+(?:--?|–)\s+.*$|\.{2,}.*$|[;:]\s.*$|(?:(?<!\b(?:mrs?|ms|dr|prof|st))\.|[!?])\s.*$|(?:,|;)?\s+(?:(?:and|but|or|so|because|since|as|then)\s+(?:i|we|they|he|she|it|i'll|we'll|i'm|we're|that|all|there|this|please|let)\b|so\s+(?:that\s+)?i\b|so (?:that )?we\b|which (?:i|we|they|he|she|it|you)\b|however\b|because\b|but\b|in order (?:to|for)\b|prior to\b|thanks\b).*$|,\s+(?:which|as|if|when|since|although|though|unless|given|assuming|including|especially|i|we|it|this|that|they|he|she|please|thanks|otherwise|even|not)\b.*$|,\s+(?:[^\s,]+\s+){1,4}(?:is|are|has|have|was|were|will|can|needs?|wants?|talks?|must)\s.*$/gi;

/** A title without its asides, unless fewer than two words would be left. */
export function withoutInsertions(title: string): string {
  const cut = title.replace(insertions, "");
  return wordsIn(cut).length >= 2 ? cut : title;
}

/** "Give me a call" becomes "Call Doug", and "see attached" something to review. */
const plainer: [RegExp, string][] = [
  [/^give\s+(\S+)\s+a\s+(?:call|ring|shout|buzz)\b/i, "Call $1"],
  [/^drop\s+(\S+)\s+a\s+(?:line|note|mail|email)\b/i, "Write to $1"],
  [
    /^give\s+((?:the|your|our|my|his|her) [^,;]{2,30}?|\p{Lu}\S+(?: \p{Lu}\S+)?)\s+a\s+(?:(?:good|quick|proper|thorough) )*(wash|clean|polish|wipe|rinse|read|check|trim|cut|sweep|iron|mow)\b(?! of)/iu,
    "$2 $1",
  ],
  [/^(?:see|find)\s+(?:the\s+)?attached\b/i, "Review attached"],
  [/^(?:check|look) and see\b/i, "Check"],
  [
    /^(?:take|have|taking|having) a (?:(?:quick|closer|good|proper|second|final) )?look (at|into|over|through)\b/i,
    "Look $1",
  ],
  [
    /^(?:try(?= to\b)|be able|take a moment|take a minute|take the time|go ahead(?: and|,)|remember|be prepared|be ready|try and|be so kind as|be kind enough) (?:to\s+)?/i,
    "",
  ],
  [
    /^(?:be advised|note)\s+that\s+there\s+(?:will be|is)\s+an?\s+((?:\w+\s+){0,2}(?:meeting|call|session))\b/i,
    "Attend $1",
  ],
];

/** What a sentence asks for, beginning with its verb; insertions and reasons are left out. */
export function requestIn(words: string): string {
  const turned = conditionFirst.exec(words);
  const peeled = turned ? `${turned[2]} ${turned[1]}` : peel(words.slice(requestStart(words)));
  // "Would you mind checking" asks; "Checking the list again:" and "Hi, parking is free" don't.
  const isAsked = /\b(?:mind|please|pls|plz|kindly)[\s,]+$/i.test(words.slice(0, -peeled.length));
  const from = isAsked ? peeled.replace(/^\w+ing\b/i, (word) => verbOfGerund(word) ?? word) : peeled;
  return withoutInsertions(plainer.reduce((text, [pattern, better]) => text.replace(pattern, better), from));
}

/** What the message is about; empty if the task comes from the subject itself. */
export function topicOf({
  subject: read,
  sentences,
  seen,
}: Pick<MessageReading, "subject" | "sentences" | "seen">): string {
  return read && sentences.length > 0
    ? seen.subject.text.slice(read.start, read.end).replace(/\s+/g, " ").trim()
    : "";
}
