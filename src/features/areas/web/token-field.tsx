import { TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import classes from "./token-field.module.css";

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
  onAdd: (text: string) => void;
  onRemove: (key: string) => void;
}

/**
 * A list of values as chips, and an input for the next one: Enter adds it, and so does leaving the field, so that a
 * press on the form's button loses nothing. Backspace in an empty one removes the last.
 */
export function TokenField({
  label,
  hint,
  tokens,
  most,
  suggestions,
  onType,
  onAdd,
  onRemove,
}: TokenFieldProps) {
  const [text, setText] = useState("");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const type = (next: string) => {
    setText(next);
    onType?.(next);
  };
  const add = (value: string) => {
    if (trimmed(value) === "" || tokens.length >= most) return;
    onAdd(trimmed(value));
    type("");
  };
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
        onBlur={() => add(text)}
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
