import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { memo, useCallback, useMemo, useState } from "react";
import { reportActivity } from "../../../../web/activity";
import { createSelectionStore } from "../../../../web/selection-store";
import { announce } from "../../../../web/ui/feedback/announce";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { phone } from "../../../../web/ui/phone";
import { useNow } from "../../../../web/ui/relative-time";
import { personName } from "../../../auth/web/person-name";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOf, quadrantOrder } from "../../quadrants";
import type { SourceViews } from "../source-views";
import { type BoardFilter, isNarrowed, noFilter, type PanelFilter, widened } from "../task-cache";
import { useAssignTask, useCheckTask, useMoveTask, useSnoozeTask, useTaskCounts } from "../task-queries";
import { matrixTexts, quadrantTexts, taskTexts } from "../texts";
import { loadedTasks, useBoardKeys } from "./board-keys";
import classes from "./matrix-screen.module.css";
import { type PanelActions, QuadrantPanel } from "./quadrant-panel";
import { QuadrantTabs } from "./quadrant-tabs";
import { nextSelection, type Selection } from "./selection";
import { AddTaskDialog, useTaskDialogs } from "./task-dialogs";

interface BoardProps {
  teamId: string;
  source: SourceViews;
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
  /** Opens a task's details. */
  open: (taskId: string) => void;
}

/**
 * The four quadrants, which scroll separately, for mouse, keyboard and touch; on phones, one at a time below tabs.
 * Memoized, because the address changes with every task that is opened, and the board doesn't.
 */
export const Board = memo(function Board({ teamId, source, filter, setFilter, open }: BoardProps) {
  const [selection] = useState(() => createSelectionStore<Selection>());
  const [tab, setTab] = useState<Quadrant>("do_first");
  const [adding, setAdding] = useState<Quadrant>();
  const now = useNow(30_000);
  const single = useMediaQuery(phone, matchMedia(phone).matches, { getInitialValueInEffect: false });
  const panelFilters = usePanelFilters(filter);
  const counts = useTaskCounts(teamId, filter);
  const narrowed = isNarrowed(filter);
  const all = useTaskCounts(teamId, noFilter, narrowed);
  const { move, check, assign, snooze } = useChanges(teamId, filter, selection.set);
  const follow = useCallback((task: Task, to: Quadrant) => move(task, to, "follow"), [move]);
  const dialogs = useTaskDialogs({ source, move: follow, assign, check, snooze });

  const actions = useMemo<PanelActions>(
    () => ({
      select(quadrant, id, focus = false) {
        const now = selection.get();
        if (now?.id !== id || now.quadrant !== quadrant) selection.set({ quadrant, id, focus });
      },
      open: (task) => open(task.id),
      check,
      snooze: dialogs.snooze,
      showMenu: dialogs.menu,
      add: setAdding,
      move: follow,
      showAll: () => setFilter(widened(filter)),
    }),
    [open, check, follow, setFilter, filter, selection, dialogs.snooze, dialogs.menu],
  );

  useBoardKeys({
    teamId,
    filter,
    selection,
    shown: single ? [tab] : quadrantOrder,
    onOpen: (task) => open(task.id),
    onWhy: dialogs.why,
    onMove: (task, to) => move(task, to, "stay"),
    onResolve: check,
    onSnooze: dialogs.snooze,
    onAssign: dialogs.assign,
  });

  const panel = (quadrant: Quadrant) => (
    <QuadrantPanel
      key={quadrant}
      teamId={teamId}
      filter={panelFilters[quadrant]}
      count={counts.data?.[quadrant]}
      hidden={narrowed ? (all.data?.[quadrant] ?? 0) : 0}
      selection={selection}
      now={now}
      single={single}
      actions={actions}
    />
  );

  return (
    <>
      {/* One error for the board instead of four: if the counts fail, the lists fail too. */}
      {counts.error && !counts.data ? (
        <QueryView query={counts} failure={taskTexts.failedToFetch}>
          {() => null}
        </QueryView>
      ) : single ? (
        <>
          <QuadrantTabs value={tab} counts={counts.data} onChange={setTab} />
          <div
            className={classes.single}
            role="tabpanel"
            id="quadrant-tab-panel"
            aria-labelledby={`tab-${tab}`}
          >
            {panel(tab)}
          </div>
        </>
      ) : (
        <div className={classes.board}>{quadrantOrder.map(panel)}</div>
      )}
      {dialogs.element}
      {adding && (
        <AddTaskDialog
          opened
          teamId={teamId}
          quadrant={adding}
          onClose={() => setAdding(undefined)}
          onOpenTask={open}
        />
      )}
    </>
  );
});

/** Moves, resolves and assigns tasks, then selects the moved card or its neighbor: React draws both at once. */
function useChanges(teamId: string, filter: BoardFilter, select: (next: Selection | undefined) => void) {
  const queryClient = useQueryClient();
  const { mutate: moveTask } = useMoveTask(teamId);
  const { mutate: checkTask } = useCheckTask(teamId);
  const { mutate: assignTask } = useAssignTask(teamId);
  const { mutate: snoozeTask } = useSnoozeTask(teamId);

  const nextTask = useCallback(
    (task: Task): Selection | undefined => {
      const quadrant = quadrantOf(task);
      const tasks = loadedTasks(queryClient, teamId, { ...filter, quadrant });
      const next = nextSelection(
        tasks,
        tasks.findIndex(({ id }) => id === task.id),
      );
      return next && { quadrant, id: next.id, focus: true };
    },
    [queryClient, teamId, filter],
  );

  const move = useCallback(
    (task: Task, to: Quadrant, after: "follow" | "stay") => {
      if (quadrantOf(task) === to) return;
      const next = after === "follow" ? { quadrant: to, id: task.id, focus: false } : nextTask(task);
      moveTask({ task, to });
      select(next);
      reportActivity("task-moved", task.id);
      announce(`Moved “${task.title}” to ${quadrantTexts[to].name}`);
    },
    [nextTask, moveTask, select],
  );

  const check = useCallback(
    (task: Task) => {
      const resolved = task.status === "resolved";
      const next = nextTask(task);
      checkTask(task);
      if (!resolved && !filter.resolved) select(next);
      announce(`${resolved ? "Reopened" : "Resolved"} “${task.title}”`);
    },
    [nextTask, checkTask, select, filter.resolved],
  );

  const assign = useCallback(
    (task: Task, assignee: Task["assignee"]) => {
      assignTask({ task, assignee });
      const name = assignee ? personName(assignee) : matrixTexts.unassigned;
      announce(`“${task.title}” is now assigned to: ${name}`);
    },
    [assignTask],
  );

  const snooze = useCallback(
    (task: Task, until: string | null) => {
      const next = nextTask(task);
      snoozeTask({ task, until });
      if (until !== null && !filter.snoozed) select(next);
    },
    [nextTask, snoozeTask, select, filter.snoozed],
  );

  return { move, check, assign, snooze };
}

/** The same objects for the same filter, so that a panel rerenders only when it changes. */
function usePanelFilters(filter: BoardFilter) {
  return useMemo(() => {
    const entries = quadrantOrder.map((quadrant) => [quadrant, { ...filter, quadrant }]);
    return Object.fromEntries(entries) as Record<Quadrant, PanelFilter>;
  }, [filter]);
}
