import { Button, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { toClipboard } from "./clipboard";
import { showToast } from "./feedback/toast";
import classes from "./shown-once.module.css";

interface ShownOnceProps {
  /** The noun for sentences such as "The token is selected". */
  what: string;
  label: string;
  description: string;
  value: string;
  /** What to do with it. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a secret that can't be shown again, to be copied. */
export function ShownOnce({ what, label, description, value, children, onClose }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await toClipboard(value, field.current)) showToast({ title: "Copied!", tone: "success" });
    else showToast({ title: `The ${what} is selected`, description: "Copy it with Ctrl+C or Cmd+C." });
  };
  return (
    <div className={classes.column}>
      <TextInput
        ref={field}
        readOnly
        label={label}
        description={description}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {children}
      <div className={classes.buttons}>
        <Button
          data-autofocus
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
