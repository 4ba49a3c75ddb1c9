/** The types of changed rows. For each, one feature can revert it. */
export type SubjectType =
  | "task"
  | "tasks"
  | "comment"
  | "message"
  | "analysis_run"
  | "import"
  | "correction"
  | "correction_run"
  | "samples"
  | "messages"
  | "meeting"
  | "meeting_item"
  | "meeting_items"
  | "meeting_speakers"
  | "meeting_note"
  | "area"
  | "area_item"
  | "area_fact";

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

/**
 * A fact about one row, such as `task_completed`. `at` defaults to now.
 *
 * Analytics reads these types; the subject is in parentheses:
 * `message_received` (message, at: when it was sent), `message_resolved`, `message_reopened`;
 * `task_created` (task), `task_completed`, `task_reopened`, `task_deleted`, `task_restored`;
 * `meeting_extracted` (meeting): its transcript was read for tasks;
 * `focus_started`, `focus_ended` (focus session): a stretch of focused work begins and ends. A pause ends a
 * stretch, and going on begins the next one with the same subject.
 */
export interface Fact {
  type: string;
  subjectId: string;
  at?: Date;
}

/** How many rows of a type, such as `task`, a change is about. What else it created doesn't count. */
export function rowsOf(change: Change, type: string): number {
  if (change.type === type) return change.kind === "created" ? 0 : 1;
  if (change.type !== `${type}s`) return 0;
  const lists = Object.values(change.kind === "created" ? change.after : change.before);
  return lists.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}
