import { Sheet } from "../../../../web/ui/sheet";
import type { Task } from "../../../tasks/contract";
import { whyTexts } from "../texts";
import { CloseKey, WhySheet } from "./why-sheet";
import classes from "./why-sheet.module.css";

interface WhyTaskProps {
  task: Pick<Task, "messageId" | "urgency" | "importance">;
  onClose: () => void;
}

/** Explains a task by its source message, or says that it was added by hand. */
export function WhyTask({ task, onClose }: WhyTaskProps) {
  if (task.messageId) return <WhySheet messageId={task.messageId} task={task} onClose={onClose} />;
  return (
    <Sheet small title={whyTexts.title} width={440} onClose={onClose}>
      <CloseKey onClose={onClose} />
      <p className={classes.byHand}>{whyTexts.byHand}</p>
    </Sheet>
  );
}
