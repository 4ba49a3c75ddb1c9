import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createCoalescer } from "../shared/coalesce";
import type { LiveEvent } from "../shared/live-event";
import { keysRested } from "./after-keys";
import { onForbidden } from "./api";
import { createChangedRows, reloadChanged } from "./changed-rows";
import { LiveConnection, type LiveState } from "./live-connection";
import { onMissed } from "./missed-queries";
import { sendChanges } from "./offline/change-queue";
import { onChangesSettled } from "./offline/waiting-changes";
import { checkServer, onServerBack } from "./server-reach";

/** Time between reloads of a list (milliseconds), so that a large import doesn't flood the server. */
const reloadInterval = 250;

/**
 * The `meta` of a mutation that waits for an outside service and changes nothing on screen before the
 * response. It may take half a minute, during which screens keep following events.
 */
export const goesOnOutside = { goesOnOutside: true };

/** What each event changes: parts of the team, and with a slash before them, what is kept without its team. */
const changes: Record<Exclude<LiveEvent["type"], "resync">, string> = {
  task_created: "tasks /task crm/task areas start analytics",
  task_updated: "tasks /task crm/task areas start analytics",
  new_message: "messages /message areas start analytics",
  message_updated: "messages /message areas start analytics",
  import_updated: "imports",
  meeting_updated: "meetings /meeting areas",
  integration_updated: "integrations billing/usage",
  crm_synced: "crm messages /message areas",
  area_updated: "areas",
  crm_updated: "crm",
  notifications_updated: "notifications /notification-choice",
  focus_updated: "focus",
  chat_updated: "chat chats",
  corrections_updated: "corrections",
  subscription_updated: "billing",
  team_updated: "/teams members invitations tasks /task privacy billing/usage analytics",
};

/**
 * Query key prefixes that an event invalidates; `resync` invalidates everything. If the list of teams is
 * among them, it comes first, because the rest may depend on it.
 */
export function keysOf({ type, teamId }: LiveEvent): string[][] {
  if (type === "resync") return [["teams"], []];
  return changes[type]
    .split(" ")
    .map((name) => (name.startsWith("/") ? [name.slice(1)] : ["team", teamId, ...name.split("/")]));
}

let following: LiveState = "disconnected";

/** Whether live events name what a change that the server has accepted affects: its screens then reload by them alone. */
export const areEventsComing = (): boolean => following === "connected";

/**
 * Reloads what a change made here affects. While the live connection is up, lists that take single rows wait for the
 * event that names theirs, and the others until the keys rest.
 *
 * @param refused - the server refused the change, so there is no event.
 */
export async function reloadAfterChange(
  queryClient: QueryClient,
  queryKey: QueryKey,
  refused = false,
): Promise<void> {
  const follow = areEventsComing() && !refused;
  if (follow) {
    await keysRested();
    // Others may have begun since.
    await changesAnswered(queryClient);
  }
  await reloadChanged(queryClient, queryKey, follow ? [] : undefined);
}

/**
 * Keeps the screens of a team up to date over /ws while mounted. Use it once, in the shell.
 *
 * @returns the connection's state, to show if it isn't `connected`.
 */
export function useLive(userId: string, teamId: string): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>("disconnected");

  useEffect(() => {
    let stopped = false;
    const hear = followEvents(queryClient, () => stopped);
    const reloadAll = () => hear({ type: "resync", teamId, id: teamId });
    const connection = new LiveConnection({
      userId,
      teamId,
      open: () => new WebSocket(`${window.location.origin.replace(/^http/, "ws")}/ws`),
      onEvent: hear,
      onState(next) {
        following = next;
        setState(next);
        if (next === "disconnected") checkServer();
      },
      age: () => performance.now(),
      onMissed: reloadAll,
      // Reloading finds out why: it leads to the next team, or to sign-in if the session has ended.
      onEnded: reloadAll,
    });
    connection.start();
    const stopRoles = onForbidden(async () => {
      await queryClient.invalidateQueries({ queryKey: ["teams"] });
      await drawn();
    });
    const stopWatching = onWake(() => connection.wake());
    const stopSettled = onChangesSettled(reloadAll);
    const stopWaiting = onServerBack(() => {
      reloadAll();
      connection.start();
    });
    const stopMissed = onMissed((queries) => void reloadMissed(queryClient, queries, () => stopped));
    return () => {
      stopped = true;
      following = "disconnected";
      stopSettled();
      stopWaiting();
      stopMissed();
      stopWatching();
      stopRoles();
      connection.stop();
    };
  }, [queryClient, userId, teamId]);

  return state;
}

