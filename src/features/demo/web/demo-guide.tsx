import { Button } from "@mantine/core";
import { IconArrowRight, IconCheck, IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { Fragment, type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { IconButton } from "../../../web/ui/icon-button";
import classes from "./demo-guide.module.css";
import { focusSoon, foldButtonId, showButtonId } from "./guide-focus";
import { type Guide, type ShownStep, useGuide } from "./guide-progress";
import { guideViews } from "./guide-steps";
import { useLiftedToasts } from "./lifted-toasts";
import { TrialButton } from "./trial-button";

interface DemoGuideProps {
  teamId: string;
  /** The id of the view on screen. */
  view: string;
}

/** The guide: a column beside the view if there is room, otherwise a bar below it. It never covers the view. */
export function DemoGuide({ teamId, view }: DemoGuideProps) {
  const guide = useGuide(teamId);
  const card = useRef<HTMLElement>(null);
  useLiftedToasts(card, guide.hidden);
  const arrivals = useNewArrivals(guide);
  if (guide.hidden) return null;
  const hide = () => {
    guide.change({ hidden: true });
    focusSoon(showButtonId);
  };
  return (
    <section
      ref={card}
      className={classes.guide}
      data-folded={guide.folded || undefined}
      aria-labelledby="demo-guide"
    >
      <GuideHead guide={guide} onHide={hide} />
      {!guide.folded && (
        <div className={classes.body}>
          <ol className={classes.steps}>
            {guide.steps.map((step, index) => (
              <Step
                key={step.id}
                step={step}
                number={index + 1}
                current={step === guide.current}
                view={view}
              />
            ))}
          </ol>
          {guide.current === undefined && <Ending />}
        </div>
      )}
      <p className="z-visually-hidden" role="status">
        {arrivals}
      </p>
    </section>
  );
}

/** Title, progress, and buttons to collapse and hide. Also names the current step while collapsed. */
function GuideHead({ guide, onHide }: { guide: Guide; onHide: () => void }) {
  const { steps, current, folded, change } = guide;
  const Chevron = folded ? IconChevronUp : IconChevronDown;
  return (
    <header className={classes.head}>
      <h2 id="demo-guide" className={classes.title}>
        Three-minute guide
      </h2>
      {folded && (
        <span className={classes.next}>
          {current ? [current.title, counted(current)].filter(Boolean).join(": ") : "All done"}
        </span>
      )}
      <span className={classes.done}>
        {doneOf(steps)} of {steps.length}
        <span className="z-visually-hidden"> steps done</span>
      </span>
      <IconButton
        id={foldButtonId}
        className={classes.tool}
        aria-expanded={!folded}
        label={folded ? "Expand the guide" : "Collapse the guide"}
        title={folded ? "Expand the guide" : "Collapse the guide"}
        onClick={() => change({ folded: !folded })}
      >
        <Chevron size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <IconButton className={classes.tool} label="Hide the guide" title="Hide the guide" onClick={onHide}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </header>
  );
}

interface StepProps {
  step: ShownStep;
  number: number;
  current: boolean;
  view: string;
}

function Step({ step, number, current, view }: StepProps) {
  const [, navigate] = useLocation();
  const position = guideViews[step.view];
  return (
    <li
      className={classes.step}
      data-done={step.done || undefined}
      data-current={current || undefined}
      aria-current={current ? "step" : undefined}
    >
      <span className={classes.mark} aria-hidden>
        {step.done ? <IconCheck size={14} stroke={2.25} /> : number}
      </span>
      <div className={classes.words}>
        <h3 className={classes.name}>
          {step.title}
          {step.done && <span className="z-visually-hidden">, done</span>}
        </h3>
        {current && (
          <>
            <p className={classes.how}>{withKeys(step.how)}</p>
            {(step.times > 1 || view !== step.view) && (
              <div className={classes.state}>
                {step.times > 1 && <span className={classes.count}>{counted(step)}</span>}
                {view !== step.view && (
                  <Button
                    variant="default"
                    size="sm"
                    rightSection={<IconArrowRight size={14} aria-hidden />}
                    onClick={() => navigate(position.path)}
                  >
                    Go to {position.name}
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}

function Ending() {
  return (
    <div className={classes.ending}>
      <p className={classes.how}>That's the whole guide. Look around, or start with your own team.</p>
      <TrialButton size="sm" />
    </div>
  );
}

/** "2 of 3 messages"; empty for a step that takes one action. */
function counted({ count, times, things }: ShownStep): string {
  return times > 1 ? `${count} of ${times} ${things ?? ""}`.trim() : "";
}

function doneOf(steps: ShownStep[]): number {
  return steps.filter(({ done }) => done).length;
}

/** Renders the `[keys]` in a sentence as key caps. */
function withKeys(sentence: string): ReactNode {
  return sentence.split(/\[(.+?)\]/).map((part, index) => {
    // Every second part was in brackets, and the order never changes.
    const position = `${index} ${part}`;
    return index % 2 ? <kbd key={position}>{part}</kbd> : <Fragment key={position}>{part}</Fragment>;
  });
}

/** What screen readers announce: nothing at first, then every change. */
function useNewArrivals({ steps, current }: Guide): string {
  const next = current
    ? [`Next: ${current.title}`, counted(current)].filter(Boolean).join(", ")
    : "The guide is finished";
  const sentence = `${doneOf(steps)} of ${steps.length} steps done. ${next}.`;
  const [first] = useState(sentence);
  return sentence === first ? "" : sentence;
}
