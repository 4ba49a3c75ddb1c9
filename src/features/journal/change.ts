/** The types of changed rows. For each, one feature can revert it. */
export type SubjectType =
  | "task"
  | "message"
  | "analysis_run"
  | "import"
  | "correction"
  | "correction_run"
  | "samples"
  | "messages";

/** The values of some fields, as JSON. */
export type Fields = Record<string, unknown>;

/**
 * One row's part of a journal entry, with what is needed to revert it.
 *
 * `created`: `after` has the new row's fields; reverting deletes it. `deleted`: the opposite. `changed`:
 * `before` and `after` have the same fields with old and new values.
 */
export type Change =
  | { kind: "created"; type: SubjectType; id: string; after: Fields }
  | { kind: "deleted"; type: SubjectType; id: string; before: Fields }
  | { kind: "changed"; type: SubjectType; id: string; before: Fields; after: Fields };

/** A fact about one row, such as `task_completed`. `at` defaults to now. */
export interface Fact {
  type: string;
  subjectId: string;
  at?: Date;
}