/** Resolves once the server has answered what was changed here, also what had waited for a connection. */
async function changesSent(queryClient: QueryClient): Promise<void> {
  await changesAnswered(queryClient);
  // Without it, the lists would show what was before.
  await sendChanges();
  // A change that was made meanwhile would be undone on screen for a moment.
  await changesAnswered(queryClient);
}

/** Reloads these queries, by hash, after the changes made here have been answered. */
async function reloadMissed(
  queryClient: QueryClient,
  queries: ReadonlySet<string>,
  stopped: () => boolean,
): Promise<void> {
  await changesSent(queryClient);
  if (!stopped())
    await queryClient.invalidateQueries({ predicate: ({ queryHash }) => queries.has(queryHash) });
}

/** Reloads what events affect, at most once in each interval, after the changes made here have been answered. */
export function followEvents(queryClient: QueryClient, stopped: () => boolean): (event: LiveEvent) => void {
  const changedRows = createChangedRows();
  /** Reloads what is on screen under these prefixes, one after another. */
  const reload = createCoalescer(async (keys) => {
    // Before any wait: events that arrive meanwhile start another run, which has to find its own rows.
    const rows = changedRows.take(keys);
    for (const queryKey of JSON.parse(keys) as string[][]) {
      await keysRested();
      await changesSent(queryClient);
      if (stopped()) return;
      await reloadChanged(queryClient, queryKey, rows);
      await drawn();
    }
  }, reloadInterval);
  return (event) => {
    const keys = keysOf(event);
    for (const prefixes of keys[0]?.[0] === "teams" ? [keys] : keys.map((key) => [key])) {
      const prefix = JSON.stringify(prefixes);
      changedRows.add(prefix, event.single && event.id);
      reload(prefix);
    }
  };
}

/** How often the clock is looked at, and by how much it jumps when the computer has slept (milliseconds). */
const clockLook = { every: 1_000, jump: 5_000 };

/**
 * Calls back when the tab is shown again, also from the browser's cache of pages, and when the computer wakes up: with
 * the lid open again, the tab was visible all the time, and only the clock tells.
 */
function onWake(listener: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === "visible") listener();
  };
  let looked = Date.now();
  const looking = setInterval(() => {
    const slept = Date.now() - looked > clockLook.jump;
    looked = Date.now();
    if (slept) shown();
  }, clockLook.every);
  const [ofPage, ofWindow] = [
    ["visibilitychange", "resume"],
    ["pageshow", "online"],
  ] as const;
  for (const event of ofPage) document.addEventListener(event, shown);
  for (const event of ofWindow) window.addEventListener(event, shown);
  return () => {
    clearInterval(looking);
    for (const event of ofPage) document.removeEventListener(event, shown);
    for (const event of ofWindow) window.removeEventListener(event, shown);
  };
}

/**
 * Resolves once the server has answered every change made here. Data loaded before that may not include them,
 * and would undo them on screen for a moment. Doesn't wait for those marked {@link goesOnOutside}.
 *
 * @param except - the mutation key of those that wait for this themselves.
 */
export function changesAnswered(queryClient: QueryClient, except?: QueryKey): Promise<void> {
  const open = () =>
    queryClient.isMutating({
      predicate: ({ meta, options }) =>
        meta?.goesOnOutside !== true && (!except || options.mutationKey?.[0] !== except[0]),
    });
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
 * Resolves once the screen shows the loaded data. The list of teams comes first and may remove a team from
 * the screen; requests about that team would be rejected.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
