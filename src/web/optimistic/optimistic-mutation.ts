import { mutationOptions, type QueryClient, type QueryKey } from "@tanstack/react-query";

export interface OptimisticMutation<Data, Input, Answer> {
  /** The cached data the change affects. */
  queryKey: QueryKey;
  send: (input: Input) => Promise<Answer>;
  /** The data after the change. */
  change: (data: Data, input: Input) => Data;
  succeeded?: (input: Input, answer: Answer) => void;
  /**
   * Sends each change after the answer to the one before, so that the last one counts: for changes of the same fields,
   * which the server may otherwise get in another order.
   */
  inOrder?: true;
}

/** What a change keeps, so that it can be taken back without those that were made after it. */
interface WayBack<Data> {
  before: Data | undefined;
  apply: (data: Data) => Data;
}

/**
 * A mutation whose change is in the cached data before the server has answered. If the server refuses, it is taken
 * back. Then the data is reloaded.
 */
export function optimisticMutation<Data, Input, Answer>(
  queryClient: QueryClient,
  { queryKey, send, change, succeeded, inOrder }: OptimisticMutation<Data, Input, Answer>,
  refused: (error: Error) => void,
) {
  const mutationKey = ["change", ...queryKey];
  return mutationOptions({
    mutationKey,
    mutationFn: send,
    ...(inOrder && { scope: { id: mutationKey.join() } }),
    onMutate: async (input: Input) => {
      // A response already under way doesn't include the change and would undo it on screen.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Data>(queryKey);
      queryClient.setQueryData<Data>(queryKey, (data) => data && change(data, input));
      return { before, apply: (data: Data) => change(data, input) };
    },
    onSuccess: (answer, input) => succeeded?.(input, answer),
    onError: (error, _input, kept) => {
      if (kept) takeBack<Data>(queryClient, queryKey, mutationKey, kept);
      refused(error);
    },
    onSettled: () => {
      // Only the last of several changes reloads; an earlier one would undo the later ones on screen.
      if (queryClient.isMutating({ mutationKey }) <= 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Shows the data as if a change hadn't been made. Those made after it that haven't failed stay on screen. */
function takeBack<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  mutationKey: QueryKey,
  refused: WayBack<Data>,
): void {
  const changes = queryClient.getMutationCache().findAll({ mutationKey, exact: true });
  const later = changes.slice(changes.findIndex(({ state }) => state.context === refused) + 1);
  let data = refused.before;
  for (const { state } of later) {
    const kept = state.context as WayBack<Data> | undefined;
    if (!kept || state.status === "error") continue;
    // Should it be refused too, what it restores doesn't have the refused change either.
    kept.before = data;
    data = data && kept.apply(data);
  }
  queryClient.setQueryData(queryKey, data);
}
