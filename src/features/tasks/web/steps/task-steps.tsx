import { IconX } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { showToast } from "../../../../web/ui/feedback/toast";
import { IconButton } from "../../../../web/ui/icon-button";
import { mostSteps, type Task, type TaskStep } from "../../contract";
import { pastedLines } from "../pasted-lines";
import { stepTexts } from "../texts";
import { useSetSteps } from "./step-queries";
import classes from "./task-steps.module.css";
import { pastedStepTexts } from "./texts";

interface TaskStepsProps {
  task: Task;
  teamId: string;
}

/** The checklist of a task: steps to check off, rename, remove and add. Each change is stored at once. */
export function TaskSteps({ task, teamId }: TaskStepsProps) {
  const { mutate } = useSetSteps(teamId);
  const { steps } = task;
  const set = (next: TaskStep[]) => mutate({ task, steps: next });
  const room = mostSteps - steps.length;
  const add = (titles: string[]) => {
    if (titles.length > room) {
      const title = pastedStepTexts.tooMany(titles.length);
      return showToast({ title, description: pastedStepTexts.most, tone: "error" });
    }
    const added = titles.map((title) => ({ id: crypto.randomUUID(), title, done: false }));
    mutate({ task, steps: [...steps, ...added], ...(added.length > 1 && { added: added.length }) });
  };
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
      {room > 0 && <NewStep onAdd={add} />}
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
      maxLength={longest}
      value={title}
      onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => plainEnter(event) && finish()}
    />
  );
}

/** The most characters of a step. */
const longest = 300;

/** A line for the next step. Several pasted lines are a step each, and what has been typed stays. */
function NewStep({ onAdd }: { onAdd: (titles: string[]) => void }) {
  const [title, setTitle] = useState("");
  const add = () => {
    if (trimmed(title) === "") return;
    onAdd([trimmed(title)]);
    setTitle("");
  };
  const paste = (event: ClipboardEvent) => {
    const lines = pastedLines(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    onAdd(lines.map((line) => trimmed(line.slice(0, longest))));
  };
  return (
    <input
      className={classes.new}
      aria-label={stepTexts.add}
      placeholder={stepTexts.add}
      dir="auto"
      maxLength={longest}
      value={title}
      onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      onBlur={add}
      onPaste={paste}
      onKeyDown={(event) => plainEnter(event) && add()}
    />
  );
}

function plainEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
}
