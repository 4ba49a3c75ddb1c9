import type { Passage } from "./passages";
import { namedAuthors, shareSaidBy } from "./speakers";
import { countTerms, type Entry, rarity } from "./term-counts";
import { questionTerms } from "./words";

/** One answer of a search: the best passage of its neighbourhood. */
export interface Found<P extends Passage> {
  passage: P;
  /** Comparable only within one search. */
  score: number;
  /** How much of what was asked the passage holds, 0 to 1, rare words counting more; low means it only brushes it. */
  coverage: number;
  /** Neighbours that matched too, in the order of their source; they are not found a second time. */
  neighbours: P[];
}

export interface SearchIndex<P extends Passage> {
  /**
   * The passages that answer a question best, best first; passages need not hold every word of it.
   *
   * @param limit - most passages to return.
   */
  search(question: string, limit?: number): Found<P>[];
}

/** A repeated word soon says no more. */
const saturation = 1.2;
/** How much a long passage has to say more often what a short one says once. */
const lengthNorm = 0.75;
/** What a word is worth for being there at all, however long the passage. */
const presence = 1;
/** Added for a passage that a person named in the question wrote. */
const authorBonus = 1;
/** Added for the source whose best passages match best: what is asked about is rarely said only once. */
const sourceBonus = 2;
const sourceSample = 3;
/** Passages at most this many places from the best one of their neighbourhood are merged into it. */
const reach = 3;

interface ScoredPassage<P extends Passage> {
  passage: P;
  score: number;
  coverage: number;
}

/** Okapi BM25 with a lower bound per word, over the stems of the question. */
function scoreEntry<P extends Passage>(
  { passage, counts, length }: Entry<P>,
  weights: ReadonlyMap<string, number>,
  meanLength: number,
): ScoredPassage<P> {
  const norm = saturation * (1 - lengthNorm + (lengthNorm * length) / meanLength);
  let score = 0;
  let held = 0;
  let asked = 0;
  for (const [term, weight] of weights) {
    asked += weight;
    const count = counts.get(term) ?? 0;
    if (count === 0) continue;
    held += weight;
    score += weight * (presence + (count * (saturation + 1)) / (count + norm));
  }
  return { passage, score, coverage: asked === 0 ? 0 : held / asked };
}

/** The sum of each source's best scores, against that of the best source: 0 to 1. */
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

/** Best first; of equals the newer, then the earlier in its source. */
const byScore = <P extends Passage>(one: ScoredPassage<P>, other: ScoredPassage<P>) =>
  other.score - one.score ||
  timeOf(other.passage) - timeOf(one.passage) ||
  one.passage.position - other.passage.position;

/** Passages beside a better one of the same source become its neighbours. */
function mergeNeighbours<P extends Passage>(ranked: readonly ScoredPassage<P>[], limit: number): Found<P>[] {
  const found: (Found<P> & { first: number; last: number })[] = [];
  for (const { passage, score, coverage } of ranked) {
    const { source, position } = passage;
    const beside = found.find(
      (other) => other.passage.source === source && position >= other.first - 1 && position <= other.last + 1,
    );
    if (!beside) {
      if (found.length === limit) break;
      found.push({ passage, score, coverage, neighbours: [], first: position, last: position });
    } else if (Math.abs(position - beside.passage.position) <= reach) {
      beside.neighbours.push(passage);
      beside.first = Math.min(beside.first, position);
      beside.last = Math.max(beside.last, position);
    }
  }
  return found.map(({ first: _, last: __, neighbours, ...rest }) => ({
    ...rest,
    neighbours: neighbours.sort((one, other) => one.position - other.position),
  }));
}

/**
 * Makes passages searchable without a language model: words of the question joined by "or", its phrasing left out,
 * who wrote a passage and where else its source speaks of it counted in.
 *
 * Pure; the same passages and question give the same answer. For many passages let the database choose a few hundred
 * candidates first.
 *
 * @param passages - each `id` once; what may not be seen must not be among them.
 */
export function createSearchIndex<P extends Passage>(passages: readonly P[]): SearchIndex<P> {
  const entries = passages.map(countTerms);
  const rarityOf = rarity(entries);
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / entries.length || 1;
  const authors = new Set(
    passages.flatMap(({ lines }) => lines.flatMap(({ author }) => (author === null ? [] : [author]))),
  );

  return {
    search(question, limit = 5) {
      const named = namedAuthors(question, authors);
      const asked = questionTerms(question);
      const about = asked.filter((term) => !named.terms.has(term));
      const weights = new Map((about.length > 0 ? about : asked).map((term) => [term, rarityOf(term)]));
      const scored = entries
        .map((entry) => scoreEntry(entry, weights, meanLength))
        .filter(({ score }) => score > 0);
      const strength = sourceStrength(scored);
      const ranked = scored.map((one) => ({
        ...one,
        score:
          one.score *
          (1 + authorBonus * shareSaidBy(named.authors, one.passage.lines)) *
          (1 + sourceBonus * strength.get(one.passage.source)!),
      }));
      return mergeNeighbours(ranked.sort(byScore), limit);
    },
  };
}
