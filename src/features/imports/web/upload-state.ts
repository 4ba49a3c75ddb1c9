import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { reasonOf } from "../../../web/failure";
import type { Import } from "../contract";
import { importKeys } from "./import-queries";
import { uploadArchives } from "./upload";

/** The upload of this browser tab. It continues while other views are open. */
export type UploadState =
  | { step: "idle" }
  | { step: "sending"; names: string[]; share: number }
  | { step: "failed"; names: string[]; reason: string; retry: () => void };

let state: UploadState = { step: "idle" };
let cancel = () => {};
const listeners = new Set<() => void>();

function set(next: UploadState) {
  state = next;
  for (const listener of listeners) listener();
}

/** The current upload, if any. */
export function useUpload(): UploadState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Uploads files and adds the import to the team's list, where it is counted. Does nothing during another upload. */
export async function startUpload(teamId: string, files: File[], queryClient: QueryClient): Promise<void> {
  if (state.step === "sending" || files.length === 0) return;
  const names = files.map((file) => file.name);
  const aborter = new AbortController();
  cancel = () => aborter.abort();
  window.addEventListener("beforeunload", askBeforeLeaving);
  set({ step: "sending", names, share: 0 });
  try {
    const uploaded = await uploadArchives(teamId, files, {
      signal: aborter.signal,
      onProgress: (share) => set({ step: "sending", names, share }),
    });
    queryClient.setQueryData<Import[]>(
      importKeys.list(teamId),
      (all) => all && [uploaded, ...all.filter(({ id }) => id !== uploaded.id)],
    );
    await queryClient.invalidateQueries({ queryKey: importKeys.list(teamId) });
    set({ step: "idle" });
  } catch (error) {
    const retry = () => void startUpload(teamId, files, queryClient);
    const cancelled = aborter.signal.aborted;
    // The answer may have been lost after the server had it all.
    void queryClient.invalidateQueries({ queryKey: importKeys.list(teamId) });
    set(cancelled ? { step: "idle" } : { step: "failed", names, reason: reasonOf(error as Error), retry });
  } finally {
    window.removeEventListener("beforeunload", askBeforeLeaving);
  }
}

/** Cancels the current upload. The server keeps none of it. */
export function cancelUpload(): void {
  cancel();
}

/** Dismisses the message about a failed upload. */
export function dismissUpload(): void {
  if (state.step === "failed") set({ step: "idle" });
}

function askBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault();
}
