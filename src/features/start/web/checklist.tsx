import { Button } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled, IconListCheck, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import { Dialog } from "../../../web/ui/dialog";
import { Tooltip } from "../../../web/ui/tooltip";
import type { Start } from "../contract";
import classes from "./checklist.module.css";
import { isFinished, useDismissChecklist, useStart } from "./start-queries";

const steps: readonly [label: string, href: string, done: (start: Start) => boolean][] = [
  ["Bring in your messages", "/import", ({ messages }) => messages],
  ["Make a task, or resolve a message", "/inbox", ({ sorted }) => sorted],
  ["Complete a task", "/matrix", ({ completed }) => completed],
];

const progressOf = (start: Start): string =>
  `${steps.filter(([, , isDone]) => isDone(start)).length} of ${steps.length}`;

interface ChecklistProps {
  teamId: string;
  /** Called when a step is followed. */
  onFollow?: () => void;
}

/** The first three steps, shown until they are done or the person closes the list. */
export function Checklist({ teamId, onFollow }: ChecklistProps) {
  const title = useId();
  const { data: start } = useStart(teamId);
  const dismiss = useDismissChecklist(teamId);
  if (!start || isFinished(start)) return null;
  return (
    <section className={classes.checklist} aria-labelledby={title}>
      <div className={classes.head}>
        <h2 id={title}>First steps</h2>
        <span className={classes.count}>{progressOf(start)}</span>
        <button
          type="button"
          className={classes.close}
          aria-label="Close first steps"
          onClick={() => dismiss.mutate()}
        >
          <IconX size={14} aria-hidden />
        </button>
      </div>
      <Steps start={start} onFollow={onFollow} />
    </section>
  );
}

/** The same behind an icon, where the sidebar has no room for words. */
export function ChecklistButton({ teamId }: { teamId: string }) {
  const [opened, setOpened] = useState(false);
  const { data: start } = useStart(teamId);
  const dismiss = useDismissChecklist(teamId);
  if (!start || isFinished(start)) return null;
  const label = `First steps, ${progressOf(start)}`;
  const close = () => setOpened(false);
  return (
    <>
      <Tooltip label={label} position="right">
        <button
          type="button"
          className={classes.button}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconListCheck size={18} stroke={1.75} aria-hidden />
        </button>
      </Tooltip>
      <Dialog small opened={opened} onClose={close} title={label}>
        <div className={classes.opened}>
          <Steps start={start} onFollow={close} />
          <Button variant="default" onClick={() => dismiss.mutate()}>
            Don't show this again
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Steps({ start, onFollow }: { start: Start; onFollow?: (() => void) | undefined }) {
  return (
    <ol className={classes.steps}>
      {steps.map(([label, href, isDone]) => (
        <li key={label} data-done={isDone(start) || undefined}>
          <Link href={href} {...(onFollow && { onClick: onFollow })}>
            {isDone(start) ? (
              <IconCircleCheckFilled size={16} aria-hidden />
            ) : (
              <IconCircle size={16} stroke={1.75} aria-hidden />
            )}
            <span>
              {label}
              {isDone(start) && <span className="z-visually-hidden"> (done)</span>}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
