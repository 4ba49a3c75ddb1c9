import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { rowsOf } from "../../../../web/paged-list";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Question } from "../../../../web/ui/question";
import { useNow } from "../../../../web/ui/relative-time";
import type { CommonChange, Task, TaskOrder } from "../../contract";
import { quadrants } from "../../quadrants";
import { SnoozeDialog, useTaskDialogs } from "../matrix/task-dialogs";
import type { SourceViews } from "../source-views";
import type { BoardFilter } from "../task-cache";
import { queryOf, useTaskCounts, useTaskTable } from "../task-queries";
import { taskTexts } from "../texts";
import { BulkBar, type BulkQuestion, bulkButtonId } from "./bulk-bar";
import { type ChosenTasks, useChangeTasks, useDeleteTasks } from "./bulk-queries";
import { DueDialog } from "./due-dialog";
import { listTexts } from "./list-texts";
import { OrderChoice } from "./order-choice";
import { useSingleChanges } from "./single-changes";
import { useTableKeys } from "./table-keys";
import { EmptyTable, RowSkeletons, TableRows } from "./table-rows";
import type { RowActions, RowSelection } from "./task-row";
import classes from "./task-table.module.css";
import { useChoice } from "./use-choice";

/** From this width on, every column has room, and its heading sorts. */
const wide = "(min-width: 68.75em)";

interface TaskTableProps {
  teamId: string;
  source: SourceViews;
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
  open: (taskId: string) => void;
}

/** The team's tasks in one list, sortable by each column, with changes of many at once. */
export function TaskTable({ teamId, source, filter, setFilter, order, onOrder, open }: TaskTableProps) {
  const query = useTaskTable(
    teamId,
    useMemo(() => ({ ...filter, order }), [filter, order]),
  );
  const tasks = useMemo(() => rowsOf(query.data), [query.data]);
  const counts = useTaskCounts(teamId, filter);
  const total = Math.max(tasks.length, counts.data ? Object.values(counts.data).reduce((a, b) => a + b) : 0);
  const [selection, setSelection] = useState<RowSelection>();
  const [question, setQuestion] = useState<BulkQuestion>();
  const now = useNow(30_000);
  const allColumns = useMediaQuery(wide, matchMedia(wide).matches, { getInitialValueInEffect: false });
  const choice = useChoice(JSON.stringify(filter), tasks);
  const at = tasks.findIndex(({ id }) => id === selection?.id);
  const selected = tasks[at];
  const chosenCount = choice.all ? total : choice.ids.size;
  const deleting = choice.active ? chosenCount : 1;
  const single = useSingleChanges(teamId);
  const chosen = tasks.filter(choice.has);
  const many = useManyChanges(teamId, {
    tasks: chosen,
    target:
      choice.all && chosen.length < total
        ? { filter: queryOf(filter), expected: total }
        : { ids: choice.all ? chosen.map(({ id }) => id) : [...choice.ids] },
    done: choice.clear,
  });
  const dialogs = useTaskDialogs({ source, ...single });

  /** Does one thing with the chosen tasks, or another with the selected one. */
  const act = (change: CommonChange, one: (task: Task) => void) => {
    if (choice.active) many.change(change);
    else if (selected) one(selected);
  };
  const ask = (next: BulkQuestion) => (choice.active || selected) && setQuestion(next);
  const showMenu = dialogs.menu;
  const actions = useMemo<RowActions>(
    () => ({
      select: (id) => setSelection((now) => (now?.id === id ? now : { id, focus: false })),
      open: (task) => open(task.id),
      toggle: choice.toggle,
      toggleRange(task) {
        const to = tasks.indexOf(task);
        const from = at === -1 ? to : at;
        choice.add(tasks.slice(Math.min(from, to), Math.max(from, to) + 1));
      },
      showMenu: (task, button, view) => showMenu({ task, button, view }),
    }),
    [open, choice, tasks, at, showMenu],
  );

  useTableKeys({
    ...{ tasks, at, choice },
    onSelect: ({ id }) => setSelection({ id, focus: true }),
    onOpen: (task) => open(task.id),
    onWhy: dialogs.why,
    onMove: (to) => act(quadrants[to], (task) => single.move(task, to)),
    onResolve: () => act({ status: "resolved" }, single.check),
    onAssign() {
      if (choice.active) document.getElementById(bulkButtonId("assign"))?.click();
      else if (selected) dialogs.assign(selected);
    },
    onSnooze: () => ask("snooze"),
    onDue: () => ask("due"),
    onDelete: () => ask("delete"),
  });

  const sort = { order, onOrder };
  const more = {
    available: query.hasNextPage && !query.isFetching && !query.error,
    load: query.fetchNextPage,
  };
  const asked = { selected, close: () => setQuestion(undefined) };
  return (
    <section className={classes.frame} aria-label={listTexts.label}>
      {!allColumns && <OrderChoice {...sort} />}
      <QueryView
        query={{ ...query, data: query.data && tasks }}
        failure={taskTexts.failedToFetch}
        skeleton={<RowSkeletons />}
      >
        {(all) =>
          all.length > 0 ? (
            <TableRows
              tasks={all}
              {...{ total, selection, choice, now, more, actions, sort }}
              onSelect={setSelection}
            />
          ) : (
            <EmptyTable filter={filter} setFilter={setFilter} />
          )
        }
      </QueryView>
      {choice.active && (
        <BulkBar
          {...{ teamId, total }}
          count={chosenCount}
          busy={many.busy}
          onChange={many.change}
          onAsk={setQuestion}
          onChooseAll={choice.chooseAll}
          onClear={choice.clear}
        />
      )}
      {dialogs.element}
      {question === "due" && (
        <DueDialog
          onChoose={(dueDate) => act({ dueDate }, (task) => single.setDue({ task, dueDate }))}
          onClose={asked.close}
        />
      )}
      {question === "snooze" && (
        <SnoozeDialog
          of={choice.active || !selected ? { snoozedUntil: null } : selected}
          onChoose={(until) => act({ snoozedUntil: until }, (task) => single.snooze(task, until))}
          onClose={asked.close}
        />
      )}
      {question === "delete" && (
        <Question
          title={listTexts.deleteMany(deleting)}
          onClose={asked.close}
          confirm={{
            label: listTexts.delete,
            danger: true,
            run() {
              if (choice.active) many.remove();
              else if (selected) single.remove(selected);
              asked.close();
            },
          }}
        >
          <p>{listTexts.deleteAbout(deleting)}</p>
        </Question>
      )}
    </section>
  );
}

/** Changes of the chosen tasks, which are let go afterwards. */
function useManyChanges(teamId: string, { done, ...chosen }: ChosenTasks & { done: () => void }) {
  const change = useChangeTasks(teamId);
  const remove = useDeleteTasks(teamId);
  return {
    change: (fields: CommonChange) => change.mutate({ ...chosen, change: fields }, { onSuccess: done }),
    remove: () => remove.mutate(chosen, { onSuccess: done }),
    busy: change.isPending || remove.isPending,
  };
}
