import { TextInput, type TextInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import classes from "../integrations.module.css";

/** An input for a password or token, with a button that reveals it. */
export function SecretInput(props: TextInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextInput
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      rightSection={
        <button
          type="button"
          className={classes.reveal}
          aria-label={shown ? `Hide ${props.label}` : `Show ${props.label}`}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
        </button>
      }
    />
  );
}
