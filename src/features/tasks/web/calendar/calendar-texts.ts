import { counted } from "../../../../shared/counted";

/** Here and not with the other texts, so that they load with the calendar. */
export const calendarTexts = {
  label: "Calendar of due tasks",
  spans: { month: "Month", week: "Week" },
  span: "Days shown",
  previous: { month: "Previous month", week: "Previous week" },
  next: { month: "Next month", week: "Next week" },
  today: "Today",
  loading: "Loading the tasks…",
  count: (count: number) => counted(count, "task"),
  more: (count: number) => `+${count.toLocaleString("en-US")} more`,
  moreOf: (count: number, day: string) => `${count.toLocaleString("en-US")} more on ${day}`,
  fewer: "Show fewer",
  overdue: "overdue",
  emptyDay: "Nothing is due on this day.",
  empty: (span: string) => `Nothing is due in ${span}.`,
  hidden: (span: string) => `No tasks in ${span} match the filters.`,
  undated: (count: number) => `${counted(count, "task has", "tasks have")} no due date.`,
  toList: "Open the list",
  closeDay: "Close the day",
  moved: (title: string, day: string) => `Moved “${title}” to ${day}`,
} as const;
