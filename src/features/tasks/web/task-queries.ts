import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { pageSizes } from "../../../shared/paging";
import { exactTimeOf } from "../../../shared/snooze-times";
import { call, headerOf, urlOf } from "../../../web/api";
import { showAtOnce } from "../../../web/change-at-once";
import { changesAnswered } from "../../../web/live";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { kept } from "../../../web/offline/kept-reads";
import { showKept } from "../../../web/offline/show-kept";
import { keepRows, nextOffset, type PagedList, pageOf } from "../../../web/paged-list";
import { showFixedFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast, type ToastAction } from "../../../web/ui/feedback/toast";
import { useUnwatchedMutation } from "../../../web/unwatched-mutation";
import { useUser } from "../../auth/web/auth-queries";
import { journalEntryHeader } from "../../journal/contract";
import { undoTexts } from "../../journal/web/texts";
import { useUndo, useUndoAction } from "../../journal/web/undo";
import {
  countTasks,
  deleteTask,
  getTask,
  listTasks,
  nextDueHeader,
  type Task,
  type TaskFilter,
  type TaskOrder,
  type TaskPatch,
  taskContext,
  updateTask,
} from "../contract";
import { type Quadrant, quadrants } from "../quadrants";
import {
  applyTaskChange,
  type BoardFilter,
  inverse,
  type PanelFilter,
  type TableFilter,
  type TaskChange,
  taskKeys,
} from "./task-cache";
import { laterTexts, quadrantTexts, snoozeTexts, taskTexts } from "./texts";

/** The tasks of one quadrant, page by page. */
export function useTaskPages(teamId: string, filter: PanelFilter) {
  return useInfiniteQuery(tasksOfPanel(teamId, filter));
}

/** How to load the tasks of one quadrant. */
export function tasksOfPanel(teamId: string, filter: PanelFilter) {
  const { quadrant } = filter;
  return {
    queryKey: taskKeys.list(teamId, filter),
    ...taskPages(teamId, { ...queryOf(filter), quadrant }),
  };
}

/** The tasks of a board in one list, page by page. */
export function useTaskTable(teamId: string, filter: TableFilter) {
  return useInfiniteQuery({
    queryKey: taskKeys.table(teamId, filter),
    ...taskPages(teamId, { ...queryOf(filter), sort: filter.order }),
    // Another order shows the same tasks.
    placeholderData: keepPreviousData,
  });
}

interface PageContext {
  queryKey: QueryKey;
  pageParam: number;
  signal: AbortSignal;
  client: QueryClient;
}

/** How to load a list of tasks in pages of 100; the next page exists only if the last one was full. */
export function taskPages(teamId: string, filter: TaskFilter & { sort?: TaskOrder }) {
  return {
    queryFn: kept(async ({ pageParam, signal, client }: PageContext) => {
      // Rows that have left the screen but not yet the server's list would come back with the next page.
      if (pageParam > 0) await changesAnswered(client);
      const query = { ...filter, limit: pageSizes.tasks, offset: pageParam };
      return pageOf(await call(listTasks, { params: { teamId }, query, signal }), pageSizes.tasks);
    }),
    initialPageParam: 0,
    // What leaves a list moves all tasks below it, whose cards stay as they are.
    structuralSharing: (before: unknown, list: unknown) =>
      keepRows(before as PagedList<Task> | undefined, list as PagedList<Task>),
    getNextPageParam: nextOffset<Task>,
  };
}

/** The number of tasks in each quadrant of a board. */
export function useTaskCounts(teamId: string, filter: BoardFilter, enabled = true) {
  return useQuery({ enabled, ...taskCounts(teamId, filter) });
}

/** How to load the number of tasks in each quadrant of a board. */
export function taskCounts(teamId: string, filter: BoardFilter) {
  return {
    queryKey: taskKeys.counts(teamId, filter),
    queryFn: kept(({ signal }: Pick<PageContext, "queryKey" | "signal">) =>
      call(countTasks, { params: { teamId }, query: queryOf(filter), signal }),
    ),
  };
}

/** A board's filter as the server takes it. */
export function queryOf({ assignee, channel, resolved, snoozed }: BoardFilter) {
  return {
    ...(assignee && { assignee }),
    ...(channel && { channel }),
    ...(!resolved && { status: "open" as const }),
    ...(!snoozed && { snooze: "awake" as const }),
  };
}

/** One task. */
export function useTask(id: string) {
  return useQuery({
    queryKey: taskKeys.one(id),
    queryFn: kept(({ signal }) => call(getTask, { params: { id }, signal })),
  });
}

