import { lacking, namedThings } from "./named-things";
import { neededWords } from "./needed-words";
import type { Passage } from "./passages";
import { type NamedAuthors, namedAuthors, shareSaidBy } from "./speakers";
import { beginningOf, countTerms, type Entry, type Frequencies, rarity, standsBefore } from "./term-counts";
import { passageTerms, questionTerms } from "./words";

/** One search result: the best of passages that overlap. */
export interface SearchResult<P extends Passage> {
  passage: P;
  /** Comparable only within one search. */
  score: number;
  /** Share of the question's words found in the passage, weighted by rarity, from 0 to 1. */
  coverage: number;
  /** People, names, figures and months of the question that its whole source lacks, so that it answers another one. */
  lacks: string[];
  /** Passages overlapping it that matched too, in source order. They don't appear as results themselves. */
  neighbors: P[];
}

/**
 * Below this coverage the best passages only brush the question, and the right answer is that nothing was found.
 * Source: `eval/README.md`, absent topics.
 */
export const leastCoverage = 0.37;

export interface SearchIndex<P extends Passage> {
  /**
   * Finds the passages that answer a question best, best first. A passage doesn't need every word.
   *
   * @param limit - maximum number of passages to return.
   */
  search(question: string, limit?: number): SearchResult<P>[];
  /** The stems that a question is about, without the names of authors, each with its rarity. */
  weigh(question: string): Map<string, number>;
  /**
   * The rare words that an answer would have, as stems, and that neither these passages nor their sources or authors
   * have. Then they answer another question. Empty if they have most of what a long question describes.
   */
  missing(question: string, passages: readonly P[]): string[];
}

/** A rare word is in at most so many passages, or in at most this share of them. */
const rare = { passages: 2, share: 0.02 };
/** Of the words that an answer would have, at least so many are missing if it answers another question. */
const leastMissing = 1 / 3;

/**
 * What a question still misses if texts that belong to its passages count too; nothing if they have most of it.
 *
 * @param related - beginnings of words in these texts.
 */
export function stillMissing(question: string, missing: string[], related: ReadonlySet<string>): string[] {
  const left = missing.filter((term) => !related.has(beginningOf(term)));
  return left.length >= neededWords(question).length * leastMissing ? left : [];
}

/** How quickly repeating a word stops adding to the score (BM25 `k1`). */
const saturation = 1.2;
/** How much a long passage must repeat a word to match a short one that says it once (BM25 `b`). */
const lengthNorm = 0.75;
/** What a word adds just by appearing, however long the passage is. */
const presence = 1;
/** Bonus for a passage written by a person named in the question. */
const authorBonus = 1;
/** Bonus for the source whose top passages match best: people rarely mention a topic only once. */
const sourceBonus = 2;
const sourceSample = 3;
/** Passages so many positions apart share lines. */
const overlapping = 1;
/** How much less a passage right beside a better one of its source counts, and how far that reaches (positions). */
const besidePenalty = 0.25;
const besideReach = 10;

interface ScoredPassage<P extends Passage> {
  passage: P;
  score: number;
  coverage: number;
}

/** Bonus for words of the question that stand side by side, as a share of the rarer one's weight. */
const pairBonus = 1;

/** Okapi BM25 with a lower bound per word, over the beginnings of the question's stems. */
function scoreEntry<P extends Passage>(
  entry: Entry<P>,
  weights: ReadonlyMap<string, number>,
  rarityOf: ReturnType<typeof rarity>,
  meanLength: number,
): ScoredPassage<P> {
  const { passage, counts, beginnings, order } = entry;
  const norm = saturation * (1 - lengthNorm + (lengthNorm * order.length) / meanLength);
  let score = 0;
  let held = 0;
  let asked = 0;
  let before = { beginning: "", weight: 0 };
  for (const [term, rare] of weights) {
    asked += rare;
    if (counts.has(term)) held += rare;
    const weight = rarityOf(term, "beginning");
    const beginning = beginningOf(term);
    if (standsBefore(entry, before.beginning, beginning))
      score += pairBonus * Math.min(weight, before.weight);
    before = { beginning, weight };
    const count = beginnings.get(beginning) ?? 0;
    if (count === 0) continue;
    score += weight * (presence + (count * (saturation + 1)) / (count + norm));
  }
  return { passage, score, coverage: asked === 0 ? 0 : held / asked };
}

/** Sums each source's best scores relative to the strongest source, from 0 to 1. */
function sourceStrength<P extends Passage>(scored: readonly ScoredPassage<P>[]): Map<string, number> {
  const bySource = new Map<string, number[]>();
  for (const { passage, score } of scored) {
    const scores = bySource.get(passage.source) ?? [];
    scores.push(score);
    bySource.set(passage.source, scores);
  }
  const sums = new Map<string, number>();
  for (const [source, scores] of bySource) {
    const best = scores.sort((one, other) => other - one).slice(0, sourceSample);
    sums.set(
      source,
      best.reduce((sum, score) => sum + score, 0),
    );
  }
  const most = Math.max(0, ...sums.values());
  return new Map([...sums].map(([source, sum]) => [source, most === 0 ? 0 : sum / most]));
}

