import { type ReactNode, useMemo } from "react";
import { Late } from "../../../../web/ui/feedback/late";
import { lazyDialog, lazyView } from "../../../../web/ui/lazy-part";
import { usePreload } from "../../../../web/ui/use-preload";
import type { SourceViews } from "../source-views";
import { Board } from "./board";
import type { TeamChannelFilter } from "./board-filter-fields";
import { BoardToolbar } from "./board-toolbar";
import { useBoardUrl } from "./board-url";
import classes from "./matrix-screen.module.css";
import { AddTaskDialog, BoardFilterDialog, CardMenu, SnoozeDialog } from "./task-dialogs";
import { CardSkeletons } from "./task-list-item";

const TaskDialog = lazyDialog(() => import("../task/task-dialog"), "TaskDialog");
const waiting = (
  <Late>
    <CardSkeletons />
  </Late>
);
const TaskTable = lazyView(() => import("../list/task-table"), "TaskTable", waiting);
const TaskCalendar = lazyView(() => import("../calendar/task-calendar"), "TaskCalendar", waiting);

interface MatrixScreenProps {
  teamId: string;
  source: SourceViews;
  ChannelFilter: TeamChannelFilter;
  /** What appears below the tasks. */
  children?: ReactNode;
}

/** The team's tasks under its filters: as the urgent/important matrix, as a list, or as a calendar. */
export function MatrixScreen({ teamId, source, ChannelFilter, children }: MatrixScreenProps) {
  usePreload(
    useMemo(
      () => [
        TaskDialog,
        CardMenu,
        source.MessageDialog,
        source.WhyTask,
        AddTaskDialog,
        SnoozeDialog,
        BoardFilterDialog,
        TaskTable,
        TaskCalendar,
      ],
      [source],
    ),
  );
  const { view, setView, order, setOrder, filter, setFilter, opened, open, close } = useBoardUrl();
  return (
    <div className={classes.screen}>
      <BoardToolbar {...{ teamId, ChannelFilter, filter, view }} onView={setView} onChange={setFilter} />
      {view === "matrix" && <Board {...{ teamId, source, filter, setFilter, open }} />}
      {view === "list" && (
        <TaskTable {...{ teamId, source, filter, setFilter, open, order }} onOrder={setOrder} />
      )}
      {view === "calendar" && (
        <TaskCalendar {...{ teamId, source, filter, setFilter, open }} onList={() => setView("list")} />
      )}
      {children}
      {opened && (
        <TaskDialog key={opened} inAddress teamId={teamId} taskId={opened} source={source} onClose={close} />
      )}
    </div>
  );
}
