import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { cutText } from "../../../shared/cut-text";
import { pageSizes } from "../../../shared/paging";
import { call, urlOf } from "../../../web/api";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { kept } from "../../../web/offline/kept-reads";
import { showKept } from "../../../web/offline/show-kept";
import { onQueuedChanges, queuedChanges } from "../../../web/offline/waiting-changes";
import {
  nextOffset,
  type PagedList,
  pageOf,
  rowsOf,
  withChangedRow,
  withoutRow,
} from "../../../web/paged-list";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import {
  type cancelTranscription,
  createMeetingTasks,
  deleteMeeting,
  type finishRecording,
  getItem,
  getMeeting,
  type ItemPatch,
  listMeetings,
  listSegments,
  type Meeting,
  type MeetingItem,
  renameMeeting,
  updateItem,
} from "../contract";
import { meetingTexts } from "./texts";

/** Cache keys. Live events invalidate everything under `team` and under ["meeting"]. */
export const meetingKeys = {
  team: (teamId: string) => ["team", teamId, "meetings"],
  list: (teamId: string, q: string) => ["team", teamId, "meetings", "list", q],
  one: (id: string) => ["meeting", id],
  segments: (id: string) => ["meeting", id, "segments"],
};

/** The team's meetings in pages of 50, newest first; the next page exists only if the last one was full. */
export function useMeetingPages(teamId: string, q: string) {
  return useInfiniteQuery({
    queryKey: meetingKeys.list(teamId, q),
    queryFn: kept(async ({ pageParam, signal }) => {
      const query = { limit: pageSizes.meetings, offset: pageParam, ...(q && { q }) };
      return pageOf(await call(listMeetings, { params: { teamId }, query, signal }), pageSizes.meetings);
    }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    // A new function for each render, because what waits changes without the list.
    select: (list) => withoutDeleted(list as PagedList<Meeting>),
  });
}

/** A list without the meetings whose deletion waits for a connection. */
function withoutDeleted(list: PagedList<Meeting>): PagedList<Meeting> {
  const paths = queuedChanges().flatMap(({ method, path }) => (method === "DELETE" ? path : []));
  const isDeleted = ({ id }: Meeting) => paths.includes(urlOf(deleteMeeting.path, { id }));
  return paths.length === 0
    ? list
    : rowsOf(list)
        .filter(isDeleted)
        .reduce((left, { id }) => withoutRow(left, id), list);
}

/** One meeting with its whole transcript. */
export function useMeeting(id: string) {
  return useQuery({
    queryKey: meetingKeys.one(id),
    queryFn: kept(({ signal }) => call(getMeeting, { params: { id }, signal })),
  });
}

/** The transcript of a meeting, in order. */
export function useSegments(id: string) {
  return useQuery({
    queryKey: meetingKeys.segments(id),
    queryFn: kept(({ signal }) => call(listSegments, { params: { id }, signal })),
  });
}

/** Renames a meeting. */
export function useRenameMeeting(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ meeting, title }: { meeting: Meeting; title: string }) =>
      callOrKeep(
        renameMeeting,
        { params: { id: meeting.id }, body: { title } },
        {
          what: meetingTexts.renamedLater(meeting.title, title),
          subject: urlOf(getMeeting.path, { id: meeting.id }),
          expected: { title: meeting.title },
          answer: { ...meeting, title },
        },
      ),
    onSuccess: (meeting) => {
      queryClient.setQueryData<Meeting>(meetingKeys.one(meeting.id), meeting);
      if (!isKept(meeting)) return;
      queryClient.setQueriesData<PagedList<Meeting>>(
        { queryKey: [...meetingKeys.team(teamId), "list"] },
        (list) => list && withChangedRow(list, meeting),
      );
      showKept();
    },
    onError: (error) => showFailure(meetingTexts.failedToRename, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}

