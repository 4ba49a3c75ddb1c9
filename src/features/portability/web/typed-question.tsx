import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Question } from "../../../web/ui/question";
import classes from "./portability.module.css";

interface TypedQuestionProps {
  title: string;
  /** What has to be typed. */
  label: string;
  expected: string;
  confirm: string;
  busy: boolean;
  /** What will happen. */
  children: ReactNode;
  onClose: () => void;
  onConfirmed: (typed: string) => void;
}

/** Asks before something that can't be undone for long: the person types a name. */
export function TypedQuestion(props: TypedQuestionProps) {
  const { title, label, expected, confirm, busy, children, onClose, onConfirmed } = props;
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  function run() {
    const same = typed.trim().toLowerCase() === expected.trim().toLowerCase();
    setRefused(!same);
    if (same) onConfirmed(expected);
  }
  return (
    <Question title={title} onClose={onClose} confirm={{ label: confirm, danger: true, busy, run }}>
      {children}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <TextInput
          label={label}
          description={expected}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={refused ? `Type ${expected} exactly as it is.` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(false);
          }}
        />
      </form>
    </Question>
  );
}
