import { type CorrectableField, categories } from "../contract";
import { type Scores, scoresOf } from "../models/message-models";
import type { MessageWeights } from "../models/message-weights";
import type { Signals } from "../signals/signals";
import { signalNames } from "../signals/signals";
import type { Correction, CorrectionExample, ScoreName, TeamCorrections } from "./correction";
import { shiftOf } from "./correction-shift";
import { allNearness, reaches, toPoint } from "./correction-similarity";
import { solvePulls } from "./fit-solver";

/**
 * The engine learns from this many of the latest corrections per field; older ones affect only their own
 * message.
 */
export const mostCorrections = 200;

/** Weaker pulls make no difference: the engine already agrees. */
const leastPull = 0.01;

/** The scores that decide a field, and which of them a correction wants to be the highest. */
const scoreNames: Record<CorrectableField, readonly ScoreName[]> = {
  task: ["task"],
  urgency: ["urgency"],
  importance: ["importance"],
  category: categories,
};
const affirmed: ReadonlySet<string> = new Set(["task", "urgent", "important"]);

/** Fields shown together: a person who corrects one of them has seen the others. */
const seenTogether: readonly CorrectableField[] = ["task", "urgency", "importance"];

/** A conclusion that a person chose or confirmed, under the id of its correction. */
type Example = Pick<Correction, "id" | "messageId" | "field" | "value" | "traits">;

/**
 * Learns from a team's corrections: the smallest pull with which the engine's models, which don't change, would
 * have concluded what people did. (Kernel logistic regression with the models' log-odds as offset.)
 *
 * The same corrections always give the same result, so removing one restores the result before it.
 *
 * @param corrections - the latest first; of each field the first {@link mostCorrections} count.
 * @param weights - replaced only in cross-validation.
 */
export function learn(
  corrections: readonly Correction[],
  weights?: MessageWeights,
  use = reaches,
): TeamCorrections {
  const examples = [...corrections, ...leftUnchanged(corrections)];
  const correctionExample = new Map<string, CorrectionExample>();
  const scoresFor = scorer(correctionExample, weights, use);
  for (const field of Object.keys(scoreNames) as CorrectableField[]) {
    const chosen = examples
      .filter((example) => example.field === field)
      .slice(0, mostCorrections)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const offsets = chosen.map((example) => scoresIn(field, scoresFor(field, example)));
    addPulls(correctionExample, field, chosen, offsets, use);
  }
  return [...correctionExample.values()];
}

/**
 * What people saw next to their correction and left unchanged. Without these, every example would be a mistake
 * of the engine.
 */
function leftUnchanged(corrections: readonly Correction[]): Example[] {
  const looked = corrections.filter(({ field }) => seenTogether.includes(field));
  const corrected = new Set(looked.map(({ messageId, field }) => `${messageId} ${field}`));
  const task = new Map(
    looked.flatMap(({ field, messageId, value }) => (field === "task" ? [[messageId, value]] : [])),
  );
  const stand = new Map<string, Example>();
  for (const { id, messageId, shown, traits } of looked)
    for (const field of seenTogether) {
      const key = `${messageId} ${field}`;
      // It may have been urgent only because of the task.
      if (task.get(messageId) === "none" && affirmed.has(shown[field])) continue;
      if (!corrected.has(key) && !stand.has(key))
        stand.set(key, { id, messageId, field, value: shown[field], traits });
    }
  return [...stand.values()];
}

/**
 * The engine's conclusions on a corrected message. Fields are learned in order: corrections of the task already
 * affect urgency and importance, and those of urgency affect importance.
 */
function scorer(
  correctionExample: ReadonlyMap<string, CorrectionExample>,
  weights: MessageWeights | undefined,
  use: typeof reaches,
) {
  const learned = new Map<CorrectableField, TeamCorrections>();
  return (field: CorrectableField, { traits }: Example): Scores => {
    const signals = { ...noSignals, ...traits.signals };
    if (field === "task" || field === "category") return scoresOf(signals, weights);
    const before = learned.get(field) ?? structuredClone([...correctionExample.values()]);
    learned.set(field, before);
    const { task, urgent } = shiftOf(before, traits, use);
    return scoresOf(signals, weights, { ...nothing, task, urgent });
  };
}

const noSignals = Object.fromEntries(signalNames.map((name) => [name, 0])) as Signals;
const nothing = { important: 0, category: {} };

/** The scores that decide a field. */
function scoresIn(field: CorrectableField, { task, urgent, important, category }: Scores): number[] {
  if (field === "category") return categories.map((name) => category[name] ?? -9);
  return [{ task, urgency: urgent, importance: important }[field]];
}

/** Adds one field's examples to what each message already contributes. */
function addPulls(
  correctionExample: Map<string, CorrectionExample>,
  field: CorrectableField,
  examples: readonly Example[],
  offsets: readonly number[][],
  use: typeof reaches,
): void {
  const names = scoreNames[field];
  const points = examples.map(
    ({ messageId, traits }) => correctionExample.get(messageId)?.point ?? toPoint(traits),
  );
  const isWanted = (value: string, name: ScoreName) =>
    names.length === 1 ? affirmed.has(value) : name === value;
  const pulls = solvePulls(
    allNearness(points, use[field]),
    names.map((_, c) => Float64Array.from(offsets, (row) => row[c]!)),
    names.map((name) => Float64Array.from(examples, ({ value }) => Number(isWanted(value, name)))),
  );
  for (const [i, { id, messageId, value }] of examples.entries()) {
    const pull = Object.fromEntries(names.map((name, c) => [name, pulls[c]![i]!]));
    if (Object.values(pull).every((one) => Math.abs(one) < leastPull)) continue;
    const known = correctionExample.get(messageId) ?? { point: points[i]!, pulls: [] };
    known.pulls.push({ id, field, value, pull });
    correctionExample.set(messageId, known);
  }
}
