import { type Task, TaskFields } from "../../src/features/tasks/contract";

/** A task as the API returns it. Nullable fields are null unless given. */
export function sampleTask(fields: Partial<Task> = {}): Task {
  const nullable = Object.entries(TaskFields.shape).filter(([, field]) => field.safeParse(null).success);
  const empty: object = Object.fromEntries(nullable.map(([name]) => [name, null]));
  return {
    ...(empty as Task),
    id: "t1",
    teamId: "team-1",
    title: "Send the quote",
    status: "new",
    priority: "medium",
    urgency: "urgent",
    importance: "important",
    assignee: null,
    messageId: null,
    messageChannel: null,
    evidence: [],
    createdAt: "2026-03-01T00:00:00.000Z",
    updatedAt: "2026-03-01T00:00:00.000Z",
    ...fields,
  };
}
