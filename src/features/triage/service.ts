/** The embedded engine as other features use it. */

export type { Decided, Lesson, Patch, Shown, Teaching, Traits } from "./corrections/correction";
export { type Effect, effectOf, readTraits } from "./corrections/correction-effect";
export { learn, mostLessons } from "./corrections/correction-fit";
export { decisionPatch, type Laid, overlay, patchFrom, shownOf } from "./corrections/overrides";
export { analyse, engineVersion } from "./engine";
export { outcomesOf } from "./explain/changes";
export { explain } from "./explain/explain";
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
} from "./refinement/refinement";
