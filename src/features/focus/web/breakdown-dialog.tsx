import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../web/api";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { Sheet } from "../../../web/ui/sheet";
import { useUser } from "../../auth/web/auth-queries";
import type { Task } from "../../tasks/contract";
import { breakDownTask, type StepCount, stepCounts } from "../contract";
import classes from "./focus.module.css";
import { dropSteps, findSteps, keepSteps, type StepDraft, stepsToDrop } from "./kept-steps";
import { rowsOf, StepRows } from "./step-rows";
import { breakdownTexts } from "./texts";

interface BreakdownDialogProps {
  teamId: string;
  task: Task;
  onClose: () => void;
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
 * of its own, so what was changed in one is there again when the slider comes back. This browser keeps what was changed
 * and not added until the dialog opens again.
 */
export function BreakdownDialog({ teamId, task, onClose }: BreakdownDialogProps) {
  const { data: user } = useUser();
  const userId = user?.id ?? "";
  const [kept] = useState(() => findSteps(userId, task.id));
  const [changed] = useState(() => new Map(kept?.drafts));
  const choiceOf = (size: StepCount): Choice => ({
    size,
    own: changed.get(size),
    others: stepCounts.filter((count) => count !== size && changed.has(count)),
  });
  const [{ size, own, others }, setChoice] = useState(() => choiceOf(kept?.size ?? 5));
  const choose = (next: StepCount) => setChoice(choiceOf(next));
  const [resumed, setResumed] = useState(kept !== undefined);
  const forget = () => {
    changed.clear();
    dropSteps(userId, task.id);
    setResumed(false);
  };
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
    onChange: (draft: StepDraft) => {
      changed.set(size, draft);
      keepSteps(userId, task.id, { size, drafts: [...changed] });
    },
    // Not before: if the server refuses them, they are there again when the dialog opens again.
    onAdd: () => stepsToDrop(userId, task.id),
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
        {resumed && (
          <p className={classes.resumed} role="status">
            {breakdownTexts.resumed}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                forget();
                choose(size);
              }}
            >
              {breakdownTexts.startOver}
            </Button>
          </p>
        )}
        {own ? (
          <StepRows key={`own ${size}`} draft={own} {...shared} />
        ) : (
          <QueryView query={query} failure={breakdownTexts.failed} skeleton={<Skeletons count={size} />}>
            {({ steps, by }) => (
              <StepRows key={`${size} ${steps.join()}`} draft={{ rows: rowsOf(steps), by }} {...shared} />
            )}
          </QueryView>
        )}
      </div>
    </Sheet>
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