const timeOf = ({ date }: Passage) => date?.getTime() ?? 0;

/** Best first; ties go to the newer passage, then to the earlier one in its source. */
const byScore = <P extends Passage>(one: ScoredPassage<P>, other: ScoredPassage<P>) =>
  other.score - one.score ||
  timeOf(other.passage) - timeOf(one.passage) ||
  one.passage.position - other.passage.position;

/** What a passage still counts this many positions from one of its source that was found before it. */
const besideFound = (distance: number): number => 1 - besidePenalty * Math.exp(-distance / besideReach);

/**
 * Takes the best passage again and again, and counts those near it less: several passages of one place say almost the
 * same, and the answer may be elsewhere. Those that overlap it become its neighbors.
 */
function spreadOut<P extends Passage>(
  scored: readonly ScoredPassage<P>[],
  limit: number,
): Omit<SearchResult<P>, "lacks">[] {
  const found: Omit<SearchResult<P>, "lacks">[] = [];
  let left = scored.toSorted(byScore);
  while (found.length < limit) {
    const [best, ...rest] = left;
    if (!best) break;
    const distanceTo = ({ source, position }: P) =>
      source === best.passage.source ? Math.abs(position - best.passage.position) : Infinity;
    const neighbors = rest.flatMap(({ passage }) => (distanceTo(passage) <= overlapping ? [passage] : []));
    found.push({ ...best, neighbors: neighbors.sort((one, other) => one.position - other.position) });
    left = rest
      .filter(({ passage }) => distanceTo(passage) > overlapping)
      .map((one) => ({ ...one, score: one.score * besideFound(distanceTo(one.passage)) }))
      .sort(byScore);
  }
  return found;
}

/**
 * Makes passages searchable without a language model. A passage can match any word of the question. Phrasing
 * words such as "summarize" are ignored, and the author and the source's other passages add to the score.
 *
 * Pure: the same passages and question give the same answer. For large sets, let the database preselect a few
 * hundred candidates.
 *
 * @param passages - each `id` once; include only passages that the user may see.
 * @param among - how frequent stems are among all passages. Default: among the given ones.
 */
export function createSearchIndex<P extends Passage>(
  passages: readonly P[],
  among?: Frequencies,
): SearchIndex<P> {
  const entries = passages.map(countTerms);
  const rarityOf = rarity(entries, among);
  const meanLength = entries.reduce((sum, { order }) => sum + order.length, 0) / entries.length || 1;
  const authors = new Set(
    passages.flatMap(({ lines }) => lines.flatMap(({ author }) => (author === null ? [] : [author]))),
  );

  const weighted = (question: string, named: NamedAuthors) => {
    const asked = questionTerms(question);
    const about = asked.filter((term) => !named.terms.has(term));
    return new Map((about.length > 0 ? about : asked).map((term) => [term, rarityOf(term)]));
  };

  const isRare = (term: string) => {
    // Words that were not looked up may be in any number of passages.
    const held = among ? among.holding.get(term) : entries.filter(({ counts }) => counts.has(term)).length;
    const total = among?.total ?? entries.length;
    return held !== undefined && held <= Math.max(rare.passages, total * rare.share);
  };

  return {
    weigh: (question) => weighted(question, namedAuthors(question, authors)),

    missing(question, found) {
      const sources = new Set(found.map(({ source }) => source));
      const own = entries.filter(({ passage }) => sources.has(passage.source));
      const writers = new Set(own.flatMap(({ passage }) => passage.lines.map(({ author }) => author ?? "")));
      const called = new Set([...writers].flatMap(passageTerms));
      const there = new Set(own.flatMap(({ beginnings }) => [...beginnings.keys()]));
      const missing = neededWords(question).filter((term) => isRare(term) && !called.has(term));
      return stillMissing(question, missing, there);
    },

    search(question, limit = 5) {
      const named = namedAuthors(question, authors);
      const weights = weighted(question, named);
      const scored = entries
        .map((entry) => scoreEntry(entry, weights, rarityOf, meanLength))
        .filter(({ score }) => score > 0);
      const strength = sourceStrength(scored);
      const ranked = scored.map((one) => ({
        ...one,
        score:
          one.score *
          (1 + authorBonus * shareSaidBy(named.authors, one.passage.lines)) *
          (1 + sourceBonus * strength.get(one.passage.source)!),
      }));
      const things = namedThings(question, authors);
      return spreadOut(ranked, limit).map((found) => ({
        ...found,
        lacks: lacking(
          things,
          entries.filter(({ passage }) => passage.source === found.passage.source),
        ),
      }));
    },
  };
}
