import { IconArrowUp, IconCheck, IconMinus, IconQuote } from "@tabler/icons-react";
import { quadrantOrder } from "../../../tasks/quadrants";
import { QuadrantIcon } from "../../../tasks/web/matrix/quadrant-icon";
import { quadrantTexts } from "../../../tasks/web/texts";
import classes from "./feature-sketches.module.css";

/** Two analyzed messages. */
export function InboxSketch() {
  return (
    <div className={classes.stack}>
      <div className={classes.row}>
        <span className={classes.high}>
          <IconArrowUp size={14} stroke={2} />
          High
        </span>
        <b>Roll back the release</b>
        <span className={classes.under}>AI detected: problem report, negative</span>
      </div>
      <div className={classes.row}>
        <span className={classes.medium}>
          <IconMinus size={14} stroke={2} />
          Medium
        </span>
        <b>Confirm the courier</b>
        <span className={classes.under}>AI detected: action request, neutral</span>
      </div>
    </div>
  );
}

/** Four small quadrants with cards. */
export function MatrixSketch() {
  return (
    <div className={classes.matrix}>
      {quadrantOrder.map((quadrant) => (
        <div key={quadrant} className={classes.quadrant} data-quadrant={quadrant}>
          <span>
            <QuadrantIcon quadrant={quadrant} size={14} />
            {quadrantTexts[quadrant].name}
          </span>
          <i />
        </div>
      ))}
    </div>
  );
}

/** Heights of the drawn sound wave (percent). */
const voice = [
  18, 34, 58, 42, 76, 94, 62, 38, 22, 14, 30, 66, 88, 70, 48, 82, 100, 74, 44, 26, 16, 36, 54, 40, 60, 84, 56,
  32, 20, 12,
];

/** A sound wave, and what was said in it. */
export function MeetingSketch() {
  return (
    <div className={classes.stack}>
      <svg
        className={classes.voice}
        viewBox={`0 0 ${voice.length * 8} 40`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {voice.map((height, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
            key={index}
            className={index >= 11 && index <= 19 ? classes.said : classes.unsaid}
            x={index * 8}
            y={20 - height / 5}
            width="4"
            height={height / 2.5}
            rx="2"
          />
        ))}
      </svg>
      <div className={classes.row}>
        <span className={classes.time}>12:41</span>
        <q>I’ll send the minutes today</q>
      </div>
    </div>
  );
}

/** A question, and an answer with its source. */
export function ContextSketch() {
  return (
    <div className={classes.stack}>
      <div className={classes.question}>What did we promise the Harbour team?</div>
      <div className={classes.row}>
        The floor plan, by the 12th.
        <span className={classes.under}>
          <IconQuote size={14} stroke={1.75} />
          Meeting: Harbour kick-off
        </span>
      </div>
    </div>
  );
}

/** A timer over one task. */
export function FocusSketch() {
  return (
    <div className={classes.focus}>
      <span className={classes.clock}>24:38</span>
      <b>Send Priya the revised quote</b>
      <span className={classes.under}>First step: open last year’s quote</span>
    </div>
  );
}

/** A task in three steps. */
export function BreakdownSketch() {
  return (
    <div className={classes.steps}>
      <b>Prepare the talk</b>
      <span data-done="">
        <IconCheck size={14} stroke={2.5} />
        Write down three points
      </span>
      <span>
        <i className={classes.box} />
        Put them in an order
      </span>
      <span>
        <i className={classes.box} />
        Sketch the first slide
      </span>
    </div>
  );
}
