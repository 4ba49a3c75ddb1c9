import { useSyncExternalStore } from "react";
import { onReachChange, serverReach } from "../../server-reach";

/** Whether the server isn't responding. A banner says so; nothing else should repeat it. */
export function useServerAway(): boolean {
  return useSyncExternalStore(onReachChange, serverReach).state === "lost";
}
