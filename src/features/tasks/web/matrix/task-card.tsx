import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { IconArrowsMove } from "@tabler/icons-react";
import { memo, type Ref, useEffect, useRef, useState } from "react";
import { cutText } from "../../../../shared/cut-text";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import type { Task } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { statusNames } from "../task/choices";
import { Assignee } from "./assignee";
import { DueBadge } from "./due-badge";
import { quadrantColors } from "./quadrant-icon";
import classes from "./task-card.module.css";

/** Longest description on a card (characters). Source: specification, section 9. */
const shownDescription = 100;

/** The data of a dragged card. */
export interface DraggedTask {
  kind: "task";
  task: Task;
  from: Quadrant;
  [key: string]: unknown;
}

/** The actions of a card, as stable functions so that cards rerender only when they change. */
export interface CardActions {
  select: (quadrant: Quadrant, id: string, focus?: boolean) => void;
  open: (task: Task) => void;
  /** Opens the Move to menu at the button. */
  chooseQuadrant: (task: Task, button: HTMLElement) => void;
}

interface TaskCardProps {
  task: Task;
  quadrant: Quadrant;
  /** The element's id, for focusing it. */
  id: string;
  now: number;
  selected: boolean;
  tabbable: boolean;
  movable: boolean;
  actions: CardActions;
}

/** One task on the board: a click selects and opens it, dragging or the Move to menu moves it. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, quadrant, id, now, selected, tabbable, movable, actions } = props;
  const { element, dragging } = useDragging(task, quadrant, movable);
  const open = () => {
    actions.select(quadrant, task.id);
    actions.open(task);
  };
  return (
    <div className={classes.frame} ref={element} data-dragging={dragging || undefined}>
      {/* Firefox doesn't start drags from a real button. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        id={id}
        role="button"
        tabIndex={tabbable ? 0 : -1}
        className={classes.card}
        style={{ borderInlineStartColor: quadrantColors[quadrant] }}
        data-selected={selected || undefined}
        data-settled={task.status === "resolved" || undefined}
        onClick={open}
        onFocus={() => actions.select(quadrant, task.id)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          open();
        }}
      >
        <div className={classes.title} dir="auto">
          {task.title}
        </div>
        {task.description && (
          <div className={classes.description} dir="auto">
            {cutText(task.description, shownDescription)}
          </div>
        )}
        <div className={classes.meta}>
          <Assignee task={task} />
          {task.status !== "new" && <span className={classes.status}>{statusNames[task.status]}</span>}
          {task.messageChannel && <ChannelBadge channel={task.messageChannel} />}
          {task.dueDate && <DueBadge dueDate={task.dueDate} now={now} settled={task.status === "resolved"} />}
        </div>
      </div>
      <button
        type="button"
        className={classes.move}
        tabIndex={tabbable ? 0 : -1}
        aria-haspopup="menu"
        aria-label={`Move “${cutText(task.title, 60)}” to…`}
        title="Move to…"
        onClick={(event) => actions.chooseQuadrant(task, event.currentTarget)}
      >
        <IconArrowsMove size={16} aria-hidden />
      </button>
    </div>
  );
});

function useDragging(
  task: Task,
  from: Quadrant,
  movable: boolean,
): { element: Ref<HTMLDivElement>; dragging: boolean } {
  const element = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    if (!element.current || !movable) return;
    return draggable({
      element: element.current,
      getInitialData: (): DraggedTask => ({ kind: "task", task, from }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [task, from, movable]);
  return { element, dragging };
}
