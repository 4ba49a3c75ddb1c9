import type { QueryClient } from "@tanstack/react-query";
import { phone } from "../../../web/ui/phone";
import { quadrantOrder } from "../quadrants";
import { noFilter } from "./task-cache";
import { taskCounts, tasksOfPanel } from "./task-queries";

/** The team whose board has been read ahead. */
let teamAhead: string | undefined;

/** Whether what a team's board shows first has been read ahead: nothing else is needed for its first frame. */
export const boardIsAhead = (teamId: string): boolean => teamId === teamAhead;

/**
 * Reads what the board shows first while person and team are still on their way, if the page has requested it
 * (src/app/first-calls.ts): the board is then drawn once, with its cards. Once per page.
 */
export function readBoardAhead(queryClient: QueryClient): void {
  const page = document.querySelector<HTMLMetaElement>("[name=first-calls]");
  const teamId = /"\/api\/teams\/([^/]+)\//.exec(page?.content ?? "")?.[1];
  if (!page || teamId === undefined) return;
  page.remove();
  teamAhead = teamId;
  const shown = matchMedia(phone).matches ? quadrantOrder.slice(0, 1) : quadrantOrder;
  for (const quadrant of shown)
    void queryClient.prefetchInfiniteQuery(tasksOfPanel(teamId, { ...noFilter, quadrant }));
  void queryClient.prefetchQuery(taskCounts(teamId, noFilter));
}
