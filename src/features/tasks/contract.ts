import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { Evidence, MeetingEvidence } from "../../shared/evidence";
import { movingPage, type PageAfter, pageSizes } from "../../shared/paging";
import { readRule } from "../../shared/recurrence-rule";
import { SearchWords } from "../../shared/search-words";
import { isTimeZone } from "../../shared/time-zone";
import { instant, typedText } from "../../shared/typed-values";
import { Importance, Priority, Urgency } from "../triage/contract";

/** Only `resolved` is done. `blocked` tasks stay on the board. */
export const TaskStatus = z.enum(["new", "in_progress", "blocked", "resolved"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** One step of a task's checklist. */
export const TaskStep = z.strictObject({
  id: z.uuid(),
  title: typedText().min(1, "Give the step a name.").max(300, "Keep a step within 300 characters."),
  done: z.boolean(),
});
export type TaskStep = z.infer<typeof TaskStep>;

/** The most steps of one task. */
export const mostSteps = 50;

/** How a task repeats: resolving it adds the next one. */
export const Recurrence = z.strictObject({
  /** An iCalendar RRULE by day, week, month or year, with its hour and minute on the clock of the wall. */
  rule: z
    .string()
    .max(200)
    .refine(
      (rule) => readRule(rule) !== undefined,
      "Send a rule such as FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0.",
    ),
  /** Whose wall, such as "Europe/Berlin". */
  timeZone: z.string().max(64).refine(isTimeZone, "Send a time zone such as Europe/Berlin."),
  /** The time of the rule that this task is for, although its due date may differ. Default: its due date. */
  at: instant("Send the time of the rule as an ISO 8601 date and time.").optional(),
});
export type Recurrence = z.infer<typeof Recurrence>;

/**
 * What people set on a task, each field with its limits. Each has a column in the table; a task, a new task,
 * a patch and the journal take their fields from here.
 */
export const TaskFields = z.strictObject({
  title: typedText().min(1, "Give the task a title.").max(500, "Keep the title within 500 characters."),
  description: z.string().max(50_000, "Keep the description within 50,000 characters.").nullable(),
  status: TaskStatus,
  priority: Priority,
  urgency: Urgency,
  importance: Importance,
  assigneeId: z.uuid().nullable(),
  dueDate: instant("Send the due date as an ISO 8601 date and time, or null.").nullable(),
  /** Its checklist, in order. */
  steps: z.array(TaskStep).max(mostSteps, "Keep a task within 50 steps."),
  /** Until then, the board doesn't show it; null: it isn't snoozed. */
  snoozedUntil: instant("Send the end of the snooze as an ISO 8601 date and time, or null.").nullable(),
  /** Null: it doesn't repeat. A task without a due date never does. */
  recurrence: Recurrence.nullable(),
});
export type TaskFields = z.infer<typeof TaskFields>;

/** One piece of a team's work. `dueDate` and `createdAt` are ISO 8601 in UTC. */
export const Task = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  ...TaskFields.shape,
  assignee: z
    .object({
      ...{ id: z.uuid(), firstName: z.string(), lastName: z.string(), email: z.string() },
      /** True: they have left the team. */
      left: z.boolean().optional(),
    })
    .nullable(),
  /** The message the task was created from, if any, and the message's channel. */
  messageId: z.uuid().nullable(),
  messageChannel: z.string().nullable(),
  /** The evidence for title, due date and so on, in the source message or in a meeting. */
  evidence: z.array(z.union([Evidence, MeetingEvidence])),
  commentCount: z.number().int(),
  /** Sample data, which is removed in one step. */
  sample: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Task = z.infer<typeof Task>;

/** What isn't given gets the defaults of the table. */
export const NewTask = TaskFields.partial().extend({ title: TaskFields.shape.title });
export type NewTask = z.infer<typeof NewTask>;

/** A new task, and the area that it joins by hand. */
export const NewTaskOfArea = NewTask.extend({ areaId: z.uuid().optional() });
export type NewTaskOfArea = z.infer<typeof NewTaskOfArea>;

/** Fields that aren't given stay as they are; null clears a field that may be empty. */
export const TaskPatch = TaskFields.partial();
export type TaskPatch = z.infer<typeof TaskPatch>;

/** Optional filters of the task list. Each applies to the whole list, not only to the page. */
export const TaskFilter = z.object({
  quadrant: z.enum(["do_first", "schedule", "delegate", "delete_defer"]).optional(),
  /** `open` excludes resolved tasks. Default: every status. */
  status: z.enum(["open", "new", "in_progress", "blocked", "resolved"]).optional(),
  /**
   * `me`: assigned to the caller; `others`: all other tasks, including unassigned ones; `left`: assigned to somebody
   * who has left the team.
   */
  assignee: z.enum(["me", "others", "left"]).optional(),
  /** Only tasks created from a message of this channel. */
  channel: z.string().max(40).optional(),
  /** `awake` excludes snoozed tasks. Default: all. */
  snooze: z.enum(["awake", "snoozed"]).optional(),
  /** `none`: only tasks without a due date. */
  due: z.enum(["none"]).optional(),
  /** Only tasks that are due then or later. */
  dueFrom: instant("Send the earliest due date as an ISO 8601 date and time.").optional(),
  /** Only tasks that are due earlier than this. */
  dueBefore: instant("Send the end of the due dates as an ISO 8601 date and time.").optional(),
  /** Words that must occur in title or description. */
  q: SearchWords.optional(),
});
export type TaskFilter = z.infer<typeof TaskFilter>;

/** Something related to a task or a message. */
export const TaskContextItem = z.object({
  id: z.string(),
  type: z.enum(["message", "task", "meeting"]),
  title: z.string(),
  summary: z.string(),
  /** Why it is here, in a few words for people. */
  why: z.string(),
  createdAt: z.iso.datetime(),
});
export type TaskContextItem = z.infer<typeof TaskContextItem>;

/** What the server says of a task that isn't there for the reader; of a deleted one, it says who deleted it. */
export const taskNotFound = "Task not found.";

const teamParams = z.object({ teamId: z.uuid() });
const taskParams = z.object({ id: z.uuid() });

/** What a list of tasks can be sorted by; ties are in the order of `due`. */
export const taskSorts = ["due", "title", "quadrant", "assignee", "status", "created"] as const;
export type TaskSort = (typeof taskSorts)[number];

/** A sort in ascending order, or after a minus sign in descending order. Tasks without a value come last. */
export type TaskOrder = TaskSort | `-${TaskSort}`;
export const taskOrders = taskSorts.flatMap<TaskOrder>((sort) => [sort, `-${sort}`]);

/** A part of a list of tasks, and its order. */
export type TaskPage = PageAfter & { sort?: TaskOrder | undefined };

export const listTasks = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/tasks",
  summary: "A page of a team's tasks, by due date, then creation, unless `sort` says otherwise.",
  params: teamParams,
  query: TaskFilter.extend({ sort: z.enum(taskOrders).optional(), ...movingPage(pageSizes.tasks) }),
  response: z.array(Task),
});

