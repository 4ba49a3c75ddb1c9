import type { ReactNode } from "react";
import { lazyPart } from "../../../../web/ui/lazy-part";
import textButton from "../../../../web/ui/styles/text-button.module.css";
import { useSelectedCard } from "./selected-card";
import classes from "./task-list.module.css";
import { cardId, TaskListItem, type TaskListProps } from "./task-list-item";

/** So many cards are rendered at once. The code that renders only some of a longer list loads when it is needed. */
const few = 40;

/** So many fill a quadrant of a large screen until that code has loaded. */
const firstCards = 12;

const VirtualTaskList = lazyPart(() => import("./virtual-task-list"), "VirtualTaskList", {
  waiting: (props) => <ShortTaskList {...props} tasks={props.tasks.slice(0, firstCards)} />,
  // One of four quadrants needs no message of its own: the page says why nothing loads.
  failed: (props, retry) => (
    <ShortTaskList {...props} tasks={props.tasks.slice(0, few)}>
      <p className={classes.more}>
        <button type="button" className={textButton.button} onClick={retry}>
          Show more
        </button>
      </p>
    </ShortTaskList>
  ),
});

/** The cards of one quadrant. */
export function TaskList(props: TaskListProps) {
  return props.count > few ? <VirtualTaskList {...props} /> : <ShortTaskList {...props} />;
}

function ShortTaskList(props: TaskListProps & { children?: ReactNode }) {
  const { tasks } = props;
  const selectedIndex = useSelectedCard(props, (index) =>
    document.getElementById(cardId(tasks[index]?.id ?? ""))?.scrollIntoView({ block: "nearest" }),
  );
  return (
    <div className={classes.scroller}>
      <ul className={classes.list}>
        {tasks.map(({ id }, index) => (
          <TaskListItem
            key={id}
            {...props}
            index={index}
            selected={index === selectedIndex}
            tabbable={index === Math.max(0, selectedIndex)}
          />
        ))}
      </ul>
      {props.children}
    </div>
  );
}
