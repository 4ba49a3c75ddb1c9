import type { QueryClient } from "@tanstack/react-query";
import { isSnoozed } from "../../../shared/snooze-times";
import { changeAtOnce } from "../../../web/change-at-once";
import { type PagedList, withChangedRow, withoutRow, withRow } from "../../../web/paged-list";
import type { Task, TaskCounts, TaskOrder } from "../contract";
import { type Quadrant, quadrantOf } from "../quadrants";

/** What a board shows: whose tasks, from which channel (null: any), and whether resolved and snoozed ones too. */
export interface BoardFilter {
  assignee: "me" | "others" | "left" | null;
  channel: string | null;
  resolved: boolean;
  snoozed: boolean;
}

/** All open tasks, of any assignee and channel. */
export const noFilter: BoardFilter = { assignee: null, channel: null, resolved: false, snoozed: false };

/** Whether a filter leaves out the tasks of some people or channels. */
export function isNarrowed({ assignee, channel }: BoardFilter): boolean {
  return assignee !== null || channel !== null;
}

/** How many of a filter's four parts aren't as at first. */
export function filtersInUse({ assignee, channel, resolved, snoozed }: BoardFilter): number {
  return [assignee, channel, resolved, snoozed].filter(Boolean).length;
}

/** The filter with the tasks of all people and channels. */
export function widened(filter: BoardFilter): BoardFilter {
  return { ...filter, assignee: null, channel: null };
}

/** One quadrant of a board. */
export type PanelFilter = BoardFilter & { quadrant: Quadrant };

/** All quadrants of a board in one list. */
export type TableFilter = BoardFilter & { order: TaskOrder };

/** The tasks of a board that are due from one time until before another (ISO 8601 in UTC). */
export type CalendarFilter = BoardFilter & { from: string; before: string };

/** Cache keys for tasks; live events address them by prefix. */
export const taskKeys = {
  team: (teamId: string) => ["team", teamId, "tasks"],
  lists: (teamId: string) => ["team", teamId, "tasks", "list"],
  list: (teamId: string, filter: PanelFilter) => ["team", teamId, "tasks", "list", filter],
  tables: (teamId: string) => ["team", teamId, "tasks", "table"],
  table: (teamId: string, filter: TableFilter) => ["team", teamId, "tasks", "table", filter],
  calendars: (teamId: string) => ["team", teamId, "tasks", "calendar"],
  calendar: (teamId: string, filter: CalendarFilter) => ["team", teamId, "tasks", "calendar", filter],
  /** The number of a board's tasks without a due date. */
  undated: (teamId: string, filter: BoardFilter) => ["team", teamId, "tasks", "undated", filter],
  allCounts: (teamId: string) => ["team", teamId, "tasks", "counts"],
  counts: (teamId: string, filter: BoardFilter) => ["team", teamId, "tasks", "counts", filter],
  one: (id: string) => ["task", id],
  comments: (id: string) => ["task", id, "comments"],
  context: (id: string) => ["task", id, "context"],
};

/** A task before and after a change; undefined before it is created and after it is deleted. */
export interface TaskChange {
  before: Task | undefined;
  after: Task | undefined;
}

/** The same change reversed. */
export function inverse({ before, after }: TaskChange): TaskChange {
  return { before: after, after: before };
}

/** The order of the server's list: by due date (none last), then creation, then id. */
export function byDueDate(a: Task, b: Task): number {
  if (a.dueDate !== b.dueDate) {
    if (a.dueDate === null) return 1;
    if (b.dueDate === null) return -1;
    return a.dueDate < b.dueDate ? -1 : 1;
  }
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Whether a board shows a task. `me` is the signed-in user's id. */
export function onBoard(filter: BoardFilter, task: Task, me: string | undefined): boolean {
  if (!filter.resolved && task.status === "resolved") return false;
  if (!filter.snoozed && isSnoozed(task)) return false;
  if (filter.channel !== null && task.messageChannel !== filter.channel) return false;
  if (filter.assignee === "left") return task.assignee?.left === true;
  return filter.assignee === null || (filter.assignee === "me") === (task.assigneeId === me);
}

/** Whether a loaded task of a team is assigned to somebody who has left it. */
export const anyLeft = (queryClient: QueryClient, teamId: string): boolean =>
  queryClient
    .getQueriesData<Partial<PagedList<Task>>>({ queryKey: taskKeys.team(teamId) })
    .some(([, list]) =>
      list?.pages?.some(({ rows }) =>
        rows.some(({ assignee, status }) => assignee?.left && status !== "resolved"),
      ),
    );

/**
 * Updates every cached board before the server answers: a task leaves some lists, joins others in order, and
 * the counts change. Untouched lists keep their identity.
 */
export function applyTaskChange(
  queryClient: QueryClient,
  teamId: string,
  change: TaskChange,
  me: string | undefined,
): void {
  const apply = <Data, Filter>(
    queryKey: string[],
    changed: (data: Data, filter: Filter, change: TaskChange, me: string | undefined) => Data,
  ) => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey }))
      queryClient.setQueryData<Data>(
        query.queryKey,
        (data) => data && changed(data, query.queryKey[4] as Filter, change, me),
      );
  };
  changeAtOnce(() => {
    apply(taskKeys.lists(teamId), inPanel);
    apply(taskKeys.tables(teamId), inTable);
    apply(taskKeys.calendars(teamId), inCalendar);
    apply(taskKeys.allCounts(teamId), counted);
    const { before, after } = change;
    if (before && after) queryClient.setQueryData<Task>(taskKeys.one(after.id), (task) => task && after);
  });
}

/** A quadrant's list with a task where it belongs after a change, or without it. */
export function inPanel(
  list: PagedList<Task>,
  filter: PanelFilter,
  { before, after }: TaskChange,
  me: string | undefined,
) {
  const stays = after && quadrantOf(after) === filter.quadrant && onBoard(filter, after, me);
  if (stays) return withRow(list, after, byDueDate);
  return before ? withoutRow(list, before.id) : list;
}

function inCalendar(
  list: PagedList<Task>,
  filter: CalendarFilter,
  { before, after }: TaskChange,
  me: string | undefined,
) {
  const due = after?.dueDate;
  if (after && due && due >= filter.from && due < filter.before && onBoard(filter, after, me))
    return withRow(list, after, byDueDate);
  return before ? withoutRow(list, before.id) : list;
}

/** A row keeps its position until the list reloads: the server knows the order of names. */
function inTable(
  list: PagedList<Task>,
  filter: TableFilter,
  { before, after }: TaskChange,
  me: string | undefined,
) {
  if (after && onBoard(filter, after, me)) return withChangedRow(list, after);
  return before ? withoutRow(list, before.id) : list;
}

function counted(
  counts: TaskCounts,
  filter: BoardFilter,
  { before, after }: TaskChange,
  me: string | undefined,
) {
  const next = { ...counts };
  if (before && onBoard(filter, before, me)) next[quadrantOf(before)] -= 1;
  if (after && onBoard(filter, after, me)) next[quadrantOf(after)] += 1;
  return next;
}
