import { Button, Skeleton } from "@mantine/core";
import { IconListTree, IconX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { reportActivity } from "../../../web/activity";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { IconButton } from "../../../web/ui/icon-button";
import { Sheet } from "../../../web/ui/sheet";
import { useKeyNames } from "../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import { mostSteps, type Task } from "../../tasks/contract";
import { useSetSteps } from "../../tasks/web/steps/step-queries";
import { breakDownTask, type StepCount, stepCounts } from "../contract";
import classes from "./focus.module.css";
import { breakdownTexts, focusTexts } from "./texts";

interface BreakdownDialogProps {
  teamId: string;
  task: Task;
  onClose: () => void;
}

interface Row {
  id: string;
  title: string;
}

interface StepDraft {
  rows: Row[];
  by: "templates" | "llm";
}

interface Choice {
  size: StepCount;
  /** The person's own steps of this size, changed before. */
  own?: StepDraft | undefined;
  /** Other sizes with steps that the person has changed. */
  others: StepCount[];
}

/**
 * A draft of a task's steps, to edit before all of them are added in one step; mounted means open. Each size has a draft
 * of its own, so what was changed in one is there again when the slider comes back.
 */
export function BreakdownDialog({ teamId, task, onClose }: BreakdownDialogProps) {
  const changed = useRef(new Map<StepCount, StepDraft>());
  const [{ size, own, others }, setChoice] = useState<Choice>({ size: 5, others: [] });
  const choose = (next: StepCount) =>
    setChoice({
      size: next,
      own: changed.current.get(next),
      others: stepCounts.filter((count) => count !== next && changed.current.has(count)),
    });
  const query = useQuery({
    enabled: own === undefined,
    queryKey: ["task", task.id, "breakdown", size],
    queryFn: ({ signal }) => call(breakDownTask, { params: { id: task.id }, body: { steps: size }, signal }),
    // Only for this dialog: the next one asks again.
    gcTime: 0,
    // A change of some task doesn't draw another draft under somebody's steps.
    staleTime: "static",
  });
  const shared = {
    ...{ teamId, task, onClose },
    onChange: (draft: StepDraft) => void changed.current.set(size, draft),
  };
  return (
    <Sheet title={breakdownTexts.title} width={560} onClose={onClose}>
      <div className={classes.breakdown}>
        <p className={classes.of} dir="auto">
          {task.title}
        </p>
        <label className={classes.size}>
          <span className={classes.sizeLabel}>
            {breakdownTexts.size} <strong>{breakdownTexts.sizes[size]}</strong>
          </span>
          <input
            type="range"
            min={0}
            max={stepCounts.length - 1}
            step={1}
            value={stepCounts.indexOf(size)}
            aria-label={breakdownTexts.size}
            aria-valuetext={`${breakdownTexts.sizes[size]}: ${size} steps`}
            className={classes.range}
            onChange={({ currentTarget }) => choose(stepCounts[Number(currentTarget.value)] ?? 5)}
          />
        </label>
        <p className={classes.kept} role="status">
          {others.length > 0 && breakdownTexts.keptIn(others)}
        </p>
        {own ? (
          <Draft key={`own ${size}`} draft={own} {...shared} />
        ) : (
          <QueryView query={query} failure={breakdownTexts.failed} skeleton={<Skeletons count={size} />}>
            {({ steps, by }) => (
              <Draft key={`${size} ${steps.join()}`} draft={{ rows: rowsOf(steps), by }} {...shared} />
            )}
          </QueryView>
        )}
      </div>
    </Sheet>
  );
}

const rowsOf = (steps: string[]): Row[] => steps.map((title) => ({ id: crypto.randomUUID(), title }));

interface DraftProps extends BreakdownDialogProps {
  /** What it begins with. */
  draft: StepDraft;
  onChange: (draft: StepDraft) => void;
}

function Draft({ teamId, task, draft: { rows: first, by }, onChange, onClose }: DraftProps) {
  const [rows, show] = useState(first);
  const latest = useRef(first);
  const setRows = (change: (rows: Row[]) => Row[]) => {
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
  const named = rows.filter(({ title }) => title.trim() !== "");
  const full = task.steps.length + named.length > mostSteps;
  const add = () => {
    if (named.length === 0 || full) return;
    const added = named.map(({ id, title }) => ({ id, title: title.trim(), done: false }));
    mutate({ task, steps: [...task.steps, ...added], added: added.length });
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
              disabled={again.isPending || row.title.trim() === ""}
              onClick={() => again.mutate({ id: row.id, title: row.title.trim() })}
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

function Skeletons({ count }: { count: number }) {
  return (
    <div className={classes.rows} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} height={32} radius={8} />
      ))}
    </div>
  );
}
