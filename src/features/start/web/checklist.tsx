import { IconCircle, IconCircleCheckFilled, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { Link } from "wouter";
import type { Start } from "../contract";
import classes from "./checklist.module.css";
import { isFinished, useDismissChecklist, useStart } from "./start-queries";

const steps: readonly [label: string, href: string, done: (start: Start) => boolean][] = [
  ["Bring in your messages", "/import", ({ messages }) => messages],
  ["Make a task of a message, or resolve it", "/inbox", ({ sorted }) => sorted],
  ["Complete a task", "/matrix", ({ completed }) => completed],
];

/** The first three steps, shown until they are done or the person closes the list. */
export function Checklist({ teamId }: { teamId: string }) {
  const title = useId();
  const { data: start } = useStart(teamId);
  const dismiss = useDismissChecklist(teamId);
  if (!start || isFinished(start)) return null;
  const done = steps.filter(([, , isDone]) => isDone(start)).length;
  return (
    <section className={classes.checklist} aria-labelledby={title}>
      <div className={classes.head}>
        <h2 id={title}>First steps</h2>
        <span className={classes.count}>
          {done} of {steps.length}
        </span>
        <button
          type="button"
          className={classes.close}
          aria-label="Close first steps"
          onClick={() => dismiss.mutate()}
        >
          <IconX size={14} aria-hidden />
        </button>
      </div>
      <ol>
        {steps.map(([label, href, isDone]) => (
          <li key={label} data-done={isDone(start) || undefined}>
            <Link href={href}>
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
    </section>
  );
}
