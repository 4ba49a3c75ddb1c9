import { type ReactNode, useEffect, useRef, useState } from "react";
import { Question } from "../../../../web/ui/question";
import { SectionCard } from "../../../../web/ui/section-card";
import classes from "./memory.module.css";
import { memoryTexts } from "./texts";

interface GroupProps {
  title: string;
  total: number | undefined;
  /** Above the list. */
  explained?: string;
  /** @param ask - asks before something is deleted for good. */
  children: (ask: (deletion: Deletion) => void) => ReactNode;
}

/** Something that can be deleted for good. */
export interface Deletion {
  title: string;
  /** Its own words. */
  words?: string;
  /** What goes with it. */
  goes: string;
  run: () => Promise<unknown>;
}

/** One group of what is remembered. After a deletion, its heading has the focus. */
export function Group({ title, total, explained, children }: GroupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletion, setDeletion] = useState<Deletion>();
  const [busy, setBusy] = useState(false);
  const [deleted, setDeleted] = useState(0);
  // The dialog gives the focus back to a button that may be gone, before this runs.
  useEffect(() => {
    if (deleted > 0) heading.current?.focus();
  }, [deleted]);
  const run = async ({ run: remove }: Deletion) => {
    setBusy(true);
    try {
      await remove();
      setDeletion(undefined);
      setDeleted((count) => count + 1);
    } catch {
      // A toast has said why; the question stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <SectionCard title={title} headingRef={heading} note={total ? total.toLocaleString("en-US") : undefined}>
      {explained && <p className={classes.text}>{explained}</p>}
      {children(setDeletion)}
      {deletion && (
        <Question
          title={deletion.title}
          confirm={{
            label: memoryTexts.forGood,
            danger: true,
            busy,
            run: () => void run(deletion),
          }}
          onClose={() => setDeletion(undefined)}
        >
          {deletion.words && (
            <p className={classes.quoted} dir="auto">
              {deletion.words}
            </p>
          )}
          <p>{deletion.goes}</p>
        </Question>
      )}
    </SectionCard>
  );
}

interface RememberedListProps<T> {
  label: string;
  rows: T[];
  total: number;
  /** What was searched for. */
  words: string;
  /** What stands there without any. */
  none: string;
  children: (row: T) => ReactNode;
}

/** The rows of a group, what stands there without any, and how many more there are. */
export function RememberedList<T>({ label, rows, total, words, none, children }: RememberedListProps<T>) {
  if (rows.length === 0)
    return (
      <p className={classes.empty} dir="auto">
        {words ? memoryTexts.nothingFound(words) : none}
      </p>
    );
  return (
    <>
      <ul className={classes.rows} aria-label={label}>
        {rows.map(children)}
      </ul>
      {total > rows.length && <p className={classes.empty}>{memoryTexts.more(rows.length, total)}</p>}
    </>
  );
}
