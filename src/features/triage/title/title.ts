import type { MessageReading } from "../signals/message-reading";
import { questionTitles } from "./title-question";

/** Longest title, in characters. */
export const maxTitle = 80;
/** The share of a title's words that must occur in the message. */
export const minOwnWords = 0.8;

/** Words that turn what a message asks into an action; they needn't occur in it. */
export const frameWords: ReadonlySet<string> = new Set(
  "say tell answer explain help with whether if how to on review attend provide send about look into".split(
    " ",
  ),
);

const opening =
  /^(?:[\s"'([*•>·–—-]+|(?:\d{1,2}|[a-z])[.)]\s+|(?:hi|hello|hey|dear)\b[^,.!:]{0,30}?(?:[,.!:]|\s[-–])\s*|(?:also|and|so|then|but|anyway|ok|okay|btw|again|therefore|however|thus|finally|second|first|just|now|well|yes|no|sure|great|thanks|thank you|sorry|fyi|p\.?s\.?|if (?:possible|needed|you can|you could))\b[,:.!]?\s+|[A-ZÀ-Þ][\p{L}'-]{1,15}\s*[,:–-]\s+(?=\p{L}))/iu;
const asking =
  /^(?:(?:please|pls|plz|kindly)\b,?\s*|(?:would|do) you mind\s+|(?:can|could|would|will)\s+(?:you|u)(?:\s+all|\s+guys|\s+both)?\b,?\s*(?:please|pls|kindly|possibly|also|be able to)?\s*|i(?:'d| would)? (?:really )?(?:like|want|need) you(?:\s+guys|\s+all)? to\s+|(?:we|i) (?:also |just )?need(?: for)? you to\s+|you (?:should|must|need to|have to|will need to|might want to|may want to)\s+(?:also\s+|please\s+|probably\s+)?|i (?:would |'d )?(?:highly |strongly )?(?:recommend|suggest|propose) (?:that )?you\s+|(?:i|we) (?:was|were|am|are) (?:wondering|hoping) (?:if|whether) you (?:could|can|would)\s+|(?:i|we)(?:'d| would| will|'ll) (?:really |greatly |much )?appreciate (?:it )?if you (?:could|can|would)\s+|it would be (?:great|good|nice|helpful) if you (?:could|can|would)\s+|(?:make|be) sure (?:to|that you)\s+|(?:don't|do not) forget to\s+|(?:feel free|be kind enough|be so kind as) to\s+|if you (?:could|can|would)\s+(?:please\s+)?|let's\s+|we (?:should|need to|must|have to)\s+|action required:?\s*)/i;
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

/** Cuts at the end of a clause or, failing that, of a word. */
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

export const finish = (text: string) => {
  const plain = shorten(text.replace(/\s+/g, " ").trim()).replace(tail, "").trim();
  const cut = plain.length > maxTitle ? plain.slice(0, maxTitle) : plain;
  const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
};

export const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

/** "If you agree, please let me know": the condition comes before the request. */
const conditionFirst =
  /\b((?:if|whether|when|what|how)\b[^.!?]{6,120}?),?\s+(?:then\s+)?(?:please\s+|just\s+|pls\s+)*(let (?:me|us) know|tell me|advise)\b[^\p{L}]*$/iu;
const questionStart =
  /^(?:what|when|where|who|how|why|which|is|are|do|does|did|any|have|has|can|could|will|would|should)\b/i;
const senderVerb = /^(let|send|give|tell|call|e-?mail|ask|help|show|get|bring|remind|advise|contact)\s+me\b/i;
/** What a title leaves out: insertions, and a reason or somebody else's part with all that follows. */
const insertions =
  /\s*(?:\([^)]*\)?|\[[^\]]*\])|\s+(?:--?|–)\s+.*$|(?:,|;)?\s+(?:(?:and|but|or|so|because|since|as|then)\s+(?:i|we|they|he|she|it|i'll|we'll|i'm|we're|that|all|there|this|please|let)\b|so\s+(?:that\s+)?i\b|which\b|however\b|because\b|but\b|in order to\b|prior to\b|thanks\b).*$/gi;

function withoutInsertions(title: string): string {
  const cut = title.replace(insertions, "");
  return wordsIn(cut).length >= 3 ? cut : title;
}

/** "Give me a call" becomes "Call Doug", and "see attached" something to review. */
const plainer: [RegExp, string][] = [
  [/^give\s+(\S+)\s+a\s+(?:call|ring)\b/i, "Call $1"],
  [/^drop\s+(\S+)\s+a\s+(?:line|note)\b/i, "Write to $1"],
  [/^(?:see|find)\s+(?:the\s+)?attached\b/i, "Review attached"],
  [/^(?:check|look) and see\b/i, "Check"],
  [/^(?:try|be able|take a moment|take a minute) to\s+/i, ""],
  [
    /^(?:be advised|note)\s+that\s+there\s+(?:will be|is)\s+an?\s+((?:\w+\s+){0,2}(?:meeting|call|session))\b/i,
    "Attend $1",
  ],
];

const plainly = (title: string) =>
  plainer.reduce((text, [pattern, better]) => text.replace(pattern, better), title);

/** "If you use them, do you ever …": only the question counts. */
const conditionBefore =
  /^if [^,?]{3,80},\s+(?=(?:is|are|do|does|did|can|could|will|would|should|have|has)\s)/i;

/** A sender who says this wants help. */
const helpedWith =
  /^(?:i(?:'m| am) (?:trying|attempting) to|i (?:can't|cannot|can not|could not|couldn't)|i(?:'m| am) unable to)\s+(?:figure out how to\s+|seem to\s+)?([^?]+)/i;

/** The possible titles for a sentence's request, best first. */
export function candidatesFrom(words: string, sender: string | null, subject: string): string[] {
  const helped = helpedWith.exec(words.replace(opening, ""));
  if (helped && sender) return [`Help ${sender} ${withoutInsertions(helped[1]!)}`, withoutInsertions(words)];
  const turned = conditionFirst.exec(words);
  const peeled = turned ? `${turned[2]} ${turned[1]}` : peel(words.slice(requestStart(words)));
  const from = plainly(peeled.replace(/^\w+ing\b/i, (word) => gerunds[word.toLowerCase()] ?? word));
  const short = withoutInsertions(from);
  const isQuestion =
    /\?\s*$/.test(words) && !asking.test(words.slice(requestStart(words)).replace(opening, ""));
  if (!isQuestion) {
    const named = (text: string) =>
      sender
        ? text.replace(senderVerb, (_, verb) => `${verb} ${sender}`).replace(/\bmy\b/g, `${sender}'s`)
        : text;
    const verbOnly = (text: string) =>
      sender ? text.replace(senderVerb, (_, verb) => `${verb} ${sender}`) : text;
    return [named(short), verbOnly(short), short, from];
  }
  const question = withoutInsertions(from.replace(conditionBefore, "")).replace(/[\s?!.]+$/, "");
  const statements = questionTitles(question, sender, subject);
  return [...statements, ...(questionStart.test(from) ? [`Answer: ${question}`] : []), question, from];
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
