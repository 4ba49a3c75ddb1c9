import { ViewFailure } from "../../../../web/ui/feedback/part-failure";
import { lazyPart } from "../../../../web/ui/lazy-part";
import { selectedIndexOf, useSelectedCard } from "./selected-card";
import classes from "./task-list.module.css";
import { cardId, TaskListItem, type TaskListProps } from "./task-list-item";

/** So many cards are rendered at once. The code that renders only some of a longer list loads when it is needed. */
const few = 40;

/** So many fill a quadrant of a large screen until that code has loaded. */
const firstCards = 12;

const VirtualTaskList = lazyPart(() => import("./virtual-task-list"), "VirtualTaskList", {
  waiting: (props) => <ShortTaskList {...props} tasks={props.tasks.slice(0, firstCards)} />,
  failed: (_, retry) => <ViewFailure onRetry={retry} />,
});

/** The cards of one quadrant. */
export function TaskList(props: TaskListProps) {
  return props.count > few ? <VirtualTaskList {...props} /> : <ShortTaskList {...props} />;
}

function ShortTaskList(props: TaskListProps) {
  const { tasks } = props;
  const selectedIndex = selectedIndexOf(props);
  useSelectedCard(props, selectedIndex, (index) =>
    document.getElementById(cardId(tasks[index]?.id ?? ""))?.scrollIntoView({ block: "nearest" }),
  );
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
