import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { showFailure } from "./ui/feedback/failure-toast";

interface OptimisticChange<Data, Input, Answer> {
  /** The cached data the change affects. */
  queryKey: QueryKey;
  send: (input: Input) => Promise<Answer>;
  /** The data after the change. */
  change: (data: Data, input: Input) => Data;
  /** The name of a failure, without a full stop; undefined: a failure isn't worth a toast. */
  failed: string | undefined;
  succeeded?: (input: Input, answer: Answer) => void;
}

/**
 * A change that is on screen before the server has answered. If the server refuses, it is reverted, with a
 * toast. Then the data is reloaded.
 */
export function useOptimisticChange<Data, Input, Answer = unknown>({
  queryKey,
  send,
  change,
  failed,
  succeeded,
}: OptimisticChange<Data, Input, Answer>) {
  const queryClient = useQueryClient();
  const mutationKey = ["change", ...queryKey];
  return useMutation({
    mutationKey,
    mutationFn: send,
    onMutate: async (input) => {
      // A response already under way doesn't include the change and would undo it on screen.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Data>(queryKey);
      queryClient.setQueryData<Data>(queryKey, (data) => data && change(data, input));
      return { before };
    },
    onSuccess: (answer, input) => succeeded?.(input, answer),
    onError: (error, _input, kept) => {
      queryClient.setQueryData(queryKey, kept?.before);
      if (failed !== undefined) showFailure(failed, error);
    },
    onSettled: () => {
      // Only the last of several changes reloads; an earlier one would undo the later ones on screen.
      if (queryClient.isMutating({ mutationKey }) <= 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
