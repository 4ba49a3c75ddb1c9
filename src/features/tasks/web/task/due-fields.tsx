import { IconCalendarEvent, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { writeRule } from "../../../../shared/recurrence-rule";
import { recurrenceFromText } from "../recurrence/recurrence-text";
import classes from "./chips.module.css";
import { dueFromText } from "./due-text";
import { localTime } from "./task-values";

interface DueFieldsProps {
  /** `YYYY-MM-DDTHH:mm` in the reader's zone; empty: none. */
  value: string;
  onChange: (value: string) => void;
  /** How it repeats, as an RRULE (empty: it doesn't), where it can. */
  repeat?: { rule: string; onChange: (due: { dueDate: string; rule: string }) => void };
}

const days = ["Today", "Tomorrow", "Friday"];

/** When a task is due: the date, the most common days, and a field that understands "fri 4pm". */
export function DueFields({ value, onChange, repeat }: DueFieldsProps) {
  const take = (text: string) => {
    const now = new Date();
    const repeated = repeat && recurrenceFromText(text, now);
    if (repeated) {
      const dueDate = localTime(repeated.due.toISOString());
      repeat.onChange({ dueDate, rule: writeRule(repeated.rule) });
      return true;
    }
    const due = dueFromText(text, now);
    if (due) onChange(localTime(due.toISOString()));
    return due !== undefined;
  };
  return (
    <div className={classes.row}>
      <span className={classes.chip} data-quiet={value === "" || undefined}>
        <IconCalendarEvent size={16} aria-hidden />
        <input
          type="datetime-local"
          className={classes.date}
          aria-label="Due date"
          title="Due date"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {value !== "" && (
          <button
            type="button"
            className={classes.clear}
            aria-label="Remove the date"
            title="Remove the date"
            onClick={() => (repeat ? repeat.onChange({ dueDate: "", rule: "" }) : onChange(""))}
          >
            <IconX size={14} aria-hidden />
          </button>
        )}
      </span>
      {days.map((day) => (
        <button
          key={day}
          type="button"
          className={classes.day}
          aria-pressed={isDay(value, day)}
          onClick={() => take(day)}
        >
          {day}
        </button>
      ))}
      <TypedDue
        value={{ dueDate: value, rule: repeat?.rule ?? "" }}
        onType={take}
        onRestore={(before) => (repeat ? repeat.onChange(before) : onChange(before.dueDate))}
      />
    </div>
  );
}

interface DueAndRule {
  dueDate: string;
  rule: string;
}

interface TypedDueProps {
  value: DueAndRule;
  /** Sets the date that some words mean; false if they are unclear. */
  onType: (text: string) => boolean;
  onRestore: (value: DueAndRule) => void;
}

/**
 * A field for a date in words. It sets an understood date at once, so that the field next to it shows the date.
 * The earlier date returns if the words become unclear ("mon" is Monday, "monthly" isn't) or are deleted.
 */
function TypedDue({ value, onType, onRestore }: TypedDueProps) {
  const [text, setText] = useState("");
  const [unclear, setUnclear] = useState(false);
  const before = useRef<DueAndRule>(undefined);
  const finish = () => {
    before.current = undefined;
    const understood = text.trim() === "" || onType(text);
    setUnclear(!understood);
    if (understood) setText("");
  };
  return (
    <span className={classes.typed}>
      <input
        className={classes.text}
        aria-label="When, in words"
        placeholder="fri 4pm"
        autoComplete="off"
        maxLength={60}
        value={text}
        aria-invalid={unclear || undefined}
        aria-describedby={unclear ? "due-unclear" : undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setUnclear(false);
          before.current ??= value;
          if (!onType(currentTarget.value)) onRestore(before.current);
          if (currentTarget.value === "") before.current = undefined;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) finish();
        }}
        onBlur={finish}
      />
      {unclear && (
        <span id="due-unclear" role="alert" className={classes.unclear}>
          Try “fri 4pm” or “nov 30”.
        </span>
      )}
    </span>
  );
}

function isDay(value: string, day: string): boolean {
  const due = dueFromText(day, new Date());
  return due !== undefined && value.slice(0, 10) === localTime(due.toISOString()).slice(0, 10);
}
