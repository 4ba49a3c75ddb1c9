import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readRule, ruleInWords } from "../../../../shared/recurrence-rule";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import { skipTask, type Task } from "../../contract";
import { taskKeys } from "../task-cache";
import { repeatTexts } from "../texts";
import classes from "./repeat-note.module.css";

/** That a stored task repeats, with a button to skip its current time; nothing for others. */
export function RepeatNote({ task }: { task: Task }) {
  const rule = readRule(task.recurrence?.rule ?? "");
  const skip = useSkip(task);
  if (!rule) return null;
  return (
    <p className={classes.note}>
      <span>{repeatTexts.note(ruleInWords(rule))}</span>
      <Button variant="default" size="compact-sm" loading={skip.isPending} onClick={() => skip.mutate()}>
        {repeatTexts.skip}
      </Button>
    </p>
  );
}

function useSkip({ id, teamId }: Task) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationKey: ["change-task", teamId],
    mutationFn: () => call(skipTask, { params: { id } }),
    onSuccess: (answer) =>
      showToast({ title: repeatTexts.skipped, tone: "success", action: undoAction(answer) }),
    onError: (error) => showFailure(repeatTexts.failed, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
    },
  });
}
