import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cutText } from "../../../../shared/cut-text";
import { callOrKeep, draftId, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import { useUndoAction } from "../../../journal/web/undo";
import { createTask, createTasks, type NewTaskOfArea, type Task } from "../../contract";
import { quadrantOf } from "../../quadrants";
import { applyTaskChange, taskKeys } from "../task-cache";
import { laterTexts, quadrantTexts } from "../texts";
import { addTexts } from "./add-texts";

interface WithNote {
  /** What else the toast says. */
  note?: string;
}

/** Adds a task, names its quadrant in a toast with Undo, and shows it on the board. */
export function useAddTask(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  const { data: user } = useUser();
  return useMutation({
    mutationFn: ({ note: _, ...task }: NewTaskOfArea & WithNote) => {
      const draft = draftOf(teamId, task);
      return callOrKeep(
        createTask,
        { params: { teamId }, body: task },
        { what: laterTexts.added(task.title), draftId: draft.id, answer: draft },
      );
    },
    // One after another, so that tasks typed quickly keep their order.
    scope: { id: `add-task ${teamId}` },
    onSuccess: async (task, { note }) => {
      if (isKept(task)) {
        queryClient.setQueryData(taskKeys.one(task.id), task);
        showKept(note);
      } else
        showToast({
          title: addTexts.done,
          description: textWithNote(
            `“${cutText(task.title, 60)}” is in ${quadrantTexts[quadrantOf(task)].name}.`,
            note,
          ),
          tone: "success",
          action: undoAction(task),
        });
      await queryClient.cancelQueries({ queryKey: taskKeys.team(teamId) });
      applyTaskChange(queryClient, teamId, { before: undefined, after: task }, user?.id);
    },
    onError: (error) => showFailure(addTexts.failed, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) }),
  });
}

/** What the screens show of a new task until the server has it. */
function draftOf(teamId: string, { areaId: _, ...task }: NewTaskOfArea): Task {
  const now = new Date().toISOString();
  return {
    ...{ description: null, status: "new", priority: "medium", urgency: "not_urgent" },
    ...{
      importance: "not_important",
      assigneeId: null,
      dueDate: null,
      steps: [],
      snoozedUntil: null,
      recurrence: null,
    },
    ...(task as Partial<Task>),
    ...{ id: draftId(), teamId, title: task.title, assignee: null, messageId: null, messageChannel: null },
    ...{ evidence: [], commentCount: 0, sample: false, createdAt: now, updatedAt: now },
  } as Task;
}

/** Adds several tasks in one step. */
export function useAddTasks(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationFn: ({ tasks }: { tasks: NewTaskOfArea[] } & WithNote) =>
      callOrKeep(
        createTasks,
        { params: { teamId }, body: { tasks } },
        // Nothing shows the tasks before the server has made them.
        { what: laterTexts.addedMany(tasks.length), answer: { created: tasks.length } },
      ),
    onSuccess: (answer, { note }) =>
      isKept(answer)
        ? showKept(note)
        : showToast({
            title: addTexts.doneMany,
            description: textWithNote(addTexts.added(answer.created), note),
            tone: "success",
            action: undoAction(answer),
          }),
    onError: (error) => showFailure(addTexts.failedMany, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) }),
  });
}

const textWithNote = (text: string, note: string | undefined): string => (note ? `${text} ${note}` : text);
