import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import {
  createInvitation,
  type GivenRole,
  type Invitation,
  listInvitations,
  revokeInvitation,
} from "../contract";
import { teamKeys } from "./team-queries";
import { teamTexts } from "./texts";

/** Open invitations, newest first; for owners and admins. */
export function useInvitations(teamId: string) {
  return useQuery({
    queryKey: teamKeys.invitations(teamId),
    queryFn: ({ signal }) => call(listInvitations, { params: { teamId }, signal }),
  });
}

/**
 * Creates an invitation. The response has the link's secret, which isn't cached with the list. The form shows
 * failures.
 */
export function useCreateInvitation(teamId: string) {
  const queryClient = useQueryClient();
  const queryKey = teamKeys.invitations(teamId);
  return useMutation({
    mutationFn: (body: { role: GivenRole; days: number }) =>
      call(createInvitation, { params: { teamId }, body }),
    onSuccess: async ({ token: _secret, ...made }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Invitation[]>(queryKey, (all) => all && [made, ...all]);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Withdraws an invitation, on screen at once. */
export function useWithdrawInvitation(teamId: string) {
  return useOptimisticChange<Invitation[], string>({
    queryKey: teamKeys.invitations(teamId),
    send: (id) => call(revokeInvitation, { params: { teamId, id } }),
    change: (all, id) => all.filter((one) => one.id !== id),
    failed: teamTexts.failedToWithdraw,
  });
}
