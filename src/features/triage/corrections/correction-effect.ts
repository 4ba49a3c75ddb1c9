import { type LessonField, lessonFields } from "../contract";
import { concludeFrom, readMessage } from "../engine";
import type { TriageInput, Verdict } from "../message";
import { toSignals } from "../signals/signals";
import type { Shown, Teaching } from "./correction";
import { strongestOn } from "./correction-shift";
import { traitsOf } from "./correction-similarity";
import { shownOf } from "./overrides";

/** What new lessons would make of a message. */
export interface Effect {
  /** What they turn. */
  fields: LessonField[];
  before: Shown;
  verdict: Verdict;
  /** The new lesson that does most of it. */
  lessonId: string;
}

/**
 * What a team's lessons with some new ones make of a message that they did not make of it before.
 *
 * @param fresh - ids of the new lessons.
 * @returns null when they turn nothing.
 */
export function effectOf(
  input: TriageInput,
  before: Teaching | null,
  after: Teaching,
  fresh: ReadonlySet<string>,
): Effect | null {
  const message = readMessage(input);
  const old = shownOf(concludeFrom(input, message, before));
  const verdict = concludeFrom(input, message, after);
  const now = shownOf(verdict);
  const fields = lessonFields.filter((field) => old[field] !== now[field]);
  if (fields.length === 0) return null;
  const lessonId = strongestOn(after, traitsOf(input, toSignals(message)), fields, fresh);
  return { fields, before: old, verdict, lessonId };
}

/** What a lesson about this message would generalise over. */
export function readTraits(input: TriageInput) {
  return traitsOf(input, toSignals(readMessage(input)));
}
