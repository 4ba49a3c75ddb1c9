import type { Importance, Priority, Urgency } from "../../../triage/contract";
import type { TaskStatus } from "../../contract";

/** Labels for the values of a task's fields, in display order. */
export const statusNames: Record<TaskStatus, string> = {
  new: "New",
  in_progress: "In progress",
  blocked: "Blocked",
  resolved: "Resolved",
};

export const priorityNames: Record<Priority, string> = { high: "High", medium: "Medium", low: "Low" };

export const urgencyNames: Record<Urgency, string> = { urgent: "Urgent", not_urgent: "Not urgent" };

export const importanceNames: Record<Importance, string> = {
  important: "Important",
  not_important: "Not important",
};
