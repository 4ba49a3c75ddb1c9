import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { AnchoredMenu } from "../../../../web/ui/anchored-menu";
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
    <Menu.Item
      key={key}
      mih="var(--z-control)"
      aria-current={chosen || undefined}
      rightSection={chosen && <IconCheck size={14} aria-hidden />}
      onClick={() => onCorrect(message, said)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <AnchoredMenu button={button} label={correctionTexts.correct} onClose={onClose}>
      <div className={classes.items}>
        <Menu.Label>Task</Menu.Label>
        {item("task", correctionTexts.isTask, aiAnalysis?.hasTask === true, { hasTask: true })}
        {item("none", correctionTexts.notATask, aiAnalysis?.hasTask === false, { hasTask: false })}
        <Menu.Label>Priority</Menu.Label>
        {(Object.keys(priorityNames) as Priority[]).map((priority) =>
          item(priority, priorityNames[priority], message.priority === priority, { priority }),
        )}
        <Menu.Label>Category</Menu.Label>
        {categories.map((category) =>
          item(category, categoryNames[category], aiAnalysis?.category === category, { category }),
        )}
      </div>
    </AnchoredMenu>
  );
}
