import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { readRule, ruleInWords } from "../../../../shared/recurrence-rule";
import { urlOf } from "../../../../web/api";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { onQueuedChanges, queuedChanges } from "../../../../web/offline/waiting-changes";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import { skipTask, type Task } from "../../contract";
import { taskKeys } from "../task-cache";
import { addressOf, seenOf } from "../task-queries";
import classes from "./repeat-note.module.css";
import { repeatTexts } from "./texts";

/** That a stored task repeats, with a button to skip its current time; nothing for others. */
export function RepeatNote({ task }: { task: Task }) {
  const rule = readRule(task.recurrence?.rule ?? "");
  const skip = useSkip(task);
  const queued = useSyncExternalStore(onQueuedChanges, queuedChanges);
  if (!rule) return null;
  // Its next time is the server's to say, so until then the date stays, and there is nothing more to skip.
  const waits = queued.some(({ path }) => path === urlOf(skipTask.path, { id: task.id }));
  return (
    <p className={classes.note}>
      <span>{repeatTexts.note(ruleInWords(rule))}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={skip.isPending}
        disabled={waits}
        onClick={() => skip.mutate()}
      >
        {waits ? repeatTexts.skipWaits : repeatTexts.skip}
      </Button>
    </p>
  );
}

function useSkip(task: Task) {
  const { id, teamId, title } = task;
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationKey: ["change-task", teamId],
    mutationFn: () =>
      callOrKeep(
        skipTask,
        { params: { id } },
        {
          what: repeatTexts.skippedLater(title),
          subject: addressOf(task),
          expected: seenOf(task, ["dueDate", "status"]),
          answer: { ...task },
        },
      ),
    onSuccess: (answer) => {
      if (isKept(answer)) showKept();
      else showToast({ title: repeatTexts.skipped, tone: "success", action: undoAction(answer) });
    },
    onError: (error) => showFailure(repeatTexts.failed, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
    },
  });
}
