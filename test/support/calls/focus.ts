import type { FocusSession } from "../../../src/features/focus/contract";
import type { Task } from "../../../src/features/tasks/contract";
import type { Person, TestApp } from "../test-app";

export type FocusAnswer = { session: FocusSession | null };

export const focusPath = (person: Person) => `/api/teams/${person.teamId}/focus`;

export const startFocus = (person: Person, task: Task, body: object = { mode: "flow" }) =>
  person.post<FocusAnswer>(focusPath(person), { taskId: task.id, ...body });

export const currentFocus = async (person: Person): Promise<FocusSession | null> =>
  (await person.get<FocusAnswer>(focusPath(person))).body.session;

/** The stored facts about a person's focus sessions in their team, oldest first. */
export async function focusFacts({ running }: TestApp, { teamId }: Person) {
  const { rows } = await running.services.pool.query<{ type: string; subject_id: string }>(
    "select type, subject_id from events where team_id = $1 and type like 'focus%' order by seq",
    [teamId],
  );
  return rows;
}
