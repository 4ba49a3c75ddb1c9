import { cutText } from "../../../../shared/cut-text";
import type { Task } from "../../contract";
import { menuButtonId } from "../matrix/task-card";
import classes from "./row-menu.module.css";

interface RowMenuProps {
  task: Task;
  tabbable: boolean;
  onOpen: (task: Task, button: HTMLElement, view: "all" | "assign") => void;
}

/** The button of a row that opens its task's menu. */
export function RowMenu({ task, tabbable, onOpen }: RowMenuProps) {
  return (
    <button
      type="button"
      id={menuButtonId(task.id)}
      className={classes.menu}
      tabIndex={tabbable ? 0 : -1}
      aria-haspopup="menu"
      aria-label={`More about “${cutText(task.title, 60)}”`}
      title="Move, assign, resolve"
      onClick={({ currentTarget }) => onOpen(task, currentTarget, "all")}
    />
  );
}
