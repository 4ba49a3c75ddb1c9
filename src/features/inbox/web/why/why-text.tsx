import { Fragment, type KeyboardEvent, type ReactNode } from "react";
import { highlight, type Stretch } from "./highlight";
import { markName } from "./mark-names";
import { type Linkable, usePointer } from "./why-links";
import classes from "./why-sheet.module.css";

interface WhyTextProps {
  text: string;
  part: "content" | "subject";
  links: Linkable;
}

/** A text with its evidence marked; each mark leads to its reasons. */
export function WhyText({ text, part, links }: WhyTextProps) {
  let at = 0;
  return joined(highlight(text, links.marks(part)), links.words).map(({ stretches, reasons }) => {
    const key = at;
    const words = stretches.map((stretch) => stretch.text).join("");
    at += words.length;
    return reasons.length > 0 ? (
      <Word key={key} reasons={reasons} called={markName(words.trim())}>
        <Pieces stretches={stretches} />
      </Word>
    ) : (
      <Pieces key={key} stretches={stretches} />
    );
  });
}

interface Run {
  stretches: Stretch[];
  /** The reasons these words belong to; empty: they are marked only while a reason is hovered. */
  reasons: string[];
}

/** Adjacent spans with the same reasons are joined. */
function joined(stretches: Stretch[], words: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  for (const stretch of stretches) {
    const reasons = stretch.marks.filter((id) => words.has(id));
    const last = runs.at(-1);
    if (last && last.reasons.join() === reasons.join()) last.stretches.push(stretch);
    else runs.push({ stretches: [stretch], reasons });
  }
  return runs;
}

function Pieces({ stretches }: { stretches: Stretch[] }) {
  const { ids } = usePointer();
  let at = 0;
  return stretches.map(({ text, marks }) => {
    const key = at;
    at += text.length;
    if (marks.length === 0) return <Fragment key={key}>{text}</Fragment>;
    return (
      <mark
        key={key}
        className={classes.mark}
        data-why={marks.join(" ")}
        data-shown={marks.some((id) => ids.includes(id)) || undefined}
      >
        {text}
      </mark>
    );
  });
}

interface WordProps {
  reasons: string[];
  /** What a screen reader says for a mark without words; null: the words themselves. */
  called: string | null;
  children: ReactNode;
}

function Word({ reasons, called, children }: WordProps) {
  const { point, goTo } = usePointer();
  return (
    // A real button wouldn't wrap with the surrounding words.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span
      role="button"
      tabIndex={0}
      aria-label={called ?? undefined}
      className={classes.word}
      onFocus={() => point(reasons)}
      onBlur={() => point([])}
      onMouseEnter={() => point(reasons)}
      onMouseLeave={() => point([])}
      onClick={() => goTo(reasons)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        goTo(reasons);
      }}
    >
      {children}
    </span>
  );
}
