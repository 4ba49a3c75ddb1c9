import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { showFailure } from "./ui/feedback/failure-toast";

interface OptimisticChange<Data, Input> {
  /** The cached data that the change is about. */
  queryKey: QueryKey;
  send: (input: Input) => Promise<unknown>;
  /** The data as it will be once the server agrees. */
  change: (data: Data, input: Input) => Data;
  /** What a refusal is called, without a full stop. */
  failed: string;
  succeeded?: (input: Input) => void;
}

/**
 * A change that is on screen before the server has answered; refused, it is taken back with a toast. Then the data is
 * loaded again.
 */
export function useOptimisticChange<Data, Input>({
  queryKey,
  send,
  change,
  failed,
  succeeded,
}: OptimisticChange<Data, Input>) {
  const queryClient = useQueryClient();
  const mutationKey = ["change", ...queryKey];
  return useMutation({
    mutationKey,
    mutationFn: send,
    onMutate: async (input) => {
      // An answer on its way does not know of the change and would undo it on screen.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Data>(queryKey);
      queryClient.setQueryData<Data>(queryKey, (data) => data && change(data, input));
      return { before };
    },
    onSuccess: (_answer, input) => succeeded?.(input),
    onError: (error, _input, kept) => {
      queryClient.setQueryData(queryKey, kept?.before);
      showFailure(failed, error);
    },
    onSettled: () => {
      // The last of several changes reloads; an earlier one would bring back what the later ones changed.
      if (queryClient.isMutating({ mutationKey }) <= 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
