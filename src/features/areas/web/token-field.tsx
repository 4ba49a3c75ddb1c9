import { TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import classes from "./token-field.module.css";
import { useWhenReleased } from "./when-released";

interface Token {
  /** Each is in the field once. */
  key: string;
  label: string;
}

interface TokenFieldProps {
  label: string;
  hint: string;
  tokens: Token[];
  most: number;
  /** What can be chosen; without suggestions, every text can. */
  suggestions?: Token[];
  onType?: (text: string) => void;
  /** @returns false: it can't be added, and stays in the field. */
  onAdd: (text: string) => boolean;
  /** Why a text can't be added, and what to do. */
  refusal?: string;
  onRemove: (key: string) => void;
}

/**
 * A list of values as chips, and an input for the next one: Enter adds it, and so does leaving the field, so that a
 * press on the form's button loses nothing. What can't be added stays, and keeps the form from being sent without it.
 * Backspace in an empty one removes the last.
 */
export function TokenField({
  label,
  hint,
  tokens,
  most,
  suggestions,
  onType,
  onAdd,
  refusal = "",
  onRemove,
}: TokenFieldProps) {
  const [text, setText] = useState("");
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const whenReleased = useWhenReleased();
  const refuse = (refused: boolean) => {
    setRefused(refused);
    input.current?.setCustomValidity(refused ? refusal : "");
  };
  const type = (next: string) => {
    setText(next);
    refuse(false);
    onType?.(next);
  };
  const add = (value: string) => {
    if (trimmed(value) === "" || tokens.length >= most) return;
    if (onAdd(trimmed(value))) type("");
    else refuse(true);
  };
  // What can be chosen may arrive after somebody has typed it and gone on.
  useEffect(() => {
    if (isRefused) add(text);
  });
  return (
    <div>
      <TextInput
        ref={input}
        label={label}
        placeholder={hint}
        list={suggestions ? id : undefined}
        autoComplete="off"
        maxLength={100}
        disabled={tokens.length >= most}
        value={text}
        error={isRefused && refusal}
        onInvalid={(event) => {
          // Its own sentence says why.
          event.preventDefault();
          event.currentTarget.focus();
        }}
        onChange={({ currentTarget: { value } }) => {
          // A press on a suggestion puts exactly it into the field.
          if (suggestions?.some((one) => one.label === value)) add(value);
          else type(value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            add(text);
          }
          if (event.key === "Backspace" && text === "") {
            const last = tokens.at(-1);
            if (last) onRemove(last.key);
          }
        }}
        onBlur={() => whenReleased(() => add(text))}
      />
      {suggestions && (
        <datalist id={id}>
          {suggestions
            .filter(({ key }) => !tokens.some((token) => token.key === key))
            .map((one) => (
              <option key={one.key} value={one.label} />
            ))}
        </datalist>
      )}
      {tokens.length > 0 && (
        <ul className={classes.tokens} aria-label={label}>
          {tokens.map((token) => (
            <li key={token.key} className={classes.token}>
              <span className={classes.words} dir="auto">
                {token.label}
              </span>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove ${token.label}`}
                onClick={() => {
                  onRemove(token.key);
                  input.current?.focus();
                }}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