/** The context of a task, closest first. */
export function useTaskContext(id: string, { enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: taskKeys.context(id),
    queryFn: kept(({ signal }) => call(taskContext, { params: { id }, signal })),
  });
}

/** Moves a task to another quadrant: on screen at once, and back with a toast if the server refuses. */
export function useMoveTask(teamId: string) {
  return useTaskChange<{ task: Task; to: Quadrant }>(teamId, {
    send: ({ task, to }) =>
      patchTask(task, quadrants[to], laterTexts.moved(task.title, quadrantTexts[to].name)),
    change: ({ task, to }) => ({ before: task, after: { ...task, ...quadrants[to] } }),
    failed: taskTexts.failedToUpdate,
  });
}

/**
 * Resolves a task, or reopens a resolved one: on screen at once, and back with a toast if the server refuses.
 * The toast offers to undo it.
 */
export function useCheckTask(teamId: string) {
  const undoChange = useUndoChange(teamId);
  const statusAfter = ({ status }: Task) =>
    status === "resolved" ? ("new" as const) : ("resolved" as const);
  return useTaskChange<Task>(teamId, {
    send: (task) => {
      const status = statusAfter(task);
      return patchTask(task, { status }, laterTexts.checked(task.title, status === "resolved"));
    },
    change: (task) => ({ before: task, after: { ...task, status: statusAfter(task) } }),
    failed: taskTexts.failedToUpdate,
    succeeded: (answer) => showUpdated(answer, () => undoChange(answer)),
  });
}

/** Assigns a task to somebody, or to nobody: on screen at once. The toast offers to undo it. */
export function useAssignTask(teamId: string) {
  const undoChange = useUndoChange(teamId);
  return useTaskChange<{ task: Task; assignee: Task["assignee"] }>(teamId, {
    send: ({ task, assignee }) =>
      patchTask(task, { assigneeId: assignee?.id ?? null }, laterTexts.assigned(task.title)),
    change: ({ task, assignee }) => ({
      before: task,
      after: { ...task, assignee, assigneeId: assignee?.id ?? null },
    }),
    failed: taskTexts.failedToUpdate,
    succeeded: (answer) => showUpdated(answer, () => undoChange(answer)),
  });
}

/** Gives a task another due date, or none: on screen at once. The toast offers to undo it. */
export function useSetDueDate(teamId: string) {
  const undoChange = useUndoChange(teamId);
  return useTaskChange<{ task: Task; dueDate: string | null }>(teamId, {
    send: ({ task, dueDate }) => patchTask(task, { dueDate }, laterTexts.due(task.title)),
    change: ({ task, dueDate }) => ({ before: task, after: { ...task, dueDate } }),
    failed: taskTexts.failedToUpdate,
    succeeded: (answer) => showUpdated(answer, () => undoChange(answer)),
  });
}

/** Snoozes a task, or ends its snooze: on screen at once. The toast says until when, and offers to undo it. */
export function useSnoozeTask(teamId: string) {
  const undoAction = useUndoAction(teamId);
  return useTaskChange<{ task: Task; until: string | null }>(teamId, {
    send: ({ task, until }) =>
      patchTask(task, { snoozedUntil: until }, laterTexts.snoozed(task.title, until !== null)),
    change: ({ task, until }) => ({ before: task, after: { ...task, snoozedUntil: until } }),
    failed: snoozeTexts.failed,
    succeeded(answer) {
      const { snoozedUntil, messageId } = answer as Task;
      showSnoozed(snoozedUntil, undoAction(answer), messageId !== null);
    },
  });
}

/**
 * The toast after a snooze, or after the end of one (null).
 *
 * @param answerable - whether a reply ends it.
 */
export function showSnoozed(until: string | null, action: ToastAction[], answerable: boolean): void {
  if (until === null) showToast({ title: snoozeTexts.woken, tone: "success", action });
  else
    showToast({
      title: snoozeTexts.done,
      description: snoozeTexts.doneDetail(exactTimeOf(until), answerable),
      tone: "success",
      action,
    });
}

/** Says when the next task is due, if the change has added one. */
function showUpdated(answer: object, undo?: () => void) {
  const nextDue = headerOf(answer, nextDueHeader);
  showToast({
    title: taskTexts.updated,
    description: nextDue ? taskTexts.nextDue(exactTimeOf(nextDue)) : taskTexts.updatedDetail,
    tone: "success",
    action: undo ? { label: "Undo", run: undo } : [],
  });
}

