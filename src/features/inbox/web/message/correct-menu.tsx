import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { AnchoredMenu } from "../../../../web/ui/menu/anchored-menu";
import { MenuItem, MenuLabel } from "../../../../web/ui/menu/menu-items";
import { correctionTexts } from "../../../corrections/web/texts";
import { categories, type Priority } from "../../../triage/contract";
import type { Message } from "../../contract";
import { categoryNames, priorityNames } from "../filters/filter-names";
import classes from "./correct-menu.module.css";
import type { TaskFeedback } from "./correct-message";

/** The message whose menu is open, and the button it is attached to. */
export interface CorrectTarget {
  message: Message;
  button: HTMLElement;
}

interface CorrectMenuProps {
  target: CorrectTarget;
  onCorrect: (message: Message, said: TaskFeedback) => void;
  onClose: () => void;
}

/** Lets a person correct a message: whether it has a task, its priority, its category. */
export function CorrectMenu({ target: { message, button }, onCorrect, onClose }: CorrectMenuProps) {
  const { aiAnalysis } = message;
  const item = (key: string, label: ReactNode, chosen: boolean, said: TaskFeedback) => (
    <MenuItem
      key={key}
      current={chosen}
      rightSection={chosen && <IconCheck size={14} aria-hidden />}
      onClick={() => onCorrect(message, said)}
    >
      {label}
    </MenuItem>
  );
  return (
    <AnchoredMenu button={button} label={correctionTexts.correct} onClose={onClose}>
      <div className={classes.items}>
        <MenuLabel>Task</MenuLabel>
        {item("task", correctionTexts.isTask, aiAnalysis?.hasTask === true, { hasTask: true })}
        {item("none", correctionTexts.notATask, aiAnalysis?.hasTask === false, { hasTask: false })}
        <MenuLabel>Priority</MenuLabel>
        {(Object.keys(priorityNames) as Priority[]).map((priority) =>
          item(priority, priorityNames[priority], message.priority === priority, { priority }),
        )}
        <MenuLabel>Category</MenuLabel>
        {categories.map((category) =>
          item(category, categoryNames[category], aiAnalysis?.category === category, { category }),
        )}
      </div>
    </AnchoredMenu>
  );
}
