import { useEffect } from "react";
import { onTaskRequest } from "../../../tasks/web/task-requests";
import { useSetTaskDeal } from "./deal-queries";

/** Links tasks to deals where a screen asks for it. Use it once, in the shell. */
export function useDealRequests(teamId: string): void {
  const setDeal = useSetTaskDeal(teamId);
  useEffect(
    () =>
      onTaskRequest((request) => {
        if (request.kind === "deal") setDeal({ taskId: request.task.id, deal: request.deal, before: null });
      }),
    [setDeal],
  );
}
