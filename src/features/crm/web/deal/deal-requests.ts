import { useEffect } from "react";
import { onDealRequest } from "../../../tasks/web/task-requests";
import { useSetTaskDeal } from "./deal-queries";

/** Links tasks to deals where a screen asks for it; shows nothing. Mounted once, in the shell. */
export function DealRequests({ teamId }: { teamId: string }): null {
  const setDeal = useSetTaskDeal(teamId);
  useEffect(() => onDealRequest(({ task, deal }) => setDeal({ task, deal, before: null })), [setDeal]);
  return null;
}
