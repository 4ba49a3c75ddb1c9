import { type ReactNode, useState } from "react";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import type { Task } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { TypedAhead } from "../add/typed-ahead";
import type { SourceViews } from "../source-views";
import type { CardMenuTarget } from "./card-menu";
import { menuButtonId } from "./task-card";

export const AddTaskDialog = lazyDialog(() => import("../add/add-task-dialog"), "AddTaskDialog", TypedAhead);
export const SnoozeDialog = lazyDialog(() => import("../snooze/snooze-dialog"), "SnoozeDialog");
export const BoardFilterDialog = lazyDialog(() => import("./board-filter-dialog"), "BoardFilterDialog");
export const CardMenu = lazyDialog(() => import("./card-menu"), "CardMenu");

interface TaskChanges {
  source: SourceViews;
  move: (task: Task, to: Quadrant) => void;
  assign: (task: Task, assignee: Task["assignee"]) => void;
  check: (task: Task) => void;
  snooze: (task: Task, until: string | null) => void;
}

interface TaskDialogs {
  why: (task: Task) => void;
  /** Asks until when to snooze a task. */
  snooze: (task: Task) => void;
  menu: (target: CardMenuTarget) => void;
  /** Asks who does a task, at the button of its menu. */
  assign: (task: Task) => void;
  /** What is open, if anything. */
  element: ReactNode;
}

/** What a list of tasks opens over itself for one task: its menu, its snooze, and its explanation. */
export function useTaskDialogs({ source, move, assign, check, snooze }: TaskChanges): TaskDialogs {
  const [explained, setExplained] = useState<Task>();
  const [snoozing, setSnoozing] = useState<Task>();
  const [menu, setMenu] = useState<CardMenuTarget>();
  return {
    why: setExplained,
    snooze: setSnoozing,
    menu: setMenu,
    assign(task) {
      const button = document.getElementById(menuButtonId(task.id));
      if (button) setMenu({ task, button, view: "assign" });
    },
    element: (
      <>
        {menu && (
          <CardMenu
            target={menu}
            onMove={move}
            onAssign={assign}
            onResolve={check}
            onSnooze={setSnoozing}
            onClose={() => setMenu(undefined)}
          />
        )}
        {snoozing && (
          <SnoozeDialog
            of={snoozing}
            onChoose={(until) => snooze(snoozing, until)}
            onClose={() => setSnoozing(undefined)}
          />
        )}
        {explained && <source.WhyTask task={explained} onClose={() => setExplained(undefined)} />}
      </>
    ),
  };
}
