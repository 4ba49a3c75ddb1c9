import type { Range } from "./own-text";

/** Longest title, in characters. */
export const maxTitle = 80;
/** Share of a title's words that must stand in the message. */
export const minOwnWords = 0.8;

const opening =
  /^(?:[\s"'([*•>·–—-]+|(?:\d{1,2}|[a-z])[.)]\s+|(?:hi|hello|hey|dear)\b[^,.!:]{0,30}[,.!:]\s*|(?:also|and|so|then|but|anyway|ok|okay|btw|again|therefore|however|thus|finally|second|first|just|now|well|yes|no|sure|great|thanks|thank you|sorry|fyi|p\.?s\.?|if (?:possible|needed|you can|you could))\b[,:.!]?\s+|[\p{Lu}][\p{L}'-]{1,15}\s*[,:–-]\s+(?=\p{L}))/iu;
const asking =
  /^(?:(?:please|pls|plz|kindly)\b,?\s*|(?:would|do) you mind\s+|(?:can|could|would|will)\s+(?:you|u)(?:\s+all|\s+guys|\s+both)?\b,?\s*(?:please|pls|kindly|possibly|also|be able to)?\s*|i(?:'d| would)? (?:really )?(?:like|want|need) you(?:\s+guys|\s+all)? to\s+|(?:we|i) (?:also |just )?need(?: for)? you to\s+|you (?:should|must|need to|have to|will need to|might want to|may want to)\s+(?:also\s+|please\s+|probably\s+)?|(?:i|we) (?:was|were|am|are) (?:wondering|hoping) (?:if|whether) you (?:could|can|would)\s+|(?:i|we)(?:'d| would| will|'ll) (?:really |greatly |much )?appreciate (?:it )?if you (?:could|can|would)\s+|it would be (?:great|good|nice|helpful) if you (?:could|can|would)\s+|(?:make|be) sure (?:to|that you)\s+|(?:don't|do not) forget to\s+|(?:feel free|be kind enough|be so kind as) to\s+|if you (?:could|can|would)\s+(?:please\s+)?|let's\s+|we (?:should|need to|must|have to)\s+|action required:?\s*)/i;
const tail =
  /(?:[\s,;–-]+(?:please|pls|thanks|thank you|thx|asap|if possible|if you can|at your convenience))*[\s.,;:!?"')\]–-]*$/i;
const request =
  /(?:^|[\s,;:(–-])((?:please|pls|kindly)\s+(?!find\b|see attached)|(?:can|could|would|will) you\s+|i (?:need|want|would like|'d like) you to\s+|let me know\b|let us know\b|you (?:need|have) to\s+)/i;
const gerunds: Record<string, string> = {
  checking: "check",
  sending: "send",
  calling: "call",
  looking: "look",
  taking: "take",
  giving: "give",
  making: "make",
  forwarding: "forward",
  reviewing: "review",
  asking: "ask",
  letting: "let",
  helping: "help",
  getting: "get",
  providing: "provide",
};

/** Where in a sentence its request begins, so that "Thanks for the draft, could you send it on" is cut to the deed. */
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

/** Cuts at a clause end or, failing that, at a word end. */
function shorten(title: string): string {
  if (title.length <= maxTitle) return title;
  const head = title.slice(0, maxTitle + 1);
  const clause = Math.max(
    head.lastIndexOf(", "),
    head.lastIndexOf("; "),
    head.lastIndexOf(" - "),
    head.lastIndexOf(" ("),
    head.lastIndexOf(" so that "),
    head.lastIndexOf(" because "),
  );
  if (clause >= 28) return head.slice(0, clause);
  const space = head.lastIndexOf(" ");
  return space >= 28
    ? head.slice(0, space).replace(/\s+(?:the|a|an|of|to|and|or|for|in|on|with|at|by|that|from)$/i, "")
    : title.slice(0, maxTitle);
}

const finish = (text: string) => {
  const plain = shorten(text.replace(/\s+/g, " ").trim()).replace(tail, "").trim();
  const cut = plain.length > maxTitle ? plain.slice(0, maxTitle) : plain;
  const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
};

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

function staysClose(title: string, source: ReadonlySet<string>): boolean {
  const words = wordsIn(title);
  if (words.length === 0) return false;
  return words.filter((word) => source.has(word)).length >= words.length * minOwnWords;
}

/** "If you agree, please let me know" says what to let know before it says so. */
const conditionFirst =
  /\b((?:if|whether|when|what|how)\b[^.!?]{6,120}?),?\s+(?:then\s+)?(?:please\s+|just\s+|pls\s+)*(let (?:me|us) know|tell me|advise)\b[^\p{L}]*$/iu;
const thinWords =
  /^(?:it|this|that|these|them|me|us|you|please|attached|below|any|thoughts?|know|for|the|and|up|on|advise|your|comments?)$/i;

/** True for "Process" or "Arrange this for me": a deed whose object stands elsewhere. */
const isThin = (title: string) => wordsIn(title).filter((word) => !thinWords.test(word)).length <= 1;

const questionStart =
  /^(?:what|when|where|who|how|why|which|is|are|do|does|did|any|have|has|can|could|will|would|should)\b/i;
const senderVerb = /^(let|send|give|tell|call|e-?mail|ask|help|show|get|bring|remind|advise|contact)\s+me\b/i;
const inverted =
  /^(is|are|was|were|do|does|did|can|could|will|would|have|has|had|should|shall|may)\s+(you|we|i|they|he|she|it|there|this|that|someone|anyone)\b\s*(.+)$/i;

/** "Are you in town?" as a deed: "Tell Mark if you are in town". */
function answerTitle(question: string, sender: string | null): string | null {
  const match = inverted.exec(question);
  if (!match) return null;
  const [, verb = "", subject = "", rest = ""] = match;
  const helper = /^(?:do|does|did)$/i.test(verb) ? "" : ` ${verb.toLowerCase()}`;
  return `Tell ${sender ?? "them"} if ${subject.toLowerCase() === "i" ? "I" : subject.toLowerCase()}${helper} ${rest}`;
}

/**
 * The title of the task a sentence asks for: an imperative verb phrase of at most {@link maxTitle} characters,
 * with at least {@link minOwnWords} of its words from the message.
 *
 * @param subject - what the message is about, without reply marks; names the object where the sentence says only "this".
 * @param sender - first name, put in the place of "me"; null leaves the words alone.
 * @returns null when the sentence holds no words.
 */
export function titleFrom(
  text: string,
  sentence: Range,
  sender: string | null,
  subject: string,
): string | null {
  const words = text.slice(sentence.start, sentence.end);
  const source = new Set(wordsIn(words));
  const turned = conditionFirst.exec(words);
  const from = turned ? `${turned[2]} ${turned[1]}` : peel(words.slice(requestStart(words)));
  const plain = finish(from.replace(/^\w+ing\b/i, (word) => gerunds[word.toLowerCase()] ?? word));
  const candidates: (string | null)[] = [];
  if (/\?\s*$/.test(words) && !asking.test(words.slice(requestStart(words)).replace(opening, ""))) {
    const asked = answerTitle(from, sender);
    if (asked) candidates.push(finish(asked));
    if (questionStart.test(from)) candidates.push(finish(`Answer: ${from}`));
  } else if (sender) {
    candidates.push(finish(from.replace(senderVerb, (_, verb) => `${verb} ${sender}`)));
  }
  candidates.push(plain, finish(words));
  const fitting = candidates.find((title) => title !== null && staysClose(title, source));
  const title = fitting ?? (wordsIn(plain).length > 0 ? plain : null);
  if (title === null || !isThin(title) || wordsIn(subject).length === 0) return title;
  return finish(`${title}: ${subject}`);
}
