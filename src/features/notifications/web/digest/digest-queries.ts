import { useQuery } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { useOptimisticChange } from "../../../../web/optimistic/optimistic-change";
import { chooseDigest, type DigestChoice, type DigestState, digestState } from "../../contract";
import { digestTexts } from "./digest-texts";

const queryKey = ["digest"];

/** The person's digest; reloaded on every visit, because no event reports what was sent. */
export function useDigest() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(digestState, { signal }),
    refetchOnMount: "always",
  });
}

/** Stores the person's choice, on screen at once. */
export function useChooseDigest() {
  return useOptimisticChange<DigestState, DigestChoice>({
    queryKey,
    send: (choice) => call(chooseDigest, { body: choice }),
    inOrder: true,
    change: (state, choice) => ({ ...state, ...choice }),
    failed: digestTexts.failedToSave,
  });
}
