import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { useOptimisticChange } from "../../../../web/optimistic/optimistic-change";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import {
  addPushBrowser,
  changePushBrowser,
  listPushBrowsers,
  makePushKeys,
  type NewPushBrowser,
  type PushBrowser,
  pushState,
  removePushBrowser,
} from "../../contract";
import { pushTexts } from "./push-texts";
import { NotAllowed, pushAbility, subscribeHere, subscriptionHere } from "./this-browser";

const key = ["push"];
const browsersKey = [...key, "browsers"];
const hereKey = [...key, "here"];

/** The server's key and the person's browsers; reloaded on every visit, because no event reports changes. */
export function usePush() {
  return useQuery({
    queryKey: [...key, "state"],
    queryFn: ({ signal }) => call(pushState, { signal }),
    refetchOnMount: "always",
  });
}

export function usePushBrowsers() {
  return useQuery({
    queryKey: browsersKey,
    queryFn: ({ signal }) => call(listPushBrowsers, { signal }),
    refetchOnMount: "always",
  });
}

/** What this browser can do, and its own subscription. */
export function useThisBrowser() {
  return useQuery({
    queryKey: hereKey,
    queryFn: async () => ({
      ability: pushAbility(),
      endpoint: (await subscriptionHere())?.endpoint ?? null,
    }),
    refetchOnMount: "always",
  });
}

export function useMakeKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(makePushKeys, {}),
    onSuccess: (state) => queryClient.setQueryData([...key, "state"], state),
    onError: (error) => showFailure(pushTexts.failedToSetUp, error),
  });
}

/** Turns notifications in this browser on or off. */
export function useTurnHere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (
      to: { on: true; publicKey: string } | { on: false; browser: PushBrowser | undefined },
    ) => {
      if (to.on) {
        const { endpoint, keys } = (await subscribeHere(to.publicKey)).toJSON();
        await call(addPushBrowser, { body: { endpoint, keys } as NewPushBrowser });
        return;
      }
      if (to.browser) await call(removePushBrowser, { params: { id: to.browser.id } });
      await (await subscriptionHere())?.unsubscribe();
    },
    onError: (error) => {
      if (error instanceof NotAllowed) return;
      // The browser's own reasons are for programmers.
      if (error instanceof DOMException) showToast({ ...pushTexts.failedToSubscribe, tone: "error" });
      else showFailure(pushTexts.failedToTurn, error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: browsersKey }),
        queryClient.invalidateQueries({ queryKey: hereKey }),
      ]),
  });
}

/** Stops notifications in one of the person's browsers, on screen at once. */
export function useRemoveBrowser() {
  return useOptimisticChange<PushBrowser[], PushBrowser>({
    queryKey: browsersKey,
    send: ({ id }) => call(removePushBrowser, { params: { id } }),
    change: (browsers, removed) => browsers.filter(({ id }) => id !== removed.id),
    failed: pushTexts.failedToRemove,
  });
}

/** Chooses whether a browser's notifications name what they are about, on screen at once. */
export function useShowDetails() {
  return useOptimisticChange<PushBrowser[], PushBrowser>({
    queryKey: browsersKey,
    send: ({ id, details }) => call(changePushBrowser, { params: { id }, body: { details } }),
    change: (browsers, changed) => browsers.map((browser) => (browser.id === changed.id ? changed : browser)),
    failed: pushTexts.failedToTurn,
  });
}
