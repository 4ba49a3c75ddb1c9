import type { Forest } from "../../src/features/triage/models/forest";
import type { MessageReading } from "../../src/features/triage/signals/message-reading";
import { titleCandidates } from "../../src/features/triage/title/choose-title";
import type { GoldRow } from "../data/data";
import { tokenF1 } from "../scores/title-scores";
import { type ForestOptions, trainForest } from "./forest-training";

const options: ForestOptions = { trees: 100, depth: 4, rate: 0.14, least: 20, strength: 10 };
const writtenSay = 0.5;

/** A labeled message, read by models that weren't trained on it. */
export interface TitledMessage {
  row: GoldRow;
  real: boolean;
  message: MessageReading;
}

/** Trains the model that estimates how similar a title is to what a person would write. */
export function trainTitles(all: readonly TitledMessage[]): Forest {
  const examples = all.flatMap(({ row, real, message }) =>
    row.hasTask && row.title !== null
      ? titleCandidates(message).map(({ title, traits }) => ({
          traits,
          near: tokenF1(title, row.title!),
          say: real ? 1 : writtenSay,
        }))
      : [],
  );
  return trainForest(
    examples.map(({ traits }) => traits),
    examples.map(({ near }) => near),
    examples.map(({ say }) => say),
    options,
    true,
  );
}
