import { Button } from "@mantine/core";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../contract";
import classes from "../task/task-dialog.module.css";
import { requestForTask } from "../task-requests";
import { stepTexts } from "../texts";
import { TaskSteps } from "./task-steps";

interface StepsSectionProps {
  task: Task;
  teamId: string;
  /** Closes the task before focus mode opens. */
  onClose: () => void;
  /** Called when the breakdown opens over the task, and when it closes. */
  onCover: (covered: boolean) => void;
}

/** The steps of a task below their heading, which offers to draft more and to focus on the task. */
export function StepsSection({ task, teamId, onClose, onCover }: StepsSectionProps) {
  const keys = useKeyNames();
  const breakDown = () => {
    onCover(true);
    requestForTask({ kind: "breakdown", task, onClosed: () => onCover(false) });
  };
  const focus = () => {
    onClose();
    requestForTask({ kind: "focus", task });
  };
  useShortcut({ key: "b", label: stepTexts.breakDown, group: "Task", run: breakDown });
  useShortcut({ key: "f", label: stepTexts.focus, group: "Task", run: focus });
  return (
    <section className={classes.section} aria-labelledby="task-steps">
      <div className={classes.sectionHead}>
        <h3 id="task-steps">{stepTexts.title}</h3>
        <span className={classes.space} />
        <Button
          variant="subtle"
          size="compact-sm"
          title={withKeys(stepTexts.breakDown, keys("b"))}
          onClick={breakDown}
        >
          {stepTexts.breakDown}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          title={withKeys(stepTexts.focus, keys("f"))}
          onClick={focus}
        >
          {stepTexts.focus}
        </Button>
      </div>
      <TaskSteps task={task} teamId={teamId} />
    </section>
  );
}
