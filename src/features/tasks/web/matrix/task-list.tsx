import { type ReactNode, useDeferredValue } from "react";
import { lazyPart } from "../../../../web/ui/lazy-part";
import textButton from "../../../../web/ui/styles/text-button.module.css";
import { useSelectedCard } from "./selected-card";
import classes from "./task-list.module.css";
import { cardId, TaskListItem, type TaskListProps } from "./task-list-item";

/** So many cards are rendered at once. The code that renders only some of a longer list loads when it is needed. */
const few = 40;

/** The height of a card with only a title, with its gap (pixels). */
const lowestCard = 72;

/** So many cards fill a quadrant of this window: one of two above each other, or on phones a single one. */
const cardsInView = ({ movable }: TaskListProps): number =>
  Math.ceil(innerHeight / (movable ? 2 : 1) / lowestCard);

const VirtualTaskList = lazyPart(() => import("./virtual-task-list"), "VirtualTaskList", {
  waiting: (props) => <ShortTaskList {...props} tasks={props.tasks.slice(0, cardsInView(props))} />,
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

/** The cards in view are drawn first. The others follow, a little at a time. */
function ShortTaskList(props: TaskListProps & { children?: ReactNode }) {
  const { tasks } = props;
  const whole = useDeferredValue(true, false);
  const selectedIndex = useSelectedCard(props, (index) =>
    document.getElementById(cardId(tasks[index]?.id ?? ""))?.scrollIntoView({ block: "nearest" }),
  );
  // A card that is selected is there, wherever it is: it is scrolled to, and has the focus.
  const drawn = whole ? tasks : tasks.slice(0, Math.max(cardsInView(props), selectedIndex + 1));
  return (
    <div className={classes.scroller}>
      <ul className={classes.list}>
        {drawn.map(({ id }, index) => (
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
