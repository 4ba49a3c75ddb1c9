import { type Forest, scoreForest } from "../models/forest";
import type { MessageReading } from "../signals/message-reading";
import type { SentenceReading } from "../signals/sentence-reading";
import { titleWeights } from "../weights/titles";
import { isDeed } from "./deed";
import { frameWords, minOwnWords, topicOf, wordsIn } from "./title";
import { type Form, titleForms } from "./title-forms";
import { countWords, type TitleContext, titleTraits } from "./title-traits";

/** Sentences that titles are made of, the likeliest to ask. */
const mostSentences = 2;
/** Titles that are expected to be less near to what a person would write are not shown. */
const leastNearness = 0.2;
/** A title that is expected to be this near spares looking at the next sentence. */
const goodNearness = 0.35;

/** What is added to the nearness of a title whose sentence says the deed in so many words. */
const directNearness = 0.15;

/** A title that a message may have, as the model of titles sees it. */
export interface TitleCandidate {
  title: string;
  form: Form;
  direct: boolean;
  traits: Float64Array;
}

/** The sentences most likely to ask, the likeliest first. */
const likeliest = ({ sentences, subject }: MessageReading): SentenceReading[] =>
  (subject ? [subject, ...sentences] : sentences)
    .toSorted((one, other) => other.ask - one.ask)
    .slice(0, mostSentences);

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

/** The titles one sentence may give: deeds, of which most words stand in it or in the subject. */
function titlesOf(
  { message, subject, context }: Sources,
  sentence: SentenceReading,
  rank: number,
  best: number,
): TitleCandidate[] {
  const { seen, addressing } = message;
  const text = seen[sentence.part].text.slice(sentence.start, sentence.end).replace(/\s+/g, " ");
  const words = wordsIn(text);
  const near = new Set([...words, ...wordsIn(subject)]);
  const isOwn = (title: string) => {
    const own = wordsIn(title).filter((word) => !frameWords.has(word));
    return own.length > 0 && own.filter((word) => near.has(word)).length >= minOwnWords * own.length;
  };
  const from = { sentence, rank, best, words: words.length };
  return titleForms(text, addressing.senderName, sentence.part === "subject" ? "" : subject)
    .filter(({ title }) => isDeed(title) && isOwn(title))
    .map((one) => ({
      title: one.title,
      form: one.form,
      direct: one.direct,
      traits: titleTraits(one, from, context),
    }));
}

/** All titles a message may have. */
export function titleCandidates(message: MessageReading): TitleCandidate[] {
  const sources = sourcesOf(message);
  const order = likeliest(message);
  return order.flatMap((sentence, rank) => titlesOf(sources, sentence, rank, order[0]!.ask));
}

/**
 * The title of a message's task; null where none is good enough, so that the subject stands for it. Where no sentence
 * names a deed, the one that likely asks is something to look into.
 *
 * @param weights - replaced only by cross-validation.
 */
export function chooseTitle(message: MessageReading, weights: Forest = titleWeights): string | null {
  const sources = sourcesOf(message);
  const order = likeliest(message);
  let best: string | null = null;
  let nearest = leastNearness;
  let lastResort: string | null = null;
  for (const [rank, sentence] of order.entries()) {
    for (const { title, form, direct, traits } of titlesOf(sources, sentence, rank, order[0]!.ask)) {
      if (form === "lookInto") {
        lastResort ??= title;
        continue;
      }
      const near = scoreForest(weights, traits) + (direct ? directNearness : 0);
      if (near < nearest) continue;
      nearest = near;
      best = title;
    }
    if (nearest >= goodNearness) break;
  }
  return best ?? lastResort;
}
