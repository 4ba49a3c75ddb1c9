import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { showToast } from "../../../web/ui/feedback/toast";
import { rememberTeam } from "../../auth/web/remembered-user";
import type { Team } from "../contract";
import { noticeOf } from "./team-notice";
import { teamInUse, useTeam, useTeams } from "./team-queries";

/**
 * The team in use, like {@link useTeam}. When it changes for any reason, the previous team's data is cleared
 * from memory and a toast says so. Use it once, above the workspace.
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
    if (now) rememberTeam(now.id);
    if (before === undefined || before?.id === now?.id) return;
    // The previous team's screens are unmounted by now, so nobody uses their data.
    queryClient.removeQueries({ type: "inactive" });
    showToast(noticeOf(before, now, teams));
    keepFocus();
  }, [teams, queryClient]);

  return useTeam();
}

/**
 * The focused element disappeared with the previous team's screens, so the keyboard continues in the view.
 */
function keepFocus() {
  if (document.activeElement === document.body)
    document.getElementById("view")?.focus({ preventScroll: true });
}
