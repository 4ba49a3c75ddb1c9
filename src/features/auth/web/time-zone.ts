import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ownTimeZone } from "../../../shared/time-zone";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { type User, updateUser } from "../contract";
import { profileTexts } from "./texts";

/** Changes the person's time zone. */
export function useSetTimeZone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (timeZone: string) => call(updateUser, { body: { timeZone } }),
    onSuccess: (user) => queryClient.setQueryData(["user"], user),
    onError: (error) => showFailure(profileTexts.failedToSetTimeZone, error),
  });
}

/**
 * Sends this browser's time zone to the server once, if the person has none yet. After a failure, the next
 * visit tries again.
 */
export function useFirstTimeZone(user: User): void {
  const queryClient = useQueryClient();
  const missing = user.timeZone === null && user.demoEndsAt === null;
  useEffect(() => {
    if (!missing) return;
    // Only now: the first format of dates takes a slow phone longer than drawing the board.
    const timeZone = ownTimeZone();
    if (!timeZone) return;
    call(updateUser, { body: { timeZone } }).then(
      (updated) => queryClient.setQueryData(["user"], updated),
      () => undefined,
    );
  }, [missing, queryClient]);
}
