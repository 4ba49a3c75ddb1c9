import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  type NewAccessToken,
  revokeAccessToken,
} from "../contract";
import { accessTexts } from "./texts";

const key = (teamId: string) => ["team", teamId, "access-tokens"];

/** The person's tokens in the team, newest first. */
export function useAccessTokens(teamId: string) {
  return useQuery({
    queryKey: key(teamId),
    queryFn: ({ signal }) => call(listAccessTokens, { params: { teamId }, signal }),
    refetchOnMount: "always",
  });
}

/** Creates a token; only this answer contains it. */
export function useCreateToken(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: NewAccessToken) => call(createAccessToken, { params: { teamId }, body: token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(teamId) }),
    onError: (error) => showFailure(accessTexts.failedToCreate, error),
  });
}

export function useRevokeToken(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AccessToken) => call(revokeAccessToken, { params: { teamId, id } }),
    onSuccess: (_, { name }) => {
      showToast({ title: `Revoked “${name}”`, tone: "success" });
      return queryClient.invalidateQueries({ queryKey: key(teamId) });
    },
    onError: (error) => showFailure(accessTexts.failedToRevoke, error),
  });
}
