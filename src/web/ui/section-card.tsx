import { type ReactNode, type Ref, useId } from "react";
import classes from "./section-card.module.css";

interface SectionCardProps {
  title: string;
  /** Small text after the title. */
  note?: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One topic of a screen that is read from top to bottom. */
export function SectionCard({ title, note, headingRef, children }: SectionCardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </div>
      {children}
    </section>
  );
}
