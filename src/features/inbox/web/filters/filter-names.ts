import { capitalize } from "../../../../shared/wording";
import { type Category, categories, type Priority } from "../../../triage/contract";
import type { DueFilter, MessageGrouping, MessageNarrowing, MessageSort } from "../../contract";

export const priorityNames: Record<Priority, string> = { high: "High", medium: "Medium", low: "Low" };

export const dueNames: Record<DueFilter, string> = {
  overdue: "Overdue",
  day: "In 24 hours",
  week: "In 7 days",
  any: "Any due date",
  none: "No due date",
};

export const snoozeNames: Record<NonNullable<MessageNarrowing["snooze"]>, string> = {
  snoozed: "Snoozed",
  awake: "Not snoozed",
};

export const sortNames: Record<MessageSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Due first",
};

export const groupNames: Record<MessageGrouping, string> = {
  sender: "By sender",
  thread: "By conversation",
};

/** "action_request" as "Action request". */
export const categoryNames = Object.fromEntries(
  categories.map((category) => [category, capitalize(category).replaceAll("_", " ")]),
) as Record<Category, string>;
