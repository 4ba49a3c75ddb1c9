import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useRef } from "react";
import { useLoadAhead } from "../../../../web/ui/load-ahead";
import { isInView, useLateRows, useRangeKeeping } from "../../../../web/ui/virtual-rows";
import { useSelectedCard, useSelectedIndex } from "./selected-card";
import classes from "./task-list.module.css";
import { TaskListItem, type TaskListProps } from "./task-list-item";

/** Height of a typical card with its gap (pixels), until it is measured. */
const usualHeight = 104;
/** The next page loads this many rows before the end. */
const loadAhead = 25;

/** Like {@link TaskList}, but only the cards near the view are rendered. */
export function VirtualTaskList(props: TaskListProps) {
  const { tasks, more } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = useSelectedIndex(props);
  const rangeExtractor = useRangeKeeping(selectedIndex);
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    rangeExtractor,
    overscan: 3,
    // What a scroll brings near the view is drawn after the frame that shows the scroll.
    useFlushSync: false,
    paddingStart: 2,
  });
  const items = virtualizer.getVirtualItems();
  useSelectedCard(props, (index) => {
    // A scroll, even to where the view is, makes the browser lay out the page in between.
    if (!isInView(virtualizer, index)) virtualizer.scrollToIndex(index);
  });
  const drawn = useLateRows(tasks, items, selectedIndex);
  const tabbable = selectedIndex >= 0 ? selectedIndex : items[0]?.index;

  useLoadAhead(items.at(-1)?.index ?? 0, tasks.length, loadAhead, more);

  return (
    <div className={classes.scroller} ref={scroller}>
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map((item) => (
          <TaskListItem
            key={item.key}
            {...props}
            index={item.index}
            selected={item.index === selectedIndex}
            tabbable={item.index === tabbable}
            ref={virtualizer.measureElement}
            style={{ position: "absolute", transform: `translateY(${item.start}px)` }}
          />
        ))}
      </ul>
    </div>
  );
}
