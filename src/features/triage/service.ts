/** The embedded engine as other features use it. */
export { analyse, engineVersion } from "./engine";
export { explain } from "./explain";
export { outcomesOf } from "./explain-changes";
export type { Decided, Lesson, Patch, Shown, Teaching, Traits } from "./lesson";
export { type Effect, effectOf, readTraits } from "./lesson-effect";
export { learn, mostLessons } from "./lesson-fit";
export { decisionPatch, type Laid, overlay, patchFrom, shownOf } from "./lesson-overlay";
export type { TriageInput, Verdict } from "./message";
export {
  promptVersion,
  type Refinable,
  RefinementAnswer,
  RefinementForm,
  refine,
  shortenToSend,
  toPrompt,
  toRefinable,
} from "./refinement";
