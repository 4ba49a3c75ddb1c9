import { counted } from "../../../shared/counted";

/** Each quadrant's name, its hint, and its text while empty. */
export const quadrantTexts = {
  do_first: { name: "Do First", hint: "urgent and important", empty: "No urgent tasks - great job!" },
  schedule: { name: "Schedule", hint: "important, not urgent", empty: "No scheduled tasks" },
  delegate: { name: "Delegate", hint: "urgent, less important", empty: "Nothing to delegate" },
  delete_defer: { name: "Delete/Defer", hint: "low priority", empty: "No low priority tasks" },
} as const;

export const addTaskTexts = {
  open: "Add Task",
} as const;

export const snoozeTexts = {
  action: "Snooze",
  title: "Snooze until",
  other: "Another time",
  hint: "Such as “fri 4pm” or “nov 30”.",
  unclear: "Try “fri 4pm” or “nov 30”.",
  passed: (time: string) => `${time} has passed. Choose a later time.`,
  wake: "End the snooze",
  /** Before a time. */
  until: "Snoozed until",
  done: "Snoozed",
  /** @param answerable - whether it came with a message, so that somebody may reply. */
  doneDetail: (time: string, answerable: boolean) =>
    answerable ? `Back ${time}, or when somebody replies.` : `Back ${time}.`,
  woken: "Snooze ended",
  failed: "Failed to snooze",
  show: "Show snoozed",
} as const;

export const stepTexts = {
  title: "Steps",
  add: "Add a step",
  remove: "Remove the step",
  rename: "Rename",
  breakDown: "Break down",
  focus: "Focus",
  added: (count: number) => `Added ${counted(count, "step")}`,
  failed: "Failed to change the steps",
} as const;

export const matrixTexts = {
  comments: (count: number) => counted(count, "comment"),
  /** What checking a task off does to it. */
  check: (resolved: boolean) => (resolved ? "Reopen" : "Resolve"),
  filters: { all: "All Tasks", me: "My Tasks", others: "Team Tasks", left: "Left the Team" },
  left: (name: string) => `${name} (left the team)`,
  filtersTitle: "Filters",
  filtersInUse: "in use",
  unassigned: "Unassigned",
  view: "View",
  views: { matrix: "Matrix", list: "List", calendar: "Calendar" },
} as const;

export const taskTexts = {
  failedToFetch: "Failed to fetch tasks",
  failedToUpdate: "Failed to update task",
  updated: "Task Updated",
  updatedDetail: "Task has been updated successfully",
  failedToDelete: "Failed to delete task",
  /** After a task that repeats was resolved. */
  nextDue: (time: string) => `The next one is due ${time}.`,
  deleted: "Task Deleted",
  deletedDetail: "Task has been deleted successfully",
  notUndoable: "This change can't be undone from here. Change the task instead.",
  confirmDelete: "Are you sure you want to delete this task?",
} as const;

/** On the card of a task that repeats. */
export const repeats = "Repeats";

/** What the list of queued changes calls each of them. */
export const laterTexts = {
  added: (title: string) => `Add “${title}”`,
  addedMany: (count: number) => `Add ${count.toLocaleString("en-US")} tasks`,
  moved: (title: string, quadrant: string) => `Move “${title}” to ${quadrant}`,
  checked: (title: string, resolved: boolean) => `${resolved ? "Complete" : "Reopen"} “${title}”`,
  assigned: (title: string) => `Assign “${title}”`,
  due: (title: string) => `Change the due date of “${title}”`,
  snoozed: (title: string, until: boolean) => `${until ? "Snooze" : "End the snooze of"} “${title}”`,
  edited: (title: string) => `Edit “${title}”`,
  steps: (title: string) => `Change the steps of “${title}”`,
  deleted: (title: string) => `Delete “${title}”`,
} as const;
