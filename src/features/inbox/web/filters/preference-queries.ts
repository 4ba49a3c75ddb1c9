import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { showToast } from "../../../../web/ui/feedback/toast";
import {
  deleteSavedFilter,
  listMutedSenders,
  listSavedFilters,
  muteSender,
  saveFilter,
  unmuteSender,
} from "../../contract";

const keys = {
  muted: (teamId: string) => ["team", teamId, "muted-senders"],
  filters: (teamId: string) => ["team", teamId, "saved-filters"],
};

export function useMutedSenders(teamId: string) {
  return useQuery({
    queryKey: keys.muted(teamId),
    queryFn: ({ signal }) => call(listMutedSenders, { params: { teamId }, signal }),
  });
}

/** Mutes a sender for the person; the toast takes it back. */
export function useMuteSender(teamId: string) {
  const unmute = useUnmuteSender(teamId);
  return usePreferenceChange(
    keys.muted(teamId),
    teamId,
    (body: { sender: string; name: string }) => call(muteSender, { params: { teamId }, body }),
    ({ sender, name }) =>
      showToast({
        title: `Muted ${name}`,
        description: "Their messages stay in All Messages. Settings → Inbox lists whom you muted.",
        tone: "success",
        action: { label: "Unmute", run: () => unmute.mutate(sender) },
      }),
  );
}

export function useUnmuteSender(teamId: string) {
  return usePreferenceChange(keys.muted(teamId), teamId, (sender: string) =>
    call(unmuteSender, { params: { teamId }, body: { sender } }),
  );
}

export function useSavedFilters(teamId: string) {
  return useQuery({
    queryKey: keys.filters(teamId),
    queryFn: ({ signal }) => call(listSavedFilters, { params: { teamId }, signal }),
  });
}

export function useSaveFilter(teamId: string) {
  return usePreferenceChange(keys.filters(teamId), teamId, (body: { name: string; query: string }) =>
    call(saveFilter, { params: { teamId }, body }),
  );
}

export function useDeleteFilter(teamId: string) {
  return usePreferenceChange(keys.filters(teamId), teamId, (id: string) =>
    call(deleteSavedFilter, { params: { teamId, id } }),
  );
}

/** A change whose answer is the whole list after it. */
function usePreferenceChange<Input, Row>(
  key: string[],
  teamId: string,
  mutationFn: (input: Input) => Promise<Row[]>,
  done?: (input: Input) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (rows, input) => {
      queryClient.setQueryData(key, rows);
      void queryClient.invalidateQueries({ queryKey: ["team", teamId, "messages"] });
      done?.(input);
    },
    onError: (error) => showToast({ title: "Error", description: reasonOf(error), tone: "error" }),
  });
}
