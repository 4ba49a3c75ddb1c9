import { counted } from "../../../shared/counted";
import type { Meeting, MeetingItem } from "../contract";

/** The proposed tasks that Create Tasks would make. */
export function openItems({ extractedTasks }: Pick<Meeting, "extractedTasks">): MeetingItem[] {
  return extractedTasks.filter(({ dropped, taskId }) => !dropped && taskId === null);
}

/** How many tasks a meeting has, in words; undefined before it has a transcript. */
export function tasksWords(
  meeting: Pick<Meeting, "extractedTasks" | "transcript" | "status">,
): string | undefined {
  if (meeting.transcript === null && meeting.status !== "completed") return undefined;
  const made = meeting.extractedTasks.filter(({ taskId }) => taskId !== null).length;
  const open = openItems(meeting).length;
  const tasks = (count: number) => counted(count, "task");
  if (made > 0 && open > 0) return `${tasks(open)} found, ${made} created`;
  if (made > 0) return `${tasks(made)} created`;
  return open > 0 ? `${tasks(open)} found` : "No tasks";
}
