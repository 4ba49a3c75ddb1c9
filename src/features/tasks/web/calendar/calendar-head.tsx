import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Late } from "../../../../web/ui/feedback/late";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { IconButton } from "../../../../web/ui/icon-button";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { type Day, type Span, spans, spanText } from "./calendar-days";
import { calendarTexts } from "./calendar-texts";
import classes from "./task-calendar.module.css";

const options = spans.map((span) => ({ value: span, label: calendarTexts.spans[span] }));

interface CalendarHeadProps {
  span: Span;
  /** The first day of the month or week. */
  start: Day;
  loading: boolean;
  onSpan: (span: Span) => void;
  onTurn: (by: 1 | -1) => void;
  onToday: () => void;
}

/** Which month or week the calendar shows, and the ways to another. */
export function CalendarHead({ span, start, loading, onSpan, onTurn, onToday }: CalendarHeadProps) {
  const keys = useKeyNames();
  const [previous, next] = [calendarTexts.previous[span], calendarTexts.next[span]];
  return (
    <header className={classes.head}>
      <div className={classes.turns}>
        <IconButton label={previous} title={withKeys(previous, keys("["))} onClick={() => onTurn(-1)}>
          <IconChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton label={next} title={withKeys(next, keys("]"))} onClick={() => onTurn(1)}>
          <IconChevronRight size={18} aria-hidden />
        </IconButton>
        <Button variant="default" title={withKeys(calendarTexts.today, keys("t"))} onClick={onToday}>
          {calendarTexts.today}
        </Button>
      </div>
      <h2 className={classes.name} aria-live="polite">
        {spanText(span, start)}
      </h2>
      {loading && (
        <Late>
          <span className={classes.loading}>{calendarTexts.loading}</span>
        </Late>
      )}
      <div className={classes.spans}>
        <FilterButtons label={calendarTexts.span} options={options} value={span} onChange={onSpan} />
      </div>
    </header>
  );
}
