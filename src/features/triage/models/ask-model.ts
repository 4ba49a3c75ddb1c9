import { type LinearModel, type PackedModel, unpackModel } from "./linear-model";

/** Every fact about a sentence has a number below this. */
export const factNumbers = 160;
/**
 * The number of slots for pairs of facts. The slot of a pair is the smaller number times {@link factNumbers}
 * plus the larger.
 */
export const factPairs = factNumbers * factNumbers;

/** Scores how likely a sentence asks the reader for something, from its words and from pairs of facts about it. */
export interface AskModel {
  words: LinearModel;
  facts: LinearModel;
}
export type PackedAskModel = Record<keyof AskModel, PackedModel>;

export const unpackAskModel = ({ words, facts }: PackedAskModel): AskModel => ({
  words: unpackModel(words),
  facts: unpackModel(facts, factPairs),
});

/** The slot of two facts, the smaller number first. For a single fact, pass the same number twice. */
export const pairOf = (one: number, other: number): number => one * factNumbers + other;

/** The share of each pair among the pairs that this many facts make; single facts count too. */
export const pairShare = (facts: number): number => 1 / Math.sqrt((facts * (facts + 1)) / 2 || 1);

/**
 * Log-odds that a sentence asks.
 *
 * @param slots - of its word sequences; `facts` - numbers in ascending order.
 */
export function scoreAsk(
  { words, facts: pairs }: AskModel,
  slots: readonly number[],
  facts: readonly number[],
): number {
  let sum = 0;
  for (let at = 0; at < slots.length; at++) sum += words.weights[slots[at]!]!;
  let paired = 0;
  for (let one = 0; one < facts.length; one++) {
    const from = facts[one]! * factNumbers;
    for (let other = one; other < facts.length; other++) paired += pairs.weights[from + facts[other]!]!;
  }
  const said = slots.length > 0 ? (sum * words.scale) / Math.sqrt(slots.length) : 0;
  return words.bias + said + paired * pairs.scale * pairShare(facts.length);
}
