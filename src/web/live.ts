import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveEvent } from "../shared/live-event";
import { createCoalescer } from "./coalesce";
import { LiveConnection, type LiveState } from "./live-connection";

/** Between two reloads of the same list (milliseconds): an import of thousands must not flood the server. */
const reloadInterval = 250;

/** Which cached data an event makes old, as query key prefixes; `resync` makes all of it old. */
export function keysOf({ type, teamId }: LiveEvent): string[][] {
  switch (type) {
    case "task_created":
    case "task_updated":
      return [["team", teamId, "tasks"], ["task"]];
    case "new_message":
    case "message_updated":
      return [["team", teamId, "messages"], ["message"]];
    case "import_updated":
      return [["team", teamId, "imports"]];
    case "resync":
      return [[]];
  }
}

/**
 * Keeps the screens of a team up to date over /ws while mounted; use it once, in the shell.
 *
 * @returns where the connection stands, to be shown when it is not `connected`.
 */
export function useLive(userId: string, teamId: string): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>("disconnected");

  useEffect(() => {
    const invalidate = createCoalescer(
      (key) => queryClient.invalidateQueries({ queryKey: JSON.parse(key) as string[] }),
      reloadInterval,
    );
    const connection = new LiveConnection({
      userId,
      teamId,
      open: () => new WebSocket(`${window.location.origin.replace(/^http/, "ws")}/ws`),
      onEvent: (event) => {
        for (const key of keysOf(event)) invalidate(JSON.stringify(key));
      },
      onState: setState,
      onReconnect: () => invalidate("[]"),
      // Loading again finds out why, and leads to sign-in where the session is over.
      onEnded: () => invalidate("[]"),
    });
    connection.start();
    return () => connection.stop();
  }, [queryClient, userId, teamId]);

  return state;
}
