import { type UseMutationResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/feedback/toast";
import { getSpeech, installSpeechEngine, removeSpeechEngine, type SpeechState } from "../contract";
import { speechTexts } from "./texts";

const keyOf = (teamId: string) => ["team", teamId, "speech"];

/** How often the screen looks how far an installation is (milliseconds). */
const lookEvery = 700;

/** What transcribes here. Follows an installation while it runs. */
export function useSpeech(teamId: string) {
  return useQuery({
    queryKey: keyOf(teamId),
    queryFn: ({ signal }) => call(getSpeech, { params: { teamId }, signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.installed.status === "installing" ? lookEvery : false),
  });
}

export const useInstallEngine = (teamId: string) =>
  useEngineChange(
    teamId,
    () => call(installSpeechEngine, { params: { teamId } }),
    speechTexts.failedToInstall,
  );

/** Removes the engine, or stops its installation. */
export const useRemoveEngine = (teamId: string) =>
  useEngineChange(teamId, () => call(removeSpeechEngine, { params: { teamId } }), speechTexts.failedToRemove);

function useEngineChange(
  teamId: string,
  send: () => Promise<SpeechState>,
  failed: string,
): UseMutationResult<SpeechState, Error, void> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (state) => queryClient.setQueryData(keyOf(teamId), state),
    onError: (error) => showToast({ title: failed, description: reasonOf(error), tone: "error" }),
  });
}
