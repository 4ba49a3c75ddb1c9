import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { showToast } from "../../../web/ui/feedback/toast";
import type { Team } from "../contract";
import { noticeOf } from "./team-notice";
import { teamInUse, useTeam, useTeams } from "./team-queries";

/**
 * The team in use, as {@link useTeam}; when it becomes another one, for whatever reason, nothing of the last one is
 * left in memory and a toast says so. Use it once, above the workspace.
 */
export function useTeamInUse() {
  const queryClient = useQueryClient();
  const { data: teams } = useTeams();
  const last = useRef<Team | null>(undefined);

  useEffect(() => {
    if (!teams) return;
    const before = last.current;
    const now = teamInUse(teams);
    last.current = now;
    if (before === undefined || before?.id === now?.id) return;
    // By now the screens of the last team are gone, so what they showed has nobody who looks at it.
    queryClient.removeQueries({ type: "inactive" });
    showToast(noticeOf(before, now, teams));
    keepFocus();
  }, [teams, queryClient]);

  return useTeam();
}

/** What had the focus went with the last team's screens; the keyboard goes on in the view. */
function keepFocus() {
  if (document.activeElement === document.body)
    document.getElementById("view")?.focus({ preventScroll: true });
}
