import { hashKey, type QueryClient } from "@tanstack/react-query";
import { urlOf } from "../../../web/api";
import { callOrKeep, draftId, isKept } from "../../../web/offline/change-queue";
import { followed } from "../../../web/offline/read-marks";
import type { Task } from "../../tasks/contract";
import { taskKeys } from "../../tasks/web/task-cache";
import { changeFocus, currentFocus, type FocusSession, startFocus } from "../contract";
import { focusKey, type NewFocus, pageTime, type ReceivedFocus, received } from "./received-focus";
import { focusLaterTexts } from "./texts";

/** Starts a session: on screen with the answer, or at once while it waits for a connection. */
export async function startFocusOrKeep(
  queryClient: QueryClient,
  teamId: string,
  { task, ...body }: NewFocus & { task?: Task },
): Promise<void> {
  const id = draftId();
  const at = new Date().toISOString();
  const known = task ?? queryClient.getQueryData<Task>(taskKeys.one(body.taskId));
  const answer = await callOrKeep(
    startFocus,
    { params: { teamId }, body: { id, ...body } },
    {
      ...later(teamId, sessionNow(queryClient, teamId), at),
      what: focusLaterTexts.start(known?.title),
      answer: { session: begun({ id, teamId, ...body }, at) },
    },
  );
  if (isKept(answer) && known) keepTask(queryClient, known);
  await show(queryClient, teamId, answer);
}

/** Pauses, resumes or ends the session, in the same way. */
export async function changeFocusOrKeep(
  queryClient: QueryClient,
  teamId: string,
  to: "paused" | "running" | "ended",
): Promise<void> {
  const session = sessionNow(queryClient, teamId);
  const at = new Date().toISOString();
  const pausedAt = to === "paused" ? (session?.pausedAt ?? at) : null;
  const answer = await callOrKeep(
    changeFocus,
    { params: { teamId }, body: { to } },
    {
      ...later(teamId, session, at),
      what: focusLaterTexts[to],
      answer: { session: to === "ended" ? null : session && { ...session, pausedAt, since: at } },
    },
  );
  await show(queryClient, teamId, answer);
}

/** What is being fetched may be from before the change, and would bring the session back as it was. */
async function show(
  queryClient: QueryClient,
  teamId: string,
  answer: { session: FocusSession | null },
): Promise<void> {
  const queryKey = focusKey(teamId);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<ReceivedFocus>(queryKey, received(answer));
}

/** The session on screen, with its time until now. */
function sessionNow(queryClient: QueryClient, teamId: string): FocusSession | null {
  const { session, receivedAt } =
    queryClient.getQueryData<ReceivedFocus>(focusKey(teamId)) ?? received({ session: null });
  if (!session || session.pausedAt) return session;
  return { ...session, elapsedMs: Math.round(session.elapsedMs + Math.max(0, pageTime() - receivedAt)) };
}

/** What is needed to change a session later, as if it had been changed now. */
const later = (teamId: string, session: FocusSession | null, at: string) => ({
  subject: urlOf(currentFocus.path, { teamId }),
  expected: { session },
  late: { at },
});

/** A session as the server starts it. */
function begun(
  { id, teamId, taskId, mode, ...minutes }: NewFocus & { id: string; teamId: string },
  at: string,
): FocusSession {
  const { workMinutes = 25, restMinutes = 5 } = mode === "custom" ? minutes : {};
  const isFlow = mode === "flow";
  return {
    ...{ id, teamId, taskId, mode },
    workMinutes: isFlow ? null : workMinutes,
    restMinutes: isFlow ? null : restMinutes,
    startedAt: at,
    pausedAt: null,
    since: at,
    elapsedMs: 0,
  };
}

/** The session shows its task, which may never have been opened; a reload finds it, too. */
function keepTask(queryClient: QueryClient, task: Task): void {
  const key = taskKeys.one(task.id);
  if (queryClient.getQueryData(key)) return;
  followed.add(hashKey(key));
  queryClient.setQueryData(key, task);
}
