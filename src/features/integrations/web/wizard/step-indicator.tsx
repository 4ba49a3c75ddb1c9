import { IconCheck } from "@tabler/icons-react";
import classes from "./wizard.module.css";
import { wizardSteps } from "./wizard-state";

/** The numbered circles at the top of the wizard. */
export function StepIndicator({ current }: { current: number }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {wizardSteps.map((name, index) => (
        <li
          key={name}
          className={classes.step}
          aria-current={index === current ? "step" : undefined}
          data-done={index < current || undefined}
        >
          <span className={classes.number}>
            {index < current ? <IconCheck size={14} stroke={2.5} aria-label="Done" role="img" /> : index + 1}
          </span>
          <span className={classes.stepName}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
