import { type CorrectableField, correctableFields } from "../contract";
import { concludeFrom, readMessage } from "../engine";
import type { EngineResult, TriageInput } from "../message";
import { toSignals } from "../signals/signals";
import type { ShownValues, TeamCorrections } from "./correction";
import { strongestOn } from "./correction-shift";
import { traitsOf } from "./correction-similarity";
import { shownValues } from "./overrides";

/** What new corrections would change on a message. */
export interface Effect {
  /** The changed conclusions. */
  fields: CorrectableField[];
  before: ShownValues;
  result: EngineResult;
  /** The new correction with the most influence. */
  correctionId: string;
}

/**
 * What new corrections of a team would change on a message beyond the existing ones.
 *
 * @param fresh - ids of the new corrections.
 * @returns null if they change nothing.
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

/** What a correction of this message would generalize over. */
export function readTraits(input: TriageInput) {
  return traitsOf(input, toSignals(readMessage(input)));
}
