import { type CorrectableField, correctableFields } from "../contract";
import { concludeFrom, readMessage } from "../engine";
import type { EngineResult, TriageInput } from "../message";
import { toSignals } from "../signals/signals";
import type { ShownValues, TeamCorrections } from "./correction";
import { strongestOn } from "./correction-shift";
import { traitsOf } from "./correction-similarity";
import { shownValues } from "./overrides";

/** What new lessons would make of a message. */
export interface Effect {
  /** What they turn. */
  fields: CorrectableField[];
  before: ShownValues;
  result: EngineResult;
  /** The new lesson that does most of it. */
  correctionId: string;
}

/**
 * What a team's lessons with some new ones make of a message that they did not make of it before.
 *
 * @param fresh - ids of the new lessons.
 * @returns null when they turn nothing.
 */
export function effectOf(
  input: TriageInput,
  before: TeamCorrections | null,
  after: TeamCorrections,
  fresh: ReadonlySet<string>,
): Effect | null {
  const message = readMessage(input);
  const old = shownValues(concludeFrom(input, message, before));
  const result = concludeFrom(input, message, after);
  const now = shownValues(result);
  const fields = correctableFields.filter((field) => old[field] !== now[field]);
  if (fields.length === 0) return null;
  const correctionId = strongestOn(after, traitsOf(input, toSignals(message)), fields, fresh);
  return { fields, before: old, result, correctionId };
}

/** What a lesson about this message would generalise over. */
export function readTraits(input: TriageInput) {
  return traitsOf(input, toSignals(readMessage(input)));
}