/** Tasks per quadrant. */
export const TaskCounts = z.object({
  do_first: z.number().int(),
  schedule: z.number().int(),
  delegate: z.number().int(),
  delete_defer: z.number().int(),
});
export type TaskCounts = z.infer<typeof TaskCounts>;

export const countTasks = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/tasks/counts",
  summary: "The number of tasks in each quadrant, under a filter.",
  params: teamParams,
  query: TaskFilter.omit({ quadrant: true }),
  response: TaskCounts,
});

export const createTask = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/tasks",
  summary: "Add a task, also to an area. One undo takes back both.",
  params: teamParams,
  body: NewTaskOfArea,
  response: Task,
  repeatable: true,
});

/** The most tasks that one step adds. */
export const mostNewTasks = 10_000;

export const createTasks = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/tasks/many",
  summary: "Add several tasks in one step, each also to an area. One undo takes back all of it.",
  params: teamParams,
  body: z.strictObject({
    tasks: z
      .array(NewTaskOfArea)
      .min(1, "Send at least one task.")
      .max(mostNewTasks, "Send at most 10,000 tasks at once."),
  }),
  response: z.object({ created: z.number().int() }),
  repeatable: true,
});

/** The most tasks that one step changes or deletes. */
export const mostChangedTasks = 10_000;

/** Tasks to change at once: these, or everything that a filter matches. */
export const TaskTarget = z.union([
  z.strictObject({
    ids: z
      .array(z.uuid())
      .min(1, "Send at least one task.")
      .max(mostChangedTasks, "Send at most 10,000 tasks at once."),
  }),
  z.strictObject({
    filter: TaskFilter,
    /** How many tasks the person was shown. If more match by now, nothing changes. */
    expected: z.number().int().min(1),
  }),
]);
export type TaskTarget = z.infer<typeof TaskTarget>;

