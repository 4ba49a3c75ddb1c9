import {
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { cutText } from "../../../shared/cut-text";
import { pageSizes } from "../../../shared/paging";
import { call, urlOf } from "../../../web/api";
import { showAtOnce } from "../../../web/change-at-once";
import type { RowListMeta } from "../../../web/changed-rows";
import { areEventsComing, changesAnswered, reloadAfterChange } from "../../../web/live";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { kept } from "../../../web/offline/kept-reads";
import { showKept } from "../../../web/offline/show-kept";
import { keepRows, nextOffset, type Page, type PagedList, pageOf } from "../../../web/paged-list";
import { showFixedFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast, type ToastAction } from "../../../web/ui/feedback/toast";
import { useUnwatchedMutation } from "../../../web/unwatched-mutation";
import { useUndoAction } from "../../journal/web/undo";
import type { Task } from "../../tasks/contract";
import { type Quadrant, quadrantOf, quadrants } from "../../tasks/quadrants";
import { showSnoozed } from "../../tasks/web/task-queries";
import { requestForTask } from "../../tasks/web/task-requests";
import { laterTexts, snoozeTexts } from "../../tasks/web/texts";
import {
  createTaskFromMessage,
  getMessage,
  listMessages,
  type Message,
  messageContext,
  snoozeMessage,
  updateMessage,
} from "../contract";
import { taskTitleOf } from "../message-name";
import { applyMessageChange, type InboxFilter, messageKeys, narrowingOf } from "./message-cache";
import { takeMessages } from "./message-rows";
import { inboxTexts } from "./texts";

type MessagePageContext = QueryFunctionContext<QueryKey, PageStart>;

/** Where the next page begins: how many rows come before it, and the last of them. */
interface PageStart {
  offset: number;
  after?: string | undefined;
}

/**
 * The messages of a view in pages of 50; the next page exists only if the last one was full. Nothing is fetched
 * while the view shows groups instead.
 */
export function useMessagePages(teamId: string, filter: InboxFilter) {
  const { view, channel, sort } = filter;
  const narrowing = narrowingOf(filter);
  const load = kept(async ({ pageParam, signal, client }: MessagePageContext): Promise<Page<Message>> => {
    // Rows that have left the screen but not yet the server's list would come back with the next page.
    if (pageParam.offset > 0) await changesAnswered(client);
    const { offset, after } = pageParam;
    const query = {
      view,
      ...(channel && { channel }),
      ...narrowing,
      ...(sort && { sort }),
      limit: pageSizes.messages,
      offset,
      ...(after && { after }),
    };
    return pageOf(await call(listMessages, { params: { teamId }, query, signal }), pageSizes.messages);
  });
  const queryClient = useQueryClient();
  const queryKey = messageKeys.list(teamId, { view, channel, ...narrowing, ...(sort && { sort }) });
  const meta: RowListMeta = { takeRows: (ids) => takeMessages(queryClient, queryKey, ids) };
  return useInfiniteQuery({
    queryKey,
    queryFn: load,
    meta,
    enabled: filter.group === undefined,
    initialPageParam: { offset: 0 } as PageStart,
    structuralSharing: (before, list) =>
      keepRows(before as PagedList<Message> | undefined, list as PagedList<Message>),
    getNextPageParam: (last, all): PageStart | undefined => {
      const offset = nextOffset(last, all);
      return offset === undefined ? undefined : { offset, after: last.rows.at(-1)?.id };
    },
  });
}

/** One complete message. */
export function useMessage(messageId: string) {
  return useQuery({
    queryKey: messageKeys.one(messageId),
    queryFn: kept(({ signal }) => call(getMessage, { params: { messageId }, signal })),
  });
}

/** The conversation around a message, oldest first, and the tasks created from it. */
export function useMessageContext(messageId: string) {
  return useQuery({
    queryKey: messageKeys.context(messageId),
    queryFn: kept(({ signal }) => call(messageContext, { params: { messageId }, signal })),
  });
}

/** Marks a message resolved: on screen at once, and back with a toast if the server refuses. */
export function useResolveMessage(teamId: string) {
  const undoOf = useUndoAction(teamId);
  return useStatusChange(teamId, {
    send: ({ message }: { message: Message }) => patchStatus(message, "resolved"),
    status: "resolved",
    failed: inboxTexts.failedToUpdate,
    succeeded: (answer) => showDone(inboxTexts.messageResolved, undoOf(answer)),
  });
}

/** Reopens a resolved message: on screen at once, and back with a toast if the server refuses. */
export function useReopenMessage(teamId: string) {
  const undoOf = useUndoAction(teamId);
  return useStatusChange(teamId, {
    send: ({ message }: { message: Message }) => patchStatus(message, "new"),
    status: "new",
    failed: inboxTexts.failedToUpdate,
    succeeded: (answer) => showDone(inboxTexts.messageReopened, undoOf(answer)),
  });
}

/** Snoozes a message, or ends its snooze (null): on screen at once, and back if the server refuses. */
export function useSnoozeMessage(teamId: string) {
  const undoOf = useUndoAction(teamId);
  return useMessageChange(teamId, {
    name: "snooze",
    send: ({ message, until }: { message: Message; until: string | null }) =>
      callOrKeep(
        snoozeMessage,
        { params: { messageId: message.id }, body: { until } },
        {
          what: laterTexts.snoozed(taskTitleOf(message), until !== null),
          subject: addressOf(message),
          expected: { until: message.snoozedUntil },
          answer: { ...message, snoozedUntil: until },
        },
      ),
    changed: ({ until }) => ({ snoozedUntil: until }),
    failed: snoozeTexts.failed,
    succeeded: (answer) => showSnoozed(answer.snoozedUntil, undoOf(answer), true),
  });
}

/** Opens the task created from a message, or says that it has been deleted. */
export function useOpenTaskOf(onOpenTask: (taskId: string) => void) {
  const { mutate } = useUnwatchedMutation({
    mutationKey: ["find-task"],
    mutationFn: (message: Message) => call(messageContext, { params: { messageId: message.id } }),
    onSuccess: ({ taskId }) => (taskId ? onOpenTask(taskId) : showToast({ title: inboxTexts.taskDeleted })),
    onError: (error) => showFixedFailure(inboxTexts.failedToOpenTask, error),
  });
  return mutate;
}

/**
 * Creates a task from a message, in the given quadrant or where its analysis puts it. The message counts as
 * processed at once; the toast offers to open the task.
 */
export function useCreateTaskFromMessage(teamId: string, onOpenTask: (taskId: string) => void) {
  const undoOf = useUndoAction(teamId);
  return useStatusChange(teamId, {
    send: ({ message, to }: { message: Message; to?: Quadrant }) =>
      callOrKeep(
        createTaskFromMessage,
        { params: { messageId: message.id }, body: { teamId, ...(to && quadrants[to]) } },
        // Nothing shows the task before the server has made it.
        { what: laterTexts.added(taskTitleOf(message)), answer: {} as Task },
      ),
    status: "processed",
    failed: inboxTexts.failedToCreate,
    succeeded: (task: Task, { message, to }) => {
      const open = { label: inboxTexts.openTask, run: () => onOpenTask(task.id) };
      // A message that was resolved may have its task from before.
      if (to && task.id && quadrantOf(task) !== to) return showDone(inboxTexts.hadTask, [open]);
      showDone({ title: inboxTexts.created, description: inboxTexts.createdDetail }, [
        ...undoOf(task),
        open,
        ...linkActions(task, message),
      ]);
    },
  });
}

/** Offers to link a task to the largest open deal of the sender of its message. */
function linkActions(task: Task, { contact }: Message): ToastAction[] {
  const deal = contact?.deals.find(({ link }) => link !== null);
  if (!deal?.link) return [];
  const { name, link } = deal;
  const label = inboxTexts.linkTo(cutText(name, 24));
  return [{ label, run: () => requestForTask({ kind: "deal", task, deal: link }) }];
}

/** Shows the toast of an action that succeeded, which also takes the place of an older error. */
export function showDone(words: { title: string; description: string }, action: ToastAction[]): void {
  showToast({ ...words, tone: "success", action });
}

const addressOf = ({ id }: Message): string => urlOf(getMessage.path, { messageId: id });

/** Changes a message's status, without a connection later, and then only over what the person saw. */
function patchStatus(message: Message, status: "resolved" | "new"): Promise<Message> {
  const what = inboxTexts[status === "resolved" ? "resolveLater" : "reopenLater"](taskTitleOf(message));
  return callOrKeep(
    updateMessage,
    { params: { messageId: message.id }, body: { status } },
    {
      ...{ what, subject: addressOf(message), expected: { status: message.status } },
      answer: { ...message, status },
    },
  );
}

interface MessageChange<Input, Answer extends object> {
  /** Tells it from other changes of the same message. */
  name: string;
  send: (input: Input) => Promise<Answer>;
  changed: (input: Input) => Partial<Message>;
  failed: string;
  succeeded?: (answer: Answer, input: Input) => void;
}

/** A change of a message: on screen at once, and back with a toast if the server refuses. */
function useMessageChange<Input extends { message: Message }, Answer extends object>(
  teamId: string,
  { name, send, changed, failed, succeeded }: MessageChange<Input, Answer>,
) {
  const queryClient = useQueryClient();
  const key = ["change-message", teamId];
  return useUnwatchedMutation({
    mutationKey: [...key, name],
    mutationFn: (input: Input) => inOrder(input.message.id, () => send(input)),
    // In the frame of the key, together with the selection that moves on: the list is drawn once.
    onCall: (input: Input) =>
      showAtOnce(queryClient, messageKeys.team(teamId), () =>
        applyMessageChange(queryClient, teamId, input.message, { ...input.message, ...changed(input) }),
      ),
    onSuccess: (answer, input) => (isKept(answer) ? showKept() : succeeded?.(answer, input)),
    onError: (error, input) => {
      applyMessageChange(queryClient, teamId, { ...input.message, ...changed(input) }, input.message);
      showFixedFailure(failed, error);
    },
    onSettled: (_answer, error) => {
      // Only the last of several changes reloads; an earlier one would undo the later ones on screen.
      if (queryClient.isMutating({ mutationKey: key }) <= 1) refresh(queryClient, teamId, error !== null);
    },
  });
}

interface StatusChange<Input, Answer extends object>
  extends Omit<MessageChange<Input, Answer>, "name" | "changed"> {
  /** The status that the change leads to. */
  status: Message["status"];
}

function useStatusChange<Input extends { message: Message }, Answer extends object>(
  teamId: string,
  { status, ...rest }: StatusChange<Input, Answer>,
) {
  const queryClient = useQueryClient();
  const change = { ...rest, name: status, changed: () => ({ status }) };
  const { mutate: send } = useMessageChange(teamId, change);
  /** Does nothing if the message's last change, still unanswered, is the same one, such as in a double tap. */
  const mutate = useCallback(
    (input: Input) => {
      const last = queryClient
        .getMutationCache()
        .findAll({ mutationKey: ["change-message", teamId], status: "pending" })
        .filter(({ state }) => (state.variables as Input | undefined)?.message.id === input.message.id)
        .at(-1);
      if (last?.options.mutationKey?.[2] !== status) send(input);
    },
    [queryClient, teamId, status, send],
  );
  return { mutate };
}

const underway = new Map<string, Promise<unknown>>();

/** Sends a change of a message after the answer to the one before, so that the server can't swap them. */
function inOrder<Answer>(messageId: string, send: () => Promise<Answer>): Promise<Answer> {
  const before = underway.get(messageId);
  const answer = before ? before.then(send, send) : send();
  underway.set(messageId, answer);
  const done = () => {
    if (underway.get(messageId) === answer) underway.delete(messageId);
  };
  answer.then(done, done);
  return answer;
}

function refresh(queryClient: QueryClient, teamId: string, refused: boolean) {
  if (!refused && areEventsComing()) return;
  for (const queryKey of [["team", teamId, "messages"], ["team", teamId, "tasks"], ["message"], ["task"]])
    void reloadAfterChange(queryClient, queryKey, refused);
}
