import { Button } from "@mantine/core";
import { IconListTree, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import { reportActivity } from "../../../web/activity";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { IconButton } from "../../../web/ui/icon-button";
import { useKeyNames } from "../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import { mostSteps, type Task } from "../../tasks/contract";
import { useSetSteps } from "../../tasks/web/steps/step-queries";
import { breakDownTask } from "../contract";
import classes from "./focus.module.css";
import type { StepDraft } from "./kept-steps";
import { breakdownTexts, focusTexts } from "./texts";

/** The rows of a draft. */
export const rowsOf = (steps: string[]): StepDraft["rows"] =>
  steps.map((title) => ({ id: crypto.randomUUID(), title }));

interface StepRowsProps {
  teamId: string;
  task: Task;
  /** What it begins with. */
  draft: StepDraft;
  onChange: (draft: StepDraft) => void;
  /** Called when the steps are to be added; what it returns is called once they are. */
  onAdd: () => () => void;
  onClose: () => void;
}

/** The steps of a draft, to change, break again and add. */
export function StepRows({
  teamId,
  task,
  draft: { rows: first, by },
  onChange,
  onAdd,
  onClose,
}: StepRowsProps) {
  const [rows, show] = useState(first);
  const latest = useRef(first);
  const setRows = (change: (rows: StepDraft["rows"]) => StepDraft["rows"]) => {
    latest.current = change(latest.current);
    show(latest.current);
    onChange({ rows: latest.current, by });
  };
  const keys = useKeyNames();
  const { mutate } = useSetSteps(teamId);
  const again = useMutation({
    mutationFn: ({ title }: { id: string; title: string }) =>
      call(breakDownTask, { params: { id: task.id }, body: { steps: 3, of: title } }),
    onSuccess: (draft, { id }) =>
      setRows((now) => now.flatMap((row) => (row.id === id ? rowsOf(draft.steps) : [row]))),
    onError: (error) => showFailure(breakdownTexts.failed, error),
  });
  const named = rows.filter(({ title }) => trimmed(title) !== "");
  const full = task.steps.length + named.length > mostSteps;
  const add = () => {
    if (named.length === 0 || full) return;
    const added = named.map(({ id, title }) => ({ id, title: trimmed(title), done: false }));
    mutate({ task, steps: [...task.steps, ...added], added: added.length, onStored: onAdd() });
    reportActivity("task-broken-down", task.id);
    onClose();
  };
  useShortcut({ key: "mod+Enter", label: "Add all steps", group: breakdownTexts.title, run: add });
  return (
    <>
      <ol className={classes.rows}>
        {rows.map((row, index) => (
          <li key={row.id} className={classes.row}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <textarea
              className={classes.text}
              rows={1}
              aria-label={`Step ${index + 1}`}
              dir="auto"
              maxLength={300}
              value={row.title}
              onKeyDown={(event) => {
                // A step is one line; Ctrl+Enter still saves.
                if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
              }}
              onChange={({ currentTarget }) => {
                const title = currentTarget.value.replaceAll(/[\r\n]+/g, " ");
                setRows((now) => now.map((one) => (one.id === row.id ? { ...one, title } : one)));
              }}
            />
            {index === 0 && <span className={classes.minute}>{focusTexts.twoMinutes}</span>}
            <IconButton
              label={`${breakdownTexts.again}: ${row.title}`}
              title={breakdownTexts.again}
              disabled={again.isPending || trimmed(row.title) === ""}
              onClick={() => again.mutate({ id: row.id, title: trimmed(row.title) })}
            >
              <IconListTree size={16} aria-hidden />
            </IconButton>
            <IconButton
              label={`${breakdownTexts.remove}: ${row.title}`}
              title={breakdownTexts.remove}
              onClick={() => setRows((now) => now.filter(({ id }) => id !== row.id))}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      <p className={classes.note} role={full ? "alert" : undefined}>
        {full ? breakdownTexts.full : breakdownTexts.by[by]}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={named.length === 0 || full} title={keys("mod+Enter")} onClick={add}>
          {breakdownTexts.add(named.length)}
        </Button>
      </div>
    </>
  );
}
