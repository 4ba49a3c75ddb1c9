import type { Task } from "../../tasks/contract";
import classes from "./focus.module.css";
import { focusTexts } from "./texts";

/** The first step of a task that isn't done; nothing without one. */
export function NextStep({ task: { steps } }: { task: Task }) {
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  return (
    <p className={classes.next} dir="auto">
      <span className={classes.label}>
        {next === steps[0] ? `${focusTexts.firstStep} · ${focusTexts.twoMinutes}` : focusTexts.nextStep}
      </span>
      {next.title}
    </p>
  );
}
