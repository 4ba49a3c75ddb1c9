import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveEvent } from "../shared/live-event";
import { createCoalescer } from "./coalesce";
import { LiveConnection, type LiveState } from "./live-connection";
import { checkServer, onServerBack } from "./server-reach";

/** Between two reloads of the same list (milliseconds): an import of thousands must not flood the server. */
const reloadInterval = 250;

/**
 * The `meta` of a mutation that waits for an outside party and has nothing on screen before it is answered: it may take
 * half a minute, in which screens follow what happens as ever.
 */
export const goesOnOutside = { goesOnOutside: true };

/**
 * Which cached data an event makes old, as query key prefixes; `resync` makes all of it old. Where the list of teams is
 * among them it leads: whether the rest may still be asked for depends on it.
 */
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
    case "integration_updated":
      return [["team", teamId, "integrations"]];
    case "corrections_updated":
      return [["team", teamId, "corrections"]];
    case "team_updated":
      return [
        ["teams"],
        ["team", teamId, "members"],
        ["team", teamId, "invitations"],
        ["team", teamId, "privacy"],
      ];
    case "resync":
      return [["teams"], []];
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
    let stopped = false;
    /** Loads again what is on screen under these prefixes, one after another. */
    const reload = createCoalescer(async (keys) => {
      for (const queryKey of JSON.parse(keys) as string[][]) {
        await changesAnswered(queryClient);
        if (stopped) return;
        await queryClient.invalidateQueries({ queryKey });
        await drawn();
      }
    }, reloadInterval);
    const hear = (event: LiveEvent) => {
      const keys = keysOf(event);
      if (keys[0]?.[0] === "teams") reload(JSON.stringify(keys));
      else for (const key of keys) reload(JSON.stringify([key]));
    };
    const reloadAll = () => hear({ type: "resync", teamId, id: teamId });
    const connection = new LiveConnection({
      userId,
      teamId,
      open: () => new WebSocket(`${window.location.origin.replace(/^http/, "ws")}/ws`),
      onEvent: hear,
      onState(next) {
        setState(next);
        if (next === "disconnected") checkServer();
      },
      onReconnect: reloadAll,
      // Loading again finds out why: it leads to the next team, and to sign-in where the session is over.
      onEnded: reloadAll,
    });
    connection.start();
    const stopWaiting = onServerBack(() => {
      reloadAll();
      connection.start();
    });
    return () => {
      stopped = true;
      stopWaiting();
      connection.stop();
    };
  }, [queryClient, userId, teamId]);

  return state;
}

/**
 * Resolves once the server has answered every change made here. What is loaded before that may not know of them, and
 * would take them back on screen for a moment. Those marked as {@link goesOnOutside} are not waited for.
 */
export function changesAnswered(queryClient: QueryClient): Promise<void> {
  const open = () => queryClient.isMutating({ predicate: ({ meta }) => meta?.goesOnOutside !== true });
  if (open() === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (open() > 0) return;
      stop();
      resolve();
    });
  });
}

/**
 * Resolves once the screen shows what was loaded. The list of teams comes first and may take a whole team off the
 * screen: of that nothing is to be asked for any more, the server would refuse it.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
