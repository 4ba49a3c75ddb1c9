import type { ReactNode } from "react";
import type { FigureRef } from "../contract";
import classes from "./analytics.module.css";

/** A figure whose rows are shown. */
export interface OpenedFigure {
  of: FigureRef;
  /** What it is, such as "Received by Slack". */
  title: string;
  /** As it stands on the screen. */
  value: string;
}

interface FigureButtonProps extends OpenedFigure {
  onOpen: (figure: OpenedFigure) => void;
  className?: string | undefined;
  /** What stands on it, with what it is. Default: the value, with its title for screen readers. */
  children?: ReactNode;
}

/** A figure; a press opens the rows that it counts. */
export function FigureButton({ of, title, value, onOpen, className, children }: FigureButtonProps) {
  return (
    <button
      type="button"
      className={className ?? classes.figure}
      data-figure={of.figure}
      onClick={() => onOpen({ of, title, value })}
    >
      {children ?? (
        <>
          <span className="z-visually-hidden">{title}: </span>
          {value}
        </>
      )}
    </button>
  );
}
