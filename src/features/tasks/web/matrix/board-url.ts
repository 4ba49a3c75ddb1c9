import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { BoardFilter } from "../task-cache";

/** The board's part of the window's address: its filter and the open task. */
export interface BoardUrl {
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
  /** The id of the open task; undefined if there is none. */
  opened: string | undefined;
  open: (taskId: string) => void;
  close: () => void;
}

const assigneeWords = { me: "mine", others: "team" } as const;

/** The filter in the query of an address, such as `tasks=mine&channel=slack`. Anything unknown is ignored. */
export function filterOfSearch(search: string): BoardFilter {
  const query = new URLSearchParams(search);
  const tasks = query.get("tasks");
  return {
    assignee: tasks === assigneeWords.me ? "me" : tasks === assigneeWords.others ? "others" : null,
    channel: query.get("channel") || null,
    resolved: query.get("resolved") === "shown",
    snoozed: query.get("snoozed") === "shown",
  };
}

/** The query for a filter, with its question mark; empty for the whole board. Other parameters stay. */
export function searchOfFilter({ assignee, channel, resolved, snoozed }: BoardFilter, search = ""): string {
  const query = new URLSearchParams(search);
  const put = (name: string, value: string | null) =>
    value === null ? query.delete(name) : query.set(name, value);
  put("tasks", assignee && assigneeWords[assignee]);
  put("channel", channel);
  put("resolved", resolved ? "shown" : null);
  put("snoozed", snoozed ? "shown" : null);
  return query.size > 0 ? `?${query}` : "";
}

/**
 * Keeps the filter and the open task in the address, so that a link, a reload and Back lead to the same place.
 * Opening a task adds an entry to the history; closing it goes back to the previous one.
 */
export function useBoardUrl(): BoardUrl {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const filter = useMemo(() => filterOfSearch(search), [search]);
  const setFilter = useCallback(
    (next: BoardFilter) => navigate(path + searchOfFilter(next, search), { replace: true }),
    [navigate, path, search],
  );
  const suffix = search && `?${search}`;
  const open = useCallback(
    (taskId: string) => navigate(`/matrix/${taskId}${suffix}`, { state: openedHere }),
    [navigate, suffix],
  );
  const close = useCallback(() => {
    const state = window.history.state as Partial<typeof openedHere> | null;
    if (state?.openedHere) window.history.back();
    // It was opened by its link, so the history has no board to go back to.
    else navigate(`/matrix${suffix}`, { replace: true });
  }, [navigate, suffix]);
  return { filter, setFilter, opened: /^\/matrix\/([^/]+)/.exec(path)?.[1], open, close };
}

/** Marks the history entries from which Back leads to the board. */
const openedHere = { openedHere: true };
