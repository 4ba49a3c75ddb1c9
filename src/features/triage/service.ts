/** The embedded engine as other features use it. */

export type {
  Correction,
  Decision,
  Patch,
  ShownValues,
  TeamCorrections,
  Traits,
} from "./corrections/correction";
export { type Effect, effectOf, readTraits } from "./corrections/correction-effect";
export { learn, mostCorrections } from "./corrections/correction-fit";
export { decisionPatch, type Override, patchFrom, shownValues, withOverrides } from "./corrections/overrides";
export { analyze, engineVersion } from "./engine";
export { outcomesOf } from "./explain/changes";
export { explain } from "./explain/explain";
export type { EngineResult, TriageInput } from "./message";
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
