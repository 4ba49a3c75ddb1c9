import { type Forest, scoreForest } from "../models/forest";
import type { MessageReading } from "../signals/message-reading";
import type { SentenceReading } from "../signals/sentence-reading";
import { titleWeights } from "../weights/titles";
import type { Form } from "./candidate";
import { spelledOut, thingSpokenOf } from "./spoken";
import { addedVerbs, formsOfVerb, frameWords, minOwnWords, topicOf, wordsIn } from "./title";
import { titleForms } from "./title-forms";
import { countWords, type TitleContext, titleTraits } from "./title-traits";

/** How many sentences titles are made from, the most likely to ask first; more in a chat line if these give none. */
const mostSentences = 2;
const mostFurther = 4;
/** A title is shown only if it is expected to be at least this similar to what a person would write. */
const leastNearness = 0.05;
/** If a title is expected to be this similar, the next sentence isn't tried. */
const goodNearness = 0.35;

/** Added to the expected similarity if the sentence names the action directly. */
const directNearness = 0.15;

/** A possible title of a message, as the title model sees it. */
export interface TitleCandidate {
  title: string;
  form: Form;
  direct: boolean;
  traits: Float64Array;
}

/** The sentences most likely to ask, likeliest first. */
const likeliest = ({ sentences, subject, addressing }: MessageReading): SentenceReading[] =>
  (subject ? [subject, ...sentences] : sentences)
    .toSorted((one, other) => other.ask - one.ask)
    .slice(0, mostSentences + (addressing.chat ? mostFurther : 0));

interface Sources {
  message: MessageReading;
  subject: string;
  context: TitleContext;
}

function sourcesOf(message: MessageReading): Sources {
  const subject = topicOf(message);
  const topic = new Set(wordsIn(subject).filter((word) => word.length > 2));
  return { message, subject, context: { message, counts: countWords(message), topic } };
}

/** The forms of one sentence with most of their words in the sentence or the subject. */
function formsOf(
  { message, subject, context }: Sources,
  sentence: SentenceReading,
  rank: number,
  best: number,
): TitleCandidate[] {
  const { seen, addressing } = message;
  const { language } = message.reference;
  const said = seen[sentence.part].text.slice(sentence.start, sentence.end).replace(/\s+/g, " ");
  const text = language === "en" ? spelledOut(said) : said;
  const words = wordsIn(text);
  const before = subject === "" && sentence.part === "content" ? thingBefore(message, sentence) : "";
  const sender = addressing.senderName;
  const near = new Set([
    ...words,
    ...wordsIn(subject),
    ...wordsIn(before),
    ...(sender ? wordsIn(`${sender} ${sender}'s ${sender}s`) : []),
    // "M'envoyer", "d'octobre": the word behind the apostrophe counts by itself.
    ...(language === "en" ? [] : words.flatMap((word) => word.split(/['’]/))),
  ]);
  const from = { sentence, rank, best, words: words.length };
  const candidates: TitleCandidate[] = [];
  const around = {
    sender,
    topic: sentence.part === "subject" ? text : subject,
    open: addressing.open || addressing.chat,
    likeliest: rank === 0,
    language,
    before,
    readers: addressing.readers,
  };
  for (const one of titleForms(text, around)) {
    const own = wordsIn(one.title);
    if (!isNear(own, near)) continue;
    const { title, form, direct } = one;
    candidates.push({ title, form, direct, traits: titleTraits(one, own, from, context) });
  }
  return candidates;
}

/** What the sentence before a sentence speaks of. */
function thingBefore({ sentences, seen }: MessageReading, sentence: SentenceReading): string {
  const previous = sentences[sentences.indexOf(sentence) - 1];
  return previous
    ? thingSpokenOf(seen.content.text.slice(previous.start, previous.end).replace(/\s+/g, " "))
    : "";
}

function isNear(words: readonly string[], near: ReadonlySet<string>): boolean {
  let own = 0;
  let known = 0;
  for (const [at, word] of words.entries()) {
    if (frameWords.has(word)) continue;
    own++;
    const said = near.has(word) || (at === 0 && formsOfVerb(word).some((form) => near.has(form)));
    if (said || addedVerbs.has(word)) known++;
  }
  return own > 0 && known >= minOwnWords * own;
}

/** All possible titles of a message. */
export function titleCandidates(message: MessageReading): TitleCandidate[] {
  const sources = sourcesOf(message);
  const order = likeliest(message);
  const found: TitleCandidate[] = [];
  for (const [rank, sentence] of order.entries()) {
    if (rank >= mostSentences && found.length > 0) break;
    found.push(...formsOf(sources, sentence, rank, order[0]!.ask));
  }
  return found;
}

/** The best title of some sentences, the most likely to ask first. */
function bestOf(sources: Sources, order: readonly SentenceReading[], weights: Forest): string | null {
  let best: string | null = null;
  let nearest = leastNearness;
  for (const [rank, sentence] of order.entries()) {
    if (rank >= mostSentences && best !== null) break;
    for (const { title, direct, traits } of formsOf(sources, sentence, rank, order[0]!.ask)) {
      const near = scoreForest(weights, traits) + (direct ? directNearness : 0);
      if (near < nearest) continue;
      nearest = near;
      best = title;
    }
    if (nearest >= goodNearness) break;
  }
  return best;
}

/** The title that one sentence gives, as {@link chooseTitle} chooses among its forms. */
export const titleOfSentence = (message: MessageReading, sentence: SentenceReading): string | null =>
  bestOf(sourcesOf(message), [sentence], titleWeights);

/**
 * The title of a message's task; null if none is good enough, and then the subject is the title. If no sentence
 * names an action, the title is to look into the sentence most likely to ask.
 *
 * @param weights - replaced only in cross-validation.
 */
export function chooseTitle(message: MessageReading, weights: Forest = titleWeights): string | null {
  return bestOf(sourcesOf(message), likeliest(message), weights);
}
