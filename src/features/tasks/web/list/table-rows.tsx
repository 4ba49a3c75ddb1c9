import { Button, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp, IconFilterOff, IconListCheck } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useHandOver } from "../../../../web/ui/hand-over";
import { type MoreRows, useLoadAhead } from "../../../../web/ui/load-ahead";
import { phone } from "../../../../web/ui/phone";
import { focusUnlessTyping } from "../../../../web/ui/shortcuts/typing";
import { useRangeKeeping } from "../../../../web/ui/virtual-rows";
import { type Task, type TaskSort, taskSorts } from "../../contract";
import { useByFinger } from "../by-finger";
import { type BoardFilter, isNarrowed, widened } from "../task-cache";
import { listTexts } from "./list-texts";
import { type ListOrder, nextOrder, readOrder } from "./order-choice";
import { type RowActions, type RowSelection, rowId, TaskRow } from "./task-row";
import classes from "./task-table.module.css";
import type { Choice } from "./use-choice";

/** The heights of headings and rows (pixels), as in the style sheet. */
const heights = { head: 36, row: 41, phoneRow: 69 };
/** The same where a finger hits them. */
const touchHeights = { ...heights, head: 45, row: 49 };
/** The next page loads this many rows before the end. */
const loadAhead = 50;
/** The columns in their order on screen, which isn't that of the sorts. */
const columns: TaskSort[] = ["title", "quadrant", "assignee", "due", "status", "created"];

interface TableRowsProps {
  tasks: Task[];
  /** The total number, loaded or not. */
  total: number;
  selection: RowSelection | undefined;
  choice: Choice;
  now: number;
  more: MoreRows;
  actions: RowActions;
  sort: ListOrder;
  onSelect: (selection: RowSelection) => void;
}

/** The rows of the list under their headings. Only those near the view are rendered. */
export function TableRows(props: TableRowsProps) {
  const { tasks, total, selection, choice, now, more, actions, sort, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const onPhone = useMediaQuery(phone, matchMedia(phone).matches, { getInitialValueInEffect: false });
  const byFinger = useByFinger();
  const all = byFinger ? touchHeights : heights;
  const height = onPhone ? all.phoneRow : all.row;
  const head = onPhone ? 0 : all.head;
  const at = selection ? tasks.findIndex(({ id }) => id === selection.id) : -1;
  const rangeExtractor = useRangeKeeping(at);
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    rangeExtractor,
    overscan: 8,
    scrollMargin: head,
    scrollPaddingStart: head,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height moves every row
  useEffect(() => virtualizer.measure(), [height, virtualizer]);
  const items = virtualizer.getVirtualItems();
  useHandOver(
    tasks,
    selection?.id,
    useCallback(({ id }, focus) => onSelect({ id, focus }), [onSelect]),
  );
  useLoadAhead(items.at(-1)?.index ?? 0, tasks.length, loadAhead, more);
  const scrolledTo = useRef<RowSelection>(undefined);
  useLayoutEffect(() => {
    if (!selection || at < 0 || scrolledTo.current === selection) return;
    scrolledTo.current = selection;
    virtualizer.scrollToIndex(at);
    if (selection.focus) focusUnlessTyping(document.getElementById(rowId(selection.id)));
  }, [selection, at, virtualizer]);
  const tabbable = at >= 0 ? at : items[0]?.index;

  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be chosen
        role="grid"
        className={classes.table}
        aria-label={listTexts.label}
        aria-rowcount={total + 1}
        aria-multiselectable
      >
        <thead className={classes.headings}>
          <tr className={classes.head} aria-rowindex={1}>
            <th scope="col" className={classes.check}>
              <label>
                <input
                  type="checkbox"
                  aria-label={listTexts.chooseAllShown}
                  checked={choice.all}
                  onChange={choice.all ? choice.clear : choice.chooseAll}
                />
              </label>
            </th>
            {columns.map((column) => (
              <Heading key={column} column={column} sort={sort} />
            ))}
            <th scope="col" className={classes.menu}>
              <span className="z-visually-hidden">More</span>
            </th>
          </tr>
        </thead>
        <tbody className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const task = tasks[item.index];
            if (!task) return null;
            return (
              <TaskRow
                key={item.key}
                number={item.index + 1}
                style={{ transform: `translateY(${item.start - head}px)` }}
                selected={item.index === at}
                chosen={choice.has(task)}
                tabbable={item.index === tabbable}
                {...{ task, now, actions }}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ column, sort: { order, onOrder } }: { column: TaskSort; sort: ListOrder }) {
  const { sort, descending } = readOrder(order);
  const sorted = sort === column;
  const Icon = descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={classes[column]}
      aria-sort={sorted ? (descending ? "descending" : "ascending") : "none"}
    >
      <button type="button" className={classes.heading} onClick={() => onOrder(nextOrder(order, column))}>
        {listTexts.columns[column]}
        {sorted && <Icon size={14} aria-hidden />}
      </button>
    </th>
  );
}

interface EmptyTableProps {
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
}

/** A list without tasks; a filter may hide them. */
export function EmptyTable({ filter, setFilter }: EmptyTableProps) {
  const narrowed = isNarrowed(filter);
  return (
    <div className={classes.empty}>
      <IconListCheck size={28} aria-hidden />
      <p>{narrowed ? listTexts.hidden : listTexts.empty}</p>
      {narrowed && (
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => setFilter(widened(filter))}
        >
          {listTexts.clear}
        </Button>
      )}
    </div>
  );
}

/** Mirrors the list during loading. */
export function RowSkeletons() {
  return (
    <div className={classes.skeletons} aria-hidden>
      {taskSorts.map((sort) => (
        <Skeleton key={sort} height={28} radius={8} />
      ))}
    </div>
  );
}
