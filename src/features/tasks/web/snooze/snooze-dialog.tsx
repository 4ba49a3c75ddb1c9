import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { exactTimeOf, isSnoozed, morning, snoozeTimes } from "../../../../shared/snooze-times";
import { Sheet } from "../../../../web/ui/sheet";
import { dueFromText } from "../task/due-text";
import { snoozeTexts } from "../texts";
import classes from "./snooze-dialog.module.css";

interface SnoozeDialogProps {
  /** What is snoozed. */
  of: { snoozedUntil: string | null };
  /** @param until - ISO 8601; null ends a snooze. */
  onChoose: (until: string | null) => void;
  onClose: () => void;
}

/** Asks until when something is out of the way; mounted means open. Arrow keys or Tab lead through the times. */
export function SnoozeDialog({ of, onChoose, onClose }: SnoozeDialogProps) {
  const [now] = useState(() => new Date());
  const [text, setText] = useState("");
  // A day begins at the hour of the offered ones.
  const typed = dueFromText(text, now, undefined, { hour: morning, minute: 0 });
  const future = typed && typed > now ? typed : undefined;
  const choose = (until: string | null) => {
    onChoose(until);
    onClose();
  };
  return (
    <Sheet small focusInside title={snoozeTexts.title} width={400} onClose={onClose}>
      <div className={classes.times} onKeyDown={walk} role="none">
        {snoozeTimes(now).map(({ label, at }, index) => (
          <button
            key={label}
            type="button"
            data-autofocus={index === 0 || undefined}
            className={classes.time}
            onClick={() => choose(at.toISOString())}
          >
            <span>{label}</span>
            <span className={classes.at}>{exactTimeOf(at)}</span>
          </button>
        ))}
        {isSnoozed(of) && (
          <button type="button" className={classes.time} onClick={() => choose(null)}>
            <span>{snoozeTexts.wake}</span>
          </button>
        )}
      </div>
      <form
        className={classes.typed}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (future) choose(future.toISOString());
        }}
      >
        <TextInput
          className={classes.text ?? ""}
          label={snoozeTexts.other}
          placeholder="fri 4pm"
          autoComplete="off"
          maxLength={60}
          value={text}
          description={
            text.trim() === ""
              ? snoozeTexts.hint
              : !typed
                ? snoozeTexts.unclear
                : future
                  ? exactTimeOf(future, now)
                  : snoozeTexts.passed(exactTimeOf(typed, now))
          }
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" disabled={!future}>
          {snoozeTexts.action}
        </Button>
      </form>
    </Sheet>
  );
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}
