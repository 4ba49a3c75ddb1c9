/** Ranking of messages and meetings against a question, as other features use it. */
export { type Line, type Passage, type Window, windowsOf } from "./passages";
export { createSearchIndex, type Found, type SearchIndex } from "./ranking";
