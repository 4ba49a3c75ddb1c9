import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import { useUndoAction } from "../../../journal/web/undo";
import { useMembers } from "../../../teams/web/team-queries";
import {
  type CommonChange,
  changeTasks,
  deleteTasks,
  type Task,
  type TaskPatch,
  type TaskTarget,
} from "../../contract";
import { applyTaskChange, taskKeys } from "../task-cache";
import { addressOf, seenBeforeDelete, seenOf } from "../task-queries";
import { laterWords } from "./later-words";
import { listTexts } from "./list-texts";

/** The chosen tasks, as the server takes them, and those of them that are loaded. */
export interface ChosenTasks {
  target: TaskTarget;
  tasks: Task[];
}

/** Gives many tasks the same fields; the toast undoes it in one step. */
export function useChangeTasks(teamId: string) {
  const { data: members } = useMembers(teamId);
  return useManyTasks(teamId, {
    send: ({ target, tasks, change }: ChosenTasks & { change: CommonChange }) => {
      const input = { params: { teamId }, body: { target, change } };
      // What isn't loaded can't wait: nobody has seen it.
      if ("filter" in target) return call(changeTasks, input);
      return callOrKeep(changeTasks, input, {
        ...laterOf(tasks, Object.keys(change) as (keyof CommonChange)[]),
        what: laterWords(tasks.length, change),
      });
    },
    changed: (task, { change }) => {
      const { assigneeId } = change;
      const assignee = members?.find(({ user }) => user.id === assigneeId)?.user ?? null;
      return { ...task, ...(change as Partial<Task>), ...(assigneeId !== undefined && { assignee }) };
    },
    done: listTexts.changed,
    failed: listTexts.failedToChange,
  });
}

/** Deletes many tasks; the toast undoes it in one step. */
export function useDeleteTasks(teamId: string) {
  return useManyTasks(teamId, {
    send: ({ target, tasks }: ChosenTasks) => {
      const input = { params: { teamId }, body: { target } };
      if ("filter" in target) return call(deleteTasks, input);
      return callOrKeep(deleteTasks, input, {
        ...laterOf(tasks, seenBeforeDelete),
        what: laterWords(tasks.length),
      });
    },
    changed: () => undefined,
    done: listTexts.deleted,
    failed: listTexts.failedToDelete,
  });
}

/** What a later change of these fields needs: where the tasks can be read, and what the person saw of them. */
const laterOf = (tasks: Task[], fields: readonly (keyof TaskPatch)[]) => ({
  subject: tasks.map(addressOf),
  expected: Object.fromEntries(tasks.map((task) => [task.id, seenOf(task, fields)])),
  answer: { changed: tasks.length },
});

interface Step<Input> {
  send: (input: Input) => Promise<{ changed: number }>;
  /** A task as it is once the change is made, undefined if deleted; shown while it waits. */
  changed: (task: Task, input: Input) => Task | undefined;
  done: (count: number) => string;
  failed: string;
}

function useManyTasks<Input extends ChosenTasks>(
  teamId: string,
  { send, changed, done, failed }: Step<Input>,
) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const undoAction = useUndoAction(teamId);
  const showWaiting = (input: Input) => {
    for (const before of input.tasks) {
      const after = changed(before, input);
      applyTaskChange(queryClient, teamId, { before, after }, user?.id);
    }
    showKept();
  };
  return useMutation({
    mutationKey: ["change-task", teamId],
    scope: { id: ["change-task", teamId].join() },
    mutationFn: send,
    onSuccess: (answer, input) => {
      if (isKept(answer)) showWaiting(input);
      else if (answer.changed > 0)
        showToast({ title: done(answer.changed), tone: "success", action: undoAction(answer) });
      else showToast({ title: listTexts.unchanged, description: listTexts.unchangedDetail });
    },
    onError: (error, { target }) =>
      showFailure(error instanceof TypeError && "filter" in target ? listTexts.notLoaded : failed, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
      void queryClient.invalidateQueries({ queryKey: ["task"] });
    },
  });
}
