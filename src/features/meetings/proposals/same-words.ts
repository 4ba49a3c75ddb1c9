import type { MeetingEvidence } from "../../../shared/evidence";
import { passageTerms } from "../../search/words";

/** Two readings of the same recording may have the same words so far apart (seconds). */
const nearby = 5;

interface WithEvidence {
  evidence: MeetingEvidence;
}

/**
 * Finds for each earlier proposal the one that comes from the same words now, also if two engines heard them a little
 * differently. Neighbors may say almost the same, so equal words and the best likeness choose first, and nothing is
 * chosen twice.
 */
export function pairByWords<Earlier extends WithEvidence, Now extends WithEvidence>(
  earlier: readonly Earlier[],
  now: readonly Now[],
): Map<Earlier, Now> {
  const [before, after] = [earlier.map(read), now.map(read)];
  const pairs = before.flatMap((one) =>
    after.flatMap((other) => {
      const apart = Math.abs(one.of.evidence.second - other.of.evidence.second);
      const likeness =
        one.words === other.words ? equal : apart <= nearby ? shared(one.terms, other.terms) : 0;
      return likeness > 0.5 ? [{ one: one.of, other: other.of, likeness, apart }] : [];
    }),
  );
  const paired = new Map<Earlier, Now>();
  const taken = new Set<Now>();
  for (const { one, other } of pairs.toSorted((a, b) => b.likeness - a.likeness || a.apart - b.apart)) {
    if (paired.has(one) || taken.has(other)) continue;
    paired.set(one, other);
    taken.add(other);
  }
  return paired;
}

/** More than any share of words, so that equal words come first. */
const equal = 2;

function read<Of extends WithEvidence>(of: Of) {
  // “I'll” and “I will” are both without content.
  const plain = of.evidence.quote.toLowerCase().replaceAll(/['’]/g, " ");
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { of, words: words.join(" "), terms: new Set(passageTerms(plain)) };
}

/** The share of the longer one's words that both have; function words don't count. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((term) => other.has(term)).length;
  return both / Math.max(one.size, other.size, 1);
}
