/** What a change was made to. Each has one feature that can put it back. */
export type SubjectType = "task" | "message" | "import" | "correction" | "correction_run";

/** The values of some fields, as JSON. */
export type Fields = Record<string, unknown>;

/**
 * One row's part of a journal entry, with what is needed to take it back.
 *
 * `created`: `after` holds the new row's fields; taking it back deletes it. `deleted`: the reverse. `changed`:
 * `before` and `after` hold the same fields with their old and new values.
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
