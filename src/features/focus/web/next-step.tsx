import type { Task } from "../../tasks/contract";
import { useTaskContext } from "../../tasks/web/task-queries";
import { sourceOfTask, stepsFromTemplates } from "../breakdown/templates";
import classes from "./focus.module.css";
import { focusTexts } from "./texts";

/** The first step of a task that isn't done, or a suggested one for a task without steps; nothing once all are done. */
export function NextStep({ task }: { task: Task }) {
  const { steps } = task;
  if (steps.length === 0) return <SuggestedStep task={task} />;
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  const label =
    next === steps[0] ? `${focusTexts.firstStep} · ${focusTexts.twoMinutes}` : focusTexts.nextStep;
  return <Step label={label} title={next.title} />;
}

/** How a breakdown by Zippy's templates would begin; no language model is asked for it. */
function SuggestedStep({ task }: { task: Task }) {
  const fromMessage = task.messageId !== null;
  const { data: context = [], isLoading } = useTaskContext(task.id, { enabled: fromMessage });
  const [first = ""] = stepsFromTemplates(sourceOfTask(task, context), 3);
  return (
    <Step
      label={`${focusTexts.suggested} · ${focusTexts.twoMinutes}`}
      // Room for it, so that nothing moves once the sender is known.
      title={isLoading ? "\u00a0" : first}
    />
  );
}

function Step({ label, title }: { label: string; title: string }) {
  return (
    <p className={classes.next} dir="auto">
      <span className={classes.label}>{label}</span>
      {title}
    </p>
  );
}
