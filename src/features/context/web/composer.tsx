import { Button } from "@mantine/core";
import { IconPlayerStop, IconSend } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import classes from "./composer.module.css";
import { contextTexts } from "./texts";

interface ComposerProps {
  /** What an empty field says. */
  placeholder: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  answering: boolean;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** The question's field: Enter sends, Shift+Enter begins a new line. */
export function Composer({ placeholder, inputRef, answering, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const blank = trimmed(text) === "";
  const send = () => {
    if (blank || answering) return;
    setText("");
    onSend(trimmed(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter accepts the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={inputRef}
        className={classes.input}
        aria-label={contextTexts.label}
        placeholder={placeholder}
        rows={1}
        maxLength={100_000}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {answering ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={(event) => {
            event.preventDefault();
            onStop();
            inputRef.current?.focus();
          }}
        >
          {contextTexts.stop}
        </Button>
      ) : (
        <Button type="submit" disabled={blank} leftSection={<IconSend size={16} aria-hidden />}>
          {contextTexts.send}
        </Button>
      )}
    </form>
  );
}
