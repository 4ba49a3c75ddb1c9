import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { leaveAddress } from "../../../../web/leave-address";
import { useStableActions } from "../../../../web/ui/stable-actions";
import { type TaskOrder, taskOrders } from "../../contract";
import type { BoardFilter } from "../task-cache";

/** How the tasks of a filter are shown. */
export const boardViews = ["matrix", "list", "calendar"] as const;
export type BoardView = (typeof boardViews)[number];

/** The board's part of the window's address: its view, its filter and the open task. */
export interface BoardUrl {
  view: BoardView;
  setView: (view: BoardView) => void;
  /** The order of the list. */
  order: TaskOrder;
  setOrder: (order: TaskOrder) => void;
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
  /** The id of the open task; undefined if there is none. */
  opened: string | undefined;
  open: (taskId: string) => void;
  close: () => void;
}

const assigneeWords = { me: "mine", others: "team", left: "left" } as const;
const assigneeKinds = ["me", "others", "left"] as const;

/** The filter in the query of an address, such as `tasks=mine&channel=slack`. Anything unknown is ignored. */
export function filterOfSearch(search: string): BoardFilter {
  const query = new URLSearchParams(search);
  const tasks = query.get("tasks");
  return {
    assignee: assigneeKinds.find((kind) => tasks === assigneeWords[kind]) ?? null,
    channel: query.get("channel") || null,
    resolved: query.get("resolved") === "shown",
    snoozed: query.get("snoozed") === "shown",
  };
}

/** The query for a filter, with its question mark; empty for the whole board. Other parameters stay. */
export function searchOfFilter({ assignee, channel, resolved, snoozed }: BoardFilter, search = ""): string {
  return searchWith(search, {
    tasks: assignee && assigneeWords[assignee],
    channel,
    resolved: resolved ? "shown" : null,
    snoozed: snoozed ? "shown" : null,
  });
}

/** The view in the query of an address, and the order of its list. Anything unknown is ignored. */
export function viewOfSearch(search: string): { view: BoardView; order: TaskOrder } {
  const query = new URLSearchParams(search);
  return {
    view: boardViews.find((view) => view === query.get("view")) ?? "matrix",
    order: taskOrders.find((order) => order === query.get("sort")) ?? "due",
  };
}

/** The query with some parameters changed (null: removed), with its question mark if it has any. */
export function searchWith(search: string, change: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change))
    if (value === null) query.delete(name);
    else query.set(name, value);
  return query.size > 0 ? `?${query}` : "";
}

/**
 * Keeps the filter and the open task in the address, so that a link, a reload and Back lead to the same place.
 * Opening a task adds an entry to the history; closing it goes back to the previous one. What changes the address stays
 * the same for each of them, so that a task opens without the board being drawn again.
 */
export function useBoardUrl(): BoardUrl {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const filter = useMemo(() => filterOfSearch(search), [search]);
  const { view, order } = useMemo(() => viewOfSearch(search), [search]);
  const suffix = search && `?${search}`;
  const actions = useStableActions({
    setFilter: (next: BoardFilter) => navigate(path + searchOfFilter(next, search), { replace: true }),
    setView(next: BoardView) {
      const change = {
        view: next === "matrix" ? null : next,
        ...(next !== "list" && { sort: null }),
        ...(next !== "calendar" && { month: null, week: null }),
      };
      navigate(path + searchWith(search, change));
    },
    setOrder: (next: TaskOrder) =>
      navigate(path + searchWith(search, { sort: next === "due" ? null : next }), { replace: true }),
    open: (taskId: string) => navigate(`/matrix/${taskId}${suffix}`, { state: openedHere }),
    close() {
      const state = window.history.state as Partial<typeof openedHere> | null;
      if (state?.openedHere) leaveAddress();
      // It was opened by its link, so the history has no board to go back to.
      else navigate(`/matrix${suffix}`, { replace: true });
    },
  });
  const opened = /^\/matrix\/([^/]+)/.exec(path)?.[1];
  return { view, order, filter, opened, ...actions };
}

/** Marks the history entries from which Back leads to the board. */
const openedHere = { openedHere: true };
