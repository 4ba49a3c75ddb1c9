/** The embedded engine as other features use it. */
export { analyse, engineVersion } from "./engine";
export type { TriageInput, Verdict } from "./message";
