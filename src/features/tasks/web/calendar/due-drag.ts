import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Task } from "../../contract";
import type { Day } from "./calendar-days";

/** The data of a task that is dragged to another day. */
interface DraggedDue {
  kind: "due";
  task: Task;
  day: Day;
  [key: string]: unknown;
}

/** Makes a task of a day draggable. */
export function useDueDrag<E extends HTMLElement>(task: Task, day: Day): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: (): DraggedDue => ({ kind: "due", task, day }),
    });
  }, [task, day]);
  return element;
}

/** Makes a day take tasks of other days. */
export function useDayDrop(day: Day, move: (task: Task, to: Day) => void) {
  const element = useRef<HTMLTableCellElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const dragged = (data: Record<string, unknown>) => data as unknown as DraggedDue;
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => dragged(source.data).kind === "due" && dragged(source.data).day !== day,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        move(dragged(source.data).task, day);
      },
    });
  }, [day, move]);
  return { element, over };
}
