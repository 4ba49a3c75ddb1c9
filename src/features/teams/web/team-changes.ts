import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { createTeam, removeMember, renameTeam, switchTeam, type Team } from "../contract";
import { teamKeys } from "./team-queries";
import { teamTexts } from "./texts";

/** Renames a team, on screen at once. */
export function useRenameTeam(teamId: string) {
  return useOptimisticChange<Team[], string>({
    queryKey: teamKeys.all,
    send: (name) => call(renameTeam, { params: { teamId }, body: { name } }),
    change: (teams, name) => teams.map((team) => (team.id === teamId ? { ...team, name } : team)),
    failed: teamTexts.failedToRename,
    succeeded: () => showToast({ title: teamTexts.renamed, tone: "success" }),
  });
}

/** Switches this session to another team; the workspace follows (see `team-in-use.ts`). */
export function useSwitchTeam() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (teamId: string) => call(switchTeam, { params: { teamId } }),
    onSuccess: (team) => use(queryClient, team),
    onError: (error) => showFailure(teamTexts.failedToSwitch, error),
  });
}

/** Creates a team and switches to it. */
export function useCreateTeam() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(createTeam, { body: { name } }),
    onSuccess: (team) => use(queryClient, team),
    onError: (error) => showFailure(teamTexts.failedToCreate, error),
  });
}

/** Leaves a team and switches to the next. */
export function useLeaveTeam(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { teamId, userId } }),
    onError: (error) => showFailure(teamTexts.failedToLeave, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamKeys.all }),
  });
}

/** Makes the team in the server's response the current one. */
async function use(queryClient: QueryClient, team: Team): Promise<void> {
  await queryClient.cancelQueries({ queryKey: teamKeys.all });
  queryClient.setQueryData<Team[]>(teamKeys.all, (teams = []) => {
    const others = teams.map((one) => ({ ...one, current: false }));
    const known = teams.some(({ id }) => id === team.id);
    return known ? others.map((one) => (one.id === team.id ? team : one)) : [...others, team];
  });
}
