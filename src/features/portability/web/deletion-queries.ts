import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { signOut } from "../../auth/web/sign-in";
import { deletedNotices } from "../../teams/web/team-notice";
import { teamKeys } from "../../teams/web/team-queries";
import {
  type DeletedTeam,
  deleteAccount,
  deleteTeam,
  listDeletedTeams,
  takeAccountBack,
  takeTeamBack,
} from "../contract";
import { rememberDeletion } from "./deletion-note";
import { portabilityTexts } from "./texts";

const deletedKey = ["deleted-teams"];

/** A day in words. */
export const dayWords = (at: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(new Date(at));

/** The deleted teams that the person can still take back. */
export function useDeletedTeams() {
  return useQuery({
    queryKey: deletedKey,
    queryFn: ({ signal }) => call(listDeletedTeams, { signal }),
    refetchOnMount: "always",
  });
}

/** Deletes the team; the workspace goes on in the person's next one. */
export function useDeleteTeam(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(deleteTeam, { params: { teamId }, body: { name } }),
    // Before the answer, because the live event may be here first.
    onMutate: (name) => deletedNotices.set(teamId, `You deleted ${name}.`),
    onSuccess: async (deleted) => {
      queryClient.setQueryData<DeletedTeam[]>(deletedKey, (others = []) => [...others, deleted]);
      await queryClient.invalidateQueries({ queryKey: teamKeys.all });
    },
    onError: (error) => {
      deletedNotices.delete(teamId);
      if (!needsFreshSignIn(error)) showFailure(portabilityTexts.failedToDeleteTeam, error);
    },
  });
}

/** Takes the deletion of a team back. */
export function useTakeTeamBack() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: DeletedTeam) => call(takeTeamBack, { params: { teamId: id } }),
    onSuccess: async (_done, { id, name }) => {
      deletedNotices.delete(id);
      queryClient.setQueryData<DeletedTeam[]>(deletedKey, (teams = []) =>
        teams.filter((team) => team.id !== id),
      );
      showToast({ title: `${name} is back`, tone: "success" });
      await queryClient.invalidateQueries({ queryKey: teamKeys.all });
    },
    onError: (error) => {
      showFailure(portabilityTexts.failedToTakeBack, error);
      return queryClient.invalidateQueries({ queryKey: deletedKey });
    },
  });
}

/** Deletes the account and signs out. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (email: string) => call(deleteAccount, { body: { email } }),
    onSuccess: ({ deletesAt }) => {
      rememberDeletion(deletesAt);
      return signOut();
    },
    onError: (error) => {
      if (!needsFreshSignIn(error)) showFailure(portabilityTexts.failedToDeleteAccount, error);
    },
  });
}

/** Takes the deletion of the account back, and opens the workspace. */
export function useTakeAccountBack() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(takeAccountBack, {}),
    onSuccess: async () => {
      // The teams come first: that they are back has a toast of its own, which would replace the one below.
      await queryClient.invalidateQueries({ queryKey: teamKeys.all });
      // Then the person, with whom the workspace takes this screen's place.
      await queryClient.invalidateQueries();
      showToast({ title: portabilityTexts.accountKept, tone: "success" });
    },
    onError: (error) => showFailure(portabilityTexts.failedToTakeBack, error),
  });
}
