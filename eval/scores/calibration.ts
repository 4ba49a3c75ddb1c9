import type { AnalyzedMessage } from "./analyses";
import { mean } from "./scores";

/** Messages with about the same predicted chance of a task: the mean prediction, and the true share. */
export interface CalibrationStep {
  from: number;
  messages: number;
  chance: number;
  tasks: number;
}

const width = 0.1;

const chanceOf = ({ analysis: { hasTask, confidence } }: AnalyzedMessage) =>
  hasTask ? confidence : 1 - confidence;

/** How often there was a task, per tenth of the predicted chance; omits tenths without messages. */
export function calibrationOf(analyzed: readonly AnalyzedMessage[]): CalibrationStep[] {
  return Array.from({ length: 1 / width }, (_, step) => {
    const inside = analyzed.filter((one) => Math.min(9, Math.floor(chanceOf(one) / width)) === step);
    return {
      from: step / 10,
      messages: inside.length,
      chance: mean(inside.map(chanceOf)),
      tasks: mean(inside.map(({ row }) => Number(row.hasTask))),
    };
  }).filter(({ messages }) => messages > 0);
}

/** How far the predictions are off on average, 0 to 1 (Naeini, "Obtaining Well Calibrated Probabilities", AAAI 2015). */
function errorOf(steps: readonly CalibrationStep[]): number {
  const all = steps.reduce((sum, { messages }) => sum + messages, 0);
  return (
    steps.reduce((sum, { messages, chance, tasks }) => sum + messages * Math.abs(chance - tasks), 0) / all
  );
}

/**
 * How well the engine knows what it doesn't know, 0 to 1. `uncertainTasks` is the share of true tasks in the uncertain
 * band, `uncertainShare` that of all messages; `certainTasksRight` the share of shown and certain tasks that are true.
 */
export function scoreCertainty(analyzed: readonly AnalyzedMessage[]) {
  const tasks = analyzed.filter(({ row }) => row.hasTask);
  const certain = analyzed.filter(({ analysis }) => analysis.hasTask && !analysis.uncertain);
  const uncertain = (one: AnalyzedMessage) => Number(one.analysis.uncertain);
  return {
    calibrationError: errorOf(calibrationOf(analyzed)),
    uncertainTasks: mean(tasks.map(uncertain)),
    uncertainShare: mean(analyzed.map(uncertain)),
    certainTasksRight: mean(certain.map(({ row }) => Number(row.hasTask))),
  };
}
