import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { teamParameter } from "../../../shared/team-address";
import { showToast } from "../../../web/ui/feedback/toast";
import { useSwitchTeam } from "./team-changes";
import { teamInUse, useTeams } from "./team-queries";
import { teamTexts } from "./texts";

/** The team that an address names, such as that of a notification; null if it names none. */
export const teamOfSearch = (search: string): string | null => new URLSearchParams(search).get(teamParameter);

/**
 * Switches to the team that the address names, and takes it out of the address. What the address leads to stays closed
 * if the person isn't in that team, or if the switch fails.
 *
 * @returns true while it switches. Until the teams are known, their own loading or failure is shown.
 */
export function useTeamOfAddress(): boolean {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { data: teams } = useTeams();
  const { mutate: switchTo } = useSwitchTeam();
  const wanted = teamOfSearch(search);
  const isHere = teams !== undefined && wanted === teamInUse(teams)?.id;
  const isMember = teams === undefined ? undefined : teams.some(({ id }) => id === wanted);

  useEffect(() => {
    if (wanted === null || isMember === undefined) return;
    const query = new URLSearchParams(window.location.search);
    query.delete(teamParameter);
    const rest = query.size > 0 ? `?${query}` : "";
    const leave = () => navigate(`/${path.split("/")[1]}`, { replace: true });
    if (isHere) navigate(path + rest + window.location.hash, { replace: true });
    else if (isMember) switchTo(wanted, { onError: leave });
    else {
      showToast({ title: teamTexts.notTheirs, description: teamTexts.notTheirsAbout, tone: "error" });
      leave();
    }
  }, [wanted, isHere, isMember, path, navigate, switchTo]);
  return wanted !== null && isMember === true && !isHere;
}