/** Deletes a meeting; the toast offers to undo it. */
export function useDeleteMeeting(teamId: string) {
  const queryClient = useQueryClient();
  const undo = useUndoAction(teamId);
  return useMutation({
    mutationFn: ({ id, title }: Pick<Meeting, "id" | "title">) =>
      callOrKeep(
        deleteMeeting,
        { params: { id } },
        {
          what: meetingTexts.deletedLater(title),
          subject: urlOf(getMeeting.path, { id }),
          expected: { title },
          answer: { id },
        },
      ),
    onSuccess: (answer, { title }) => {
      if (!isKept(answer))
        return showToast({ title: meetingTexts.deleted, description: `“${title}”`, action: undo(answer) });
      showKept();
    },
    onError: (error) => showFailure(meetingTexts.failedToDelete, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}

/** One after the other: the last word wins, and Create Tasks comes after the changes made before it. */
const inOrder = { id: "meeting items" };

/** The address of a proposed task. */
const addressOf = (meetingId: string, itemId: string) => urlOf(getItem.path, { id: meetingId, itemId });

/** Changes a proposed task: on screen at once, and back with a toast if the server refuses. It waits for a connection. */
export function useChangeItem(meetingId: string) {
  const queryClient = useQueryClient();
  const key = meetingKeys.one(meetingId);
  return useMutation({
    scope: inOrder,
    mutationFn: ({ item, patch }: { item: MeetingItem; patch: ItemPatch }) =>
      callOrKeep(
        updateItem,
        { params: { id: meetingId, itemId: item.id }, body: patch },
        {
          what: meetingTexts.itemChangedLater(patch.dropped, cutText(item.title, 60)),
          subject: addressOf(meetingId, item.id),
          expected: Object.fromEntries(
            Object.keys(patch).map((field) => [field, item[field as keyof ItemPatch]]),
          ),
          answer: { ...item },
        },
      ),
    onMutate: ({ item: { id: itemId }, patch }) => {
      queryClient.setQueryData<Meeting>(
        key,
        (meeting) =>
          meeting && {
            ...meeting,
            extractedTasks: meeting.extractedTasks.map((item) =>
              item.id === itemId ? ({ ...item, ...patch } as typeof item) : item,
            ),
          },
      );
    },
    onSuccess: (answer) => isKept(answer) && showKept(),
    onError: (error) => {
      showFailure(meetingTexts.failedToChangeItem, error);
      void queryClient.invalidateQueries({ queryKey: key, exact: true });
    },
  });
}

/** The proposed tasks of a meeting that become tasks once there is a connection. */
export function useWaitingItems(meetingId: string): string[] {
  const queued = useSyncExternalStore(onQueuedChanges, queuedChanges);
  const own = urlOf(createMeetingTasks.path, { id: meetingId });
  return queued.flatMap(({ path, state, body }) =>
    path === own && state === "waiting" ? (body.items as string[]) : [],
  );
}

/** Makes tasks of what was proposed and shown; the toast offers to undo it. It waits for a connection. */
export function useCreateTasks(teamId: string) {
  const queryClient = useQueryClient();
  const undo = useUndoAction(teamId);
  return useMutation({
    scope: inOrder,
    mutationFn: ({ meeting: { id, title }, items }: { meeting: Meeting; items: string[] }) =>
      callOrKeep(
        createMeetingTasks,
        { params: { id }, body: { teamId, items } },
        {
          what: meetingTexts.tasksLater(items.length, title),
          // After the changes of what they are made from.
          subject: items.map((itemId) => addressOf(id, itemId)),
          answer: [],
        },
      ),
    onSuccess: (made) => {
      if (isKept(made)) return showKept();
      showToast({
        title: meetingTexts.tasksCreated,
        description: meetingTexts.tasksCreatedDetail(made.length),
        tone: "success",
        action: undo(made),
      });
    },
    onError: (error) => showFailure(meetingTexts.failedToCreateTasks, error),
    onSettled: (_made, _error, { meeting: { id } }) => {
      for (const queryKey of [meetingKeys.team(teamId), meetingKeys.one(id), ["team", teamId, "tasks"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Finishes a recording, or stops a transcription. */
export function useMeetingStep(
  teamId: string,
  step: typeof finishRecording | typeof cancelTranscription,
  failure: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(step, { params: { id } }),
    onSuccess: (meeting) => queryClient.setQueryData<Meeting>(meetingKeys.one(meeting.id), meeting),
    onError: (error) => showFailure(failure, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}
