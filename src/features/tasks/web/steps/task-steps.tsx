import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { IconButton } from "../../../../web/ui/icon-button";
import { mostSteps, type Task, type TaskStep } from "../../contract";
import { stepTexts } from "../texts";
import { useSetSteps } from "./step-queries";
import classes from "./task-steps.module.css";

interface TaskStepsProps {
  task: Task;
  teamId: string;
}

/** The checklist of a task: steps to check off, rename, remove and add. Each change is stored at once. */
export function TaskSteps({ task, teamId }: TaskStepsProps) {
  const { mutate } = useSetSteps(teamId);
  const { steps } = task;
  const set = (next: TaskStep[]) => mutate({ task, steps: next });
  return (
    <div className={classes.steps}>
      {steps.length > 0 && (
        <ul className={classes.list} aria-label={stepTexts.title}>
          {steps.map((step) => (
            <li key={step.id} className={classes.step} data-done={step.done || undefined}>
              <input
                type="checkbox"
                className={classes.check}
                aria-label={step.title}
                checked={step.done}
                onChange={({ currentTarget }) =>
                  set(
                    steps.map((one) => (one.id === step.id ? { ...one, done: currentTarget.checked } : one)),
                  )
                }
              />
              <StepName
                key={step.title}
                step={step}
                onRename={(title) => set(steps.map((one) => (one.id === step.id ? { ...one, title } : one)))}
              />
              <IconButton
                label={`${stepTexts.remove}: ${step.title}`}
                title={stepTexts.remove}
                onClick={() => set(steps.filter(({ id }) => id !== step.id))}
              >
                <IconX size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {steps.length < mostSteps && (
        <NewStep onAdd={(title) => set([...steps, { id: crypto.randomUUID(), title, done: false }])} />
      )}
    </div>
  );
}

function StepName({ step, onRename }: { step: TaskStep; onRename: (title: string) => void }) {
  const [title, setTitle] = useState(step.title);
  const finish = () => {
    if (trimmed(title) === "") setTitle(step.title);
    else if (trimmed(title) !== step.title) onRename(trimmed(title));
  };
  return (
    <input
      className={classes.name}
      aria-label={`${stepTexts.rename}: ${step.title}`}
      dir="auto"
      maxLength={300}
      value={title}
      onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => plainEnter(event) && finish()}
    />
  );
}

function NewStep({ onAdd }: { onAdd: (title: string) => void }) {
  const [title, setTitle] = useState("");
  const add = () => {
    if (trimmed(title) === "") return;
    onAdd(trimmed(title));
    setTitle("");
  };
  return (
    <input
      className={classes.new}
      aria-label={stepTexts.add}
      placeholder={stepTexts.add}
      dir="auto"
      maxLength={300}
      value={title}
      onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      onBlur={add}
      onKeyDown={(event) => plainEnter(event) && add()}
    />
  );
}

function plainEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
}
