import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showFailure } from "../ui/feedback/failure-toast";
import { type OptimisticMutation, optimisticMutation } from "./optimistic-mutation";

interface OptimisticChange<Data, Input, Answer> extends OptimisticMutation<Data, Input, Answer> {
  /** The name of a failure, without a full stop; undefined: a failure isn't worth a toast. */
  failed: string | undefined;
}

/**
 * A change that is on screen before the server has answered. If the server refuses, it is reverted, with a
 * toast. Then the data is reloaded.
 */
export function useOptimisticChange<Data, Input, Answer = unknown>({
  failed,
  ...change
}: OptimisticChange<Data, Input, Answer>) {
  const report = (error: Error) => {
    if (failed !== undefined) showFailure(failed, error);
  };
  return useMutation(optimisticMutation(useQueryClient(), change, report));
}
