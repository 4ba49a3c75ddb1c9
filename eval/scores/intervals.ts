import { seededRandom } from "../training/linear-training";
import { type AnalyzedMessage, scoreMessages } from "./analyses";
import { scoreCertainty } from "./calibration";
import { scoreTitles } from "./title-scores";

/** The most important figures, each with an interval. */
export const headline = [
  "hasTaskMessagesF1",
  "quadrantF1",
  "categoryAccuracy",
  "taskTitleF1",
  "taskTitleF1OfAll",
  "falseTasksOnBulk",
] as const;

/** All figures of analyzed messages. */
export const scoreAnalyzed = (analyzed: readonly AnalyzedMessage[]) => ({
  ...scoreMessages(analyzed),
  ...scoreCertainty(analyzed),
  ...scoreTitles(analyzed),
});

const draws = 300;

/**
 * The 95 % intervals of the figures, from redrawing the messages with replacement (Efron, "Bootstrap Methods",
 * 1979).
 *
 * @returns `…Low` and `…High` for each figure of {@link headline}.
 */
export function intervalsOf(analyzed: readonly AnalyzedMessage[]): Record<string, number> {
  const random = seededRandom(5);
  const runs = Array.from({ length: draws }, () =>
    scoreAnalyzed(analyzed.map(() => analyzed[Math.floor(random() * analyzed.length)]!)),
  );
  return Object.fromEntries(
    headline.flatMap((name) => {
      const sorted = runs.map((run) => run[name]).sort((one, other) => one - other);
      return [
        [`${name}Low`, sorted[Math.floor(draws * 0.025)]!],
        [`${name}High`, sorted[Math.ceil(draws * 0.975) - 1]!],
      ];
    }),
  );
}
