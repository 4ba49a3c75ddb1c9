import { Fragment } from "react";
import type { Evidence } from "../../../../shared/evidence";
import { highlight, spanOf } from "../why/highlight";
import classes from "./message-body.module.css";

/** A span of a message, with the id to find it by. */
export interface NamedEvidence {
  name: string;
  evidence: Evidence;
}

interface MarkedTextProps {
  text: string;
  part: Evidence["part"];
  evidence: NamedEvidence[];
}

/** A text with the evidence marked. */
export function MarkedText({ text, part, evidence }: MarkedTextProps) {
  const marks = evidence.flatMap(({ name, evidence: one }) => {
    const span = one.part === part ? spanOf(one, text) : undefined;
    return span ? [{ name, ...span }] : [];
  });
  let at = 0;
  return highlight(text, marks).map((stretch) => {
    const key = at;
    at += stretch.text.length;
    if (stretch.marks.length === 0) return <Fragment key={key}>{stretch.text}</Fragment>;
    return (
      <mark key={key} className={classes.mark} data-marks={stretch.marks.join(" ")}>
        {stretch.text}
      </mark>
    );
  });
}

/** Scrolls the first mark of that name into view and highlights it. */
export function showMark(text: HTMLElement | null, name: string): void {
  for (const mark of text?.querySelectorAll("mark") ?? []) delete mark.dataset.shown;
  const marks = [...(text?.querySelectorAll<HTMLElement>(`mark[data-marks~="${name}"]`) ?? [])];
  for (const mark of marks) mark.dataset.shown = "";
  marks[0]?.scrollIntoView({ block: "center" });
}
