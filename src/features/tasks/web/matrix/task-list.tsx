import { useCallback, useLayoutEffect, useRef } from "react";
import { ViewFailure } from "../../../../web/ui/feedback/part-failure";
import { useHandOver } from "../../../../web/ui/hand-over";
import { lazyPart } from "../../../../web/ui/lazy-part";
import type { Selection } from "./selection";
import classes from "./task-list.module.css";
import { cardId, TaskListItem, type TaskListProps } from "./task-list-item";

/** So many cards are rendered at once. The code that renders only some of a longer list loads when it is needed. */
const few = 40;

const VirtualTaskList = lazyPart(() => import("./virtual-task-list"), "VirtualTaskList", {
  waiting: (props) => <ShortTaskList {...props} tasks={props.tasks.slice(0, few)} />,
  failed: (_, retry) => <ViewFailure onRetry={retry} />,
});

/** The cards of one quadrant. */
export function TaskList(props: TaskListProps) {
  return props.count > few ? <VirtualTaskList {...props} /> : <ShortTaskList {...props} />;
}

function ShortTaskList(props: TaskListProps) {
  const { tasks, quadrant, selection, actions } = props;
  const selectedIndex = selection ? tasks.findIndex(({ id }) => id === selection.id) : -1;
  useHandOver(
    tasks,
    selection?.id,
    useCallback(({ id }, focus) => actions.select(quadrant, id, focus), [actions, quadrant]),
  );
  // Each selection scrolls once, when its card is in the list, and not on every later change.
  const scrolledTo = useRef<Selection>(undefined);
  const appeared = useRef(false);
  useLayoutEffect(() => {
    // A list that appears anew, such as after a change of the window's width, takes the focus from nobody.
    const mayFocus = appeared.current || document.activeElement === document.body;
    appeared.current = true;
    if (!selection || selectedIndex < 0 || scrolledTo.current === selection) return;
    scrolledTo.current = selection;
    const card = document.getElementById(cardId(selection.id));
    card?.scrollIntoView({ block: "nearest" });
    if (selection.focus && mayFocus) card?.focus({ preventScroll: true });
  }, [selection, selectedIndex]);
  return (
    <div className={classes.scroller}>
      <ul className={classes.list}>
        {tasks.map(({ id }, index) => (
          <TaskListItem key={id} {...props} index={index} tabbable={index === Math.max(0, selectedIndex)} />
        ))}
      </ul>
    </div>
  );
}
