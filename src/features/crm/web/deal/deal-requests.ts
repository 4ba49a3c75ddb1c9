import { useEffect } from "react";
import { onTaskRequest } from "../../../tasks/web/task-requests";
import { useSetTaskDeal } from "./deal-queries";

/** Links tasks to deals where a screen asks for it; shows nothing. Mounted once, in the shell. */
export function DealRequests({ teamId }: { teamId: string }): null {
  const setDeal = useSetTaskDeal(teamId);
  useEffect(
    () =>
      onTaskRequest((request) => {
        if (request.kind === "deal") setDeal({ taskId: request.task.id, deal: request.deal, before: null });
      }),
    [setDeal],
  );
  return null;
}