/** Deletes a task; the toast offers to undo it. */
export function useDeleteTask(teamId: string) {
  const undoChange = useUndoChange(teamId);
  return useTaskChange<Task>(teamId, {
    send: (task) =>
      callOrKeep(
        deleteTask,
        { params: { id: task.id } },
        {
          what: laterTexts.deleted(task.title),
          subject: addressOf(task),
          expected: seenOf(task, seenBeforeDelete),
          answer: { id: task.id },
        },
      ),
    change: (task) => ({ before: task, after: undefined }),
    failed: taskTexts.failedToDelete,
    succeeded: (answer) =>
      showToast({
        title: taskTexts.deleted,
        description: taskTexts.deletedDetail,
        tone: "success",
        action: { label: "Undo", run: () => undoChange(answer) },
      }),
  });
}

/** Undoes exactly the change that a call has answered with, even if others have followed while a toast was open. */
function useUndoChange(teamId: string) {
  const { mutate: undo } = useUndo(teamId);
  return (answer: object): void => {
    const id = headerOf(answer, journalEntryHeader);
    if (id) undo({ id });
    else showToast({ title: undoTexts.failed, description: taskTexts.notUndoable, tone: "error" });
  };
}

/** Saves edits. The board changes only after the server has stored them. */
export function useSaveTask(teamId: string) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  return useMutation({
    mutationFn: ({ task, patch }: { task: Task; patch: TaskPatch }) =>
      patchTask(task, patch, laterTexts.edited(task.title)),
    onSuccess: async (after, { task }) => {
      await queryClient.cancelQueries({ queryKey: taskKeys.team(teamId) });
      applyTaskChange(queryClient, teamId, { before: task, after }, user?.id);
      if (isKept(after)) showKept();
      else showUpdated(after);
    },
    onError: (error) => showFixedFailure(taskTexts.failedToUpdate, error),
    onSettled: () => refresh(queryClient, teamId),
  });
}

/** Changes a task, without a connection later, and then only over what the person saw. */
export function patchTask(task: Task, patch: TaskPatch, what: string): Promise<Task> {
  return callOrKeep(
    updateTask,
    // Steps are merged with those that somebody else adds meanwhile.
    { params: { id: task.id }, body: { ...patch, ...(patch.steps && { expected: { steps: task.steps } }) } },
    {
      what,
      subject: addressOf(task),
      expected: seenOf(task, Object.keys(patch) as (keyof TaskPatch)[]),
      answer: { ...task, ...(patch as Partial<Task>) },
    },
  );
}

/** Where one task can be read. */
export const addressOf = ({ id }: Task): string => urlOf(getTask.path, { id });

/** What somebody who changes these fields of a task saw in them. */
export const seenOf = (task: Task, fields: readonly (keyof TaskPatch)[]): TaskPatch =>
  Object.fromEntries(fields.map((name) => [name, task[name]]));

/** What counts as a newer change of a task that is deleted. A snooze ends by itself. */
export const seenBeforeDelete = [
  ...(["title", "description", "status", "urgency", "importance", "assigneeId"] as const),
  ...(["dueDate", "steps"] as const),
];

interface OptimisticChange<Input> {
  send: (input: Input) => Promise<object>;
  change: (input: Input) => TaskChange;
  failed: string;
  /** Receives the server's answer. */
  succeeded?: (answer: object) => void;
}

function useTaskChange<Input>(teamId: string, { send, change, failed, succeeded }: OptimisticChange<Input>) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const key = ["change-task", teamId];
  return useUnwatchedMutation({
    mutationKey: key,
    // One after another, because two requests at once may arrive in the other order.
    scope: { id: key.join() },
    mutationFn: send,
    // In the frame of the key, together with the selection that moves on: the board is drawn once.
    onCall: (input: Input) =>
      showAtOnce(queryClient, taskKeys.team(teamId), () =>
        applyTaskChange(queryClient, teamId, change(input), user?.id),
      ),
    onSuccess: (answer) => (isKept(answer) ? showKept() : succeeded?.(answer)),
    onError: (error, input) => {
      applyTaskChange(queryClient, teamId, inverse(change(input)), user?.id);
      showFixedFailure(failed, error);
    },
    onSettled: () => {
      // Only the last of several changes reloads; an earlier one would undo the later ones on screen.
      if (queryClient.isMutating({ mutationKey: key }) <= 1) refresh(queryClient, teamId);
    },
  });
}

function refresh(queryClient: QueryClient, teamId: string) {
  void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
  void queryClient.invalidateQueries({ queryKey: ["task"] });
}