/** What many tasks can be given at once. */
export const CommonChange = TaskFields.pick({
  status: true,
  priority: true,
  urgency: true,
  importance: true,
  assigneeId: true,
  dueDate: true,
  snoozedUntil: true,
}).partial();
export type CommonChange = z.infer<typeof CommonChange>;

/** What the caller saw of many tasks, by id. */
const seenOfMany = {
  /** The values that the caller saw; if one of these tasks has another one by now, nothing changes. */
  expected: z.record(z.string(), TaskPatch).optional(),
  /** True: tasks that aren't as `expected` stay as they are, and all others change. */
  skipChanged: z.boolean().optional(),
};
export type SeenOfMany = z.infer<z.ZodObject<typeof seenOfMany>>;

export const changeTasks = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/tasks/change",
  summary:
    "Give many tasks the same fields: the given ones, or all that a filter matches. One undo reverts it. The " +
    "header journal-entry has the id of the change. With `expected`, 409 if a task has another value by now.",
  params: teamParams,
  body: z.strictObject({ target: TaskTarget, change: CommonChange, ...seenOfMany }),
  response: z.object({ changed: z.number().int() }),
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export const deleteTasks = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/tasks/delete",
  summary:
    "Delete many tasks: the given ones, or all that a filter matches. One undo restores them for 30 days. The " +
    "header journal-entry has the id of the change. With `expected`, 409 if a task has another value by now.",
  params: teamParams,
  body: z.strictObject({ target: TaskTarget, ...seenOfMany }),
  response: z.object({ changed: z.number().int() }),
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export const nowTask = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/tasks/now",
  summary: "The one task to do now, of those that are yours or nobody's, and how many of them are overdue.",
  params: teamParams,
  response: z.object({ task: Task.nullable(), overdue: z.number().int() }),
});

export const replanTasks = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/tasks/replan",
  summary: "Give all overdue tasks that are yours or nobody's a new due date. One undo reverts it.",
  params: teamParams,
  body: z.strictObject({ dueDate: instant("Send the due date as an ISO 8601 date and time.") }),
  response: z.object({ changed: z.number().int() }),
});

export const getTask = endpoint({
  method: "GET",
  path: "/api/tasks/:id",
  summary: "One task.",
  params: taskParams,
  response: Task,
});

/** The header of a response that names when the next task is due that a resolved one has added (ISO 8601). */
export const nextDueHeader = "next-due";

export const updateTask = endpoint({
  method: "PATCH",
  path: "/api/tasks/:id",
  summary:
    "Change some fields of a task; a drop on a quadrant sends only urgency and importance. The header " +
    "journal-entry has the id of the change, for undo; if resolving the task adds the next one, next-due has its due " +
    "date. With `expected`, 409 if a field has another value by now; steps are merged with those of others instead.",
  params: taskParams,
  body: TaskPatch.extend({
    /** The values that the caller saw; if a field but the steps has another one by now, nothing changes. */
    expected: TaskPatch.optional(),
  }),
  response: Task,
  repeatable: true,
  errors: ["changed_since"],
});

export const skipTask = endpoint({
  method: "POST",
  path: "/api/tasks/:id/skip",
  summary:
    "Skip this time of a task that repeats: it is due at the next one. The header journal-entry has the id of the " +
    "change, for undo. With `expected`, 409 if a field has another value by now.",
  params: taskParams,
  body: z
    .strictObject({
      /** The values that the caller saw; if a field has another one by now, nothing is skipped. */
      expected: TaskPatch.optional(),
    })
    .nullish(),
  response: Task,
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export const deleteTask = endpoint({
  method: "DELETE",
  path: "/api/tasks/:id",
  summary:
    "Delete a task. Undo restores it for 30 days. The header journal-entry has the id of the change, for undo. " +
    "With `expected`, 409 if a field has another value by now.",
  params: taskParams,
  body: z
    .strictObject({
      /** The values that the caller saw; if a field has another one by now, the task stays. */
      expected: TaskPatch.optional(),
    })
    // A DELETE without a body has null.
    .nullish(),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
  errors: ["changed_since"],
});

export const taskContext = endpoint({
  method: "GET",
  path: "/api/tasks/:id/context",
  summary: "The context of a task, closest first.",
  params: taskParams,
  response: z.array(TaskContextItem),
});
