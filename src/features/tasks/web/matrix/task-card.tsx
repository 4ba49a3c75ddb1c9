import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { IconMicrophone } from "@tabler/icons-react";
import { type CSSProperties, type MouseEvent, memo, type Ref, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { cutText } from "../../../../shared/cut-text";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useTabStop } from "../../../../web/ui/shortcuts/tab-stop";
import swiped from "../../../../web/ui/styles/swiped.module.css";
import { useSwipe } from "../../../../web/ui/swipe";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import type { Task } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { meetingPath } from "../meeting-path";
import { SnoozedNote } from "../snooze/snoozed-note";
import { statusNames } from "../task/choices";
import { matrixTexts, repeats, snoozeTexts } from "../texts";
import { Assignee } from "./assignee";
import type { CardMenuTarget } from "./card-menu";
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
  /** Resolves the task, or reopens a resolved one. */
  check: (task: Task) => void;
  /** Asks until when to snooze the task. */
  snooze: (task: Task) => void;
  /** Opens the card's menu at an element. */
  showMenu: (target: CardMenuTarget) => void;
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

/**
 * One task on the board: a click selects and opens it, its circle or a swipe to the right resolves it, a
 * swipe to the left snoozes it, dragging or its menu moves it. A task of a meeting links to where it was said.
 */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const keys = useKeyNames();
  const { task, quadrant, id, now, selected, tabbable, movable, actions } = props;
  const { element, dragging } = useDragging(task, quadrant, movable);
  const resolved = task.status === "resolved";
  const said = task.evidence.find((one) => one.sourceType === "meeting");
  const tabStop = useTabStop<HTMLDivElement>(tabbable);
  const swipe = useSwipe<HTMLDivElement>({
    right: { label: matrixTexts.check(resolved), run: () => actions.check(task) },
    left: { label: snoozeTexts.action, run: () => actions.snooze(task) },
  });
  const open = ({ target }: Pick<MouseEvent, "target">) => {
    actions.select(quadrant, task.id);
    // A control here would be inside the card's own button. The key A and the menu assign too.
    const assigns = (target as Element).closest("[data-assign]") !== null;
    // The menu's button gets the focus back; the assignee can't have it.
    const button = document.getElementById(menuButtonId(task.id));
    if (assigns && button) actions.showMenu({ task, button, view: "assign" });
    else actions.open(task);
  };
  return (
    <div
      className={`${classes.frame} ${swiped.element}`}
      ref={element}
      style={{ "--quadrant": quadrantColors[quadrant] } as CSSProperties}
      data-dragging={dragging || undefined}
      data-selected={selected || undefined}
      {...swipe}
    >
      {/* Firefox doesn't start drags from a real button. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        id={id}
        role="button"
        ref={tabStop.ref}
        tabIndex={tabStop.tabIndex}
        className={classes.card}
        data-selected={selected || undefined}
        data-settled={resolved || undefined}
        data-said={said ? "" : undefined}
        onClick={open}
        onFocus={() => actions.select(quadrant, task.id)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          open(event);
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
          {task.sample && <span className={classes.status}>Sample</span>}
          {task.messageChannel && <ChannelBadge channel={task.messageChannel} />}
          {task.steps.length > 0 && (
            <span className={classes.status} title="Steps done">
              {task.steps.filter(({ done }) => done).length}/{task.steps.length} steps
            </span>
          )}
          {task.recurrence && <span className={classes.status}>{repeats}</span>}
          {task.commentCount > 0 && (
            <span className={classes.status}>{matrixTexts.comments(task.commentCount)}</span>
          )}
          <SnoozedNote of={task} now={now} />
          {task.dueDate && <DueBadge dueDate={task.dueDate} now={now} settled={resolved} />}
        </div>
      </div>
      {said && (
        <Link
          href={meetingPath(said)}
          className={classes.meeting ?? ""}
          tabIndex={tabbable ? 0 : -1}
          // Else it would be dragged instead of its card.
          draggable={false}
          aria-label={`Meeting: go to where “${cutText(task.title, 60)}” was said`}
        >
          <IconMicrophone size={14} aria-hidden />
          Meeting
        </Link>
      )}
      <button
        type="button"
        className={classes.check}
        tabIndex={tabbable ? 0 : -1}
        aria-label={`${resolved ? "Reopen" : "Resolve"} “${cutText(task.title, 60)}”`}
        title={withKeys(resolved ? "Reopen" : "Resolve", keys("e"))}
        data-checked={resolved || undefined}
        onClick={() => actions.check(task)}
      >
        <span className={classes.circle} />
      </button>
      <button
        type="button"
        id={menuButtonId(task.id)}
        className={classes.more}
        tabIndex={tabbable ? 0 : -1}
        aria-haspopup="menu"
        aria-label={`More about “${cutText(task.title, 60)}”`}
        title="Move, assign, resolve"
        onClick={({ currentTarget }) => actions.showMenu({ task, button: currentTarget, view: "all" })}
      />
    </div>
  );
});

/** The element id of the button that opens a card's menu. */
export function menuButtonId(taskId: string): string {
  return `more-${taskId}`;
}

function useDragging(
  task: Task,
  from: Quadrant,
  movable: boolean,
): { element: Ref<HTMLDivElement>; dragging: boolean } {
  const element = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  // Read when a drag starts: were the card registered again for each new version of its task, a live event
  // between the press and the first move would end the drag.
  const latest = useRef<DraggedTask>({ kind: "task", task, from });
  useEffect(() => {
    latest.current = { kind: "task", task, from };
  }, [task, from]);
  useEffect(() => {
    if (!element.current || !movable) return;
    return draggable({
      element: element.current,
      getInitialData: () => latest.current,
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [movable]);
  return { element, dragging };
}
