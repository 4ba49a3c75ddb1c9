import type { MessageReading } from "../signals/message-reading";
import type { SentenceReading } from "../signals/sentence-reading";
import { hashWord } from "../text/tokens";
import { type Candidate, forms } from "./candidate";

/** What the title model looks at besides how a title was made. */
const traits = [
  "ask",
  "rank",
  "behind",
  "count",
  "characters",
  "pointing",
  "ownWords",
  "topicShare",
  "topicMissing",
  "salience",
  "named",
  "question",
  "imperative",
  "reader",
  "ownPlan",
  "intent",
  "part",
  "chat",
  "open",
  "reply",
  "sentences",
  "sentenceWords",
  "kept",
  "dangling",
  "odd",
  "opensAsking",
  "foreign",
] as const;

/** The inputs of the title model, in order. */
export const titleInputs = [...forms, ...traits] as const;

const pointing = new Set(
  "it its this that these those they them he she him her one ones so such same there here".split(" "),
);
const ownWords = new Set("i i'm i'll i've i'd me my mine we we're we'll us our".split(" "));
const dangling =
  /\b(?:the|a|an|of|to|and|or|but|for|in|on|with|at|by|from|that|which|if|as|is|are|be|my|your|our|their|than|about|into|it's|i|we|you|not)$/i;
const thin = new Set(
  "the a an to of for and or in on at by with from if is are be it this that whether how what when who tell say answer help give send let know me you your my our we i explain review attend provide".split(
    " ",
  ),
);
const asking =
  /^(?:what|when|where|who|how|why|which|is|are|do|does|did|any|anyone|have|has|can|could|will|would|should)\b/i;

/** How often each word occurs in a message, by its hash, and which words occur in its topic. */
export interface TitleContext {
  message: Pick<MessageReading, "addressing" | "reply" | "sentences" | "reference">;
  counts: ReadonlyMap<number, number>;
  topic: ReadonlySet<string>;
}

/** A sentence that a title may come from, with its rank among the most likely: 0 for the first. */
export interface RankedSentence {
  sentence: SentenceReading;
  rank: number;
  best: number;
  words: number;
}

/**
 * A title as the title model sees it.
 *
 * @param words - of the title.
 */
export function titleTraits(
  { form, title }: Candidate,
  words: readonly string[],
  from: RankedSentence,
  context: TitleContext,
): Float64Array {
  const { sentence, rank, best, words: sentenceWords } = from;
  const { message, counts, topic } = context;
  const { addressing } = message;
  const content = words.filter((word) => !thin.has(word));
  const share = (holds: (word: string) => boolean, of: readonly string[]) =>
    of.length === 0 ? 0 : of.filter(holds).length / of.length;
  const known: Record<(typeof traits)[number], number> = {
    ask: Math.max(-6, Math.min(4, sentence.ask)),
    rank,
    behind: Math.min(6, best - sentence.ask),
    count: words.length,
    characters: title.length,
    pointing: words.filter((word) => pointing.has(word)).length,
    ownWords: words.filter((word) => ownWords.has(word)).length,
    topicShare: share((word) => topic.has(word), content),
    topicMissing: topic.size === 0 ? 0 : 1 - share((word: string) => words.includes(word), [...topic]),
    salience:
      content.reduce((sum, word) => sum + Math.min(4, counts.get(hashWord(word)) ?? 0), 0) /
      (content.length || 1),
    named: addressing.senderName !== null && title.includes(addressing.senderName) ? 1 : 0,
    question: sentence.shape.question ? 1 : 0,
    imperative: sentence.shape.imperative ? 1 : 0,
    reader: sentence.shape.mentionsReader ? 1 : 0,
    ownPlan: sentence.shape.ownPlan ? 1 : 0,
    intent: Math.max(-2, Math.min(2, sentence.request)),
    part: sentence.part === "subject" ? 1 : 0,
    chat: addressing.chat ? 1 : 0,
    open: addressing.open ? 1 : 0,
    reply: message.reply ? 1 : 0,
    sentences: Math.min(20, message.sentences.length),
    sentenceWords: Math.min(40, sentenceWords),
    kept: Math.min(2, words.length / (sentenceWords || 1)),
    dangling: dangling.test(title) ? 1 : 0,
    odd: (title.match(/[^\p{L}\p{N}\s'’,.-]/gu)?.length ?? 0) / (title.length || 1),
    opensAsking: asking.test(title) ? 1 : 0,
    foreign: message.reference.language === "en" ? 0 : 1,
  };
  const values = new Float64Array(titleInputs.length);
  values[forms.indexOf(form)] = 1;
  for (let at = 0; at < traits.length; at++) values[forms.length + at] = known[traits[at]!];
  return values;
}

/** The number of sentences whose words are counted. */
const counted = 40;

/** Counts the words of a message. */
export function countWords({
  sentences,
  subject,
}: Pick<MessageReading, "sentences" | "subject">): Map<number, number> {
  const counts = new Map<number, number>();
  const count = ({ tokens }: SentenceReading) => {
    for (const hash of tokens.hash) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  };
  if (subject) count(subject);
  for (const sentence of sentences.slice(0, counted)) count(sentence);
  return counts;
}
