import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { reportActivity } from "../../../../web/activity";
import { announce } from "../../../../web/ui/feedback/announce";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import { phone } from "../../../../web/ui/phone";
import { useNow } from "../../../../web/ui/relative-time";
import { usePreload } from "../../../../web/ui/use-preload";
import { personName } from "../../../auth/web/person-name";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOf, quadrantOrder } from "../../quadrants";
import type { SourceViews } from "../source-views";
import type { BoardFilter, PanelFilter } from "../task-cache";
import { useAssignTask, useCheckTask, useMoveTask, useSnoozeTask, useTaskCounts } from "../task-queries";
import { matrixTexts, quadrantTexts, taskTexts } from "../texts";
import { BoardFilters, noFilter, type TeamChannelFilter } from "./board-filters";
import { loadedTasks, useBoardKeys } from "./board-keys";
import { useBoardUrl } from "./board-url";
import type { CardMenuTarget } from "./card-menu";
import classes from "./matrix-screen.module.css";
import { type PanelActions, QuadrantPanel } from "./quadrant-panel";
import { QuadrantTabs } from "./quadrant-tabs";
import { nextSelection, type Selection } from "./selection";
import { menuButtonId } from "./task-card";

const TaskDialog = lazyDialog(() => import("../task/task-dialog"), "TaskDialog");
const AddTaskDialog = lazyDialog(() => import("../add/add-task-dialog"), "AddTaskDialog");
const SnoozeDialog = lazyDialog(() => import("../snooze/snooze-dialog"), "SnoozeDialog");
const CardMenu = lazyDialog(() => import("./card-menu"), "CardMenu");

interface MatrixScreenProps {
  teamId: string;
  source: SourceViews;
  ChannelFilter: TeamChannelFilter;
  /** What appears below the board. */
  children?: ReactNode;
}

/** The urgent/important matrix: four quadrants that scroll separately, for mouse, keyboard and touch. */
export function MatrixScreen({ teamId, source, ChannelFilter, children }: MatrixScreenProps) {
  usePreload(
    useMemo(
      () => [TaskDialog, CardMenu, source.MessageDialog, source.WhyTask, AddTaskDialog, SnoozeDialog],
      [source],
    ),
  );
  const { filter, setFilter, opened, open, close } = useBoardUrl();
  const [selection, setSelection] = useState<Selection>();
  const [tab, setTab] = useState<Quadrant>("do_first");
  const [explained, setExplained] = useState<Task>();
  const [adding, setAdding] = useState<Quadrant>();
  const [snoozing, setSnoozing] = useState<Task>();
  const [menu, setMenu] = useState<CardMenuTarget>();
  const now = useNow(30_000);
  // On phones, the quadrants are tabs.
  const single = useMediaQuery(phone, matchMedia(phone).matches, { getInitialValueInEffect: false });
  const panelFilters = usePanelFilters(filter);
  const counts = useTaskCounts(teamId, filter);
  const narrowed = filter.assignee !== null || filter.channel !== null;
  const all = useTaskCounts(teamId, noFilter, narrowed);
  const { move, check, assign, snooze } = useChanges(teamId, filter, setSelection);

  const actions = useMemo<PanelActions>(
    () => ({
      select: (quadrant, id, focus = false) =>
        setSelection((now) => (now?.id === id && now.quadrant === quadrant ? now : { quadrant, id, focus })),
      open: (task) => open(task.id),
      check,
      snooze: setSnoozing,
      showMenu: setMenu,
      add: setAdding,
      move: (task, to) => move(task, to, "follow"),
      showAll: () => setFilter({ ...filter, assignee: null, channel: null }),
    }),
    [open, check, move, setFilter, filter],
  );

  useBoardKeys({
    teamId,
    filter,
    selection,
    shown: single ? [tab] : quadrantOrder,
    onSelect: setSelection,
    onOpen: (task) => open(task.id),
    onWhy: setExplained,
    onMove: (task, to) => move(task, to, "stay"),
    onResolve: check,
    onSnooze: setSnoozing,
    onAssign: (task) => {
      const button = document.getElementById(menuButtonId(task.id));
      if (button) setMenu({ task, button, view: "assign" });
    },
  });

  const panel = (quadrant: Quadrant) => (
    <QuadrantPanel
      key={quadrant}
      teamId={teamId}
      filter={panelFilters[quadrant]}
      count={counts.data?.[quadrant]}
      hidden={narrowed ? (all.data?.[quadrant] ?? 0) : 0}
      selection={selection?.quadrant === quadrant ? selection : undefined}
      now={now}
      single={single}
      actions={actions}
    />
  );

  return (
    <div className={classes.screen}>
      <BoardFilters {...{ teamId, ChannelFilter, filter }} onChange={setFilter} />
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
      {children}
      {menu && (
        <CardMenu
          target={menu}
          onMove={actions.move}
          onAssign={assign}
          onResolve={check}
          onSnooze={setSnoozing}
          onClose={() => setMenu(undefined)}
        />
      )}
      {opened && (
        <TaskDialog key={opened} inAddress teamId={teamId} taskId={opened} source={source} onClose={close} />
      )}
      {snoozing && (
        <SnoozeDialog
          of={snoozing}
          onChoose={(until) => snooze(snoozing, until)}
          onClose={() => setSnoozing(undefined)}
        />
      )}
      {explained && <source.WhyTask task={explained} onClose={() => setExplained(undefined)} />}
      {adding && (
        <AddTaskDialog
          opened
          teamId={teamId}
          quadrant={adding}
          onClose={() => setAdding(undefined)}
          onOpenTask={open}
        />
      )}
    </div>
  );
}

/** Moves, resolves and assigns tasks, then selects the moved card or its neighbor. */
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
      select(after === "follow" ? { quadrant: to, id: task.id, focus: false } : nextTask(task));
      moveTask({ task, to });
      reportActivity("task-moved", task.id);
      announce(`Moved “${task.title}” to ${quadrantTexts[to].name}`);
    },
    [nextTask, moveTask, select],
  );

  const check = useCallback(
    (task: Task) => {
      const resolved = task.status === "resolved";
      if (!resolved && !filter.resolved) select(nextTask(task));
      checkTask(task);
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
      if (until !== null && !filter.snoozed) select(nextTask(task));
      snoozeTask({ task, until });
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
