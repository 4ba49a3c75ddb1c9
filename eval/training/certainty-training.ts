import { chanceOfTask } from "../../src/features/triage/models/message-models";
import type { Certainty } from "../../src/features/triage/models/message-weights";

/** A message's score by models that hadn't seen its source, and whether it has a task. */
export interface ScoredTask {
  score: number;
  yes: boolean;
}

/** The share of all true tasks that the uncertain band contains on each side of the cut. */
const shares = { shown: 0.06, hidden: 0.015 };

/**
 * Fits how sure a score is: its probability by logistic regression (Platt, "Probabilistic Outputs for Support Vector
 * Machines", 1999), and the band around the cut in which the engine doesn't know.
 */
export function fitCertainty(scored: readonly ScoredTask[]): Certainty {
  return { ...fitChance(scored), ...findBand(scored) };
}

function fitChance(scored: readonly ScoredTask[]): Pick<Certainty, "offset" | "slope"> {
  let offset = 0;
  let slope = 1;
  for (let step = 0; step < 25; step++) {
    let [down, tilt, own, both, square] = [0, 0, 1e-6, 0, 1e-6];
    for (const { score, yes } of scored) {
      const chance = chanceOfTask(score, { offset, slope });
      const error = chance - (yes ? 1 : 0);
      const curve = chance * (1 - chance);
      down += error;
      tilt += error * score;
      own += curve;
      both += curve * score;
      square += curve * score * score;
    }
    const size = own * square - both * both || 1;
    offset -= (square * down - both * tilt) / size;
    slope -= (own * tilt - both * down) / size;
  }
  return { offset: rounded(offset), slope: rounded(slope) };
}

/** Widens the band from the cut outwards, until it contains its share of the tasks. */
function findBand(scored: readonly ScoredTask[]): Pick<Certainty, "from" | "to"> {
  const tasks = scored.flatMap(({ score, yes }) => (yes ? [score] : [])).sort((one, other) => one - other);
  const cut = tasks.findIndex((score) => score > 0);
  const at = cut < 0 ? tasks.length : cut;
  const last = (share: number) => Math.floor(share * tasks.length);
  return {
    from: Math.min(0, rounded(tasks[Math.max(0, at - last(shares.hidden))] ?? 0)),
    to: Math.max(0, rounded(tasks[Math.min(tasks.length - 1, at + last(shares.shown))] ?? 0)),
  };
}

const rounded = (value: number) => Number(value.toFixed(3));
