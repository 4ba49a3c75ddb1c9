import { MutationObserver, type UseMutationOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

interface UnwatchedMutation<Answer, Input, Context>
  extends UseMutationOptions<Answer, Error, Input, Context> {
  /** Runs within the call, and so within the same frame. The mutation's own first step comes later. */
  onCall?: (input: Input) => unknown;
}

/**
 * A mutation whose progress nothing shows. With `useMutation`, each of its steps would draw the component again, and a
 * whole screen with it.
 *
 * @param options - as of `useMutation`, and `onCall`.
 */
export function useUnwatchedMutation<Answer, Input, Context>(
  options: UnwatchedMutation<Answer, Input, Context>,
): { mutate: (input: Input) => void } {
  const queryClient = useQueryClient();
  const [observer] = useState(() => new MutationObserver(queryClient, options));
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // Otherwise the last mutation would stay in the cache for good.
  useEffect(() => () => observer.reset(), [observer]);
  const mutate = useCallback(
    (input: Input) => {
      observer.setOptions(latest.current);
      latest.current.onCall?.(input);
      // Failures are reported by the options' own `onError`.
      observer.mutate(input).catch(() => undefined);
    },
    [observer],
  );
  return { mutate };
}
