import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { personName } from "../../auth/web/person-name";
import {
  changeRole,
  type GivenRole,
  removeMember,
  signOutMember,
  type TeamMember,
  transferTeam,
} from "../contract";
import { teamKeys } from "./team-queries";
import { teamTexts } from "./texts";

/** Changes a member's role, on screen at once. */
export function useChangeRole(teamId: string) {
  return useOptimisticChange<TeamMember[], { member: TeamMember; role: GivenRole }>({
    queryKey: teamKeys.members(teamId),
    send: ({ member, role }) =>
      call(changeRole, { params: { teamId, userId: member.user.id }, body: { role } }),
    inOrder: true,
    change: (members, { member, role }) =>
      members.map((one) => (one.user.id === member.user.id ? { ...one, role } : one)),
    failed: teamTexts.failedToChangeRole,
    succeeded: ({ member, role }) =>
      showToast({ title: `${personName(member.user)} is now ${role}`, tone: "success" }),
  });
}

/** Removes a member, on screen at once. */
export function useRemoveMember(teamId: string) {
  return useOptimisticChange<TeamMember[], TeamMember>({
    queryKey: teamKeys.members(teamId),
    send: ({ user }) => call(removeMember, { params: { teamId, userId: user.id } }),
    change: (members, { user }) => members.filter((one) => one.user.id !== user.id),
    failed: teamTexts.failedToRemove,
    succeeded: ({ user }) =>
      showToast({ title: `${personName(user)} is no longer in the team`, tone: "success" }),
  });
}

/** Signs a member out in all browsers. The list stays as it is. */
export function useSignOutMember(teamId: string) {
  return useMutation({
    mutationFn: ({ user }: TeamMember) => call(signOutMember, { params: { teamId, userId: user.id } }),
    onSuccess: (_done, { user }) =>
      showToast({ title: `${personName(user)} is signed out everywhere`, tone: "success" }),
    onError: (error) => showFailure(teamTexts.failedToSignOut, error),
  });
}

/** Transfers the team. The screen waits for the server, because two roles and the user's rights change. */
export function useTransferTeam(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ user }: TeamMember) =>
      call(transferTeam, { params: { teamId }, body: { userId: user.id } }),
    onSuccess: (_team, { user }) =>
      showToast({ title: `${personName(user)} now owns the team`, tone: "success" }),
    onError: (error) => {
      // The question asks for the sign-in.
      if (!needsFreshSignIn(error)) showFailure(teamTexts.failedToTransfer, error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: teamKeys.all }),
        queryClient.invalidateQueries({ queryKey: teamKeys.members(teamId) }),
      ]),
  });
}
