/** The embedded engine as other features use it. */
export { analyse, engineVersion } from "./engine";
export { explain } from "./explain";
export { outcomesOf } from "./explain-changes";
export type { TriageInput, Verdict } from "./message";
