import { Button } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAriaKeys, useKeyNames, withKeys } from "../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import classes from "./why-button.module.css";

interface WhyButtonProps {
  /** W's heading in the help sheet. */
  group: string;
  /** Called when the explanation opens over the dialog, and when it closes. */
  onCover: (covered: boolean) => void;
  /** The explanation, shown until it is closed. */
  children: (close: () => void) => ReactNode;
}

/** "Why?" in a dialog, and its key W. */
export function WhyButton({ group, onCover, children }: WhyButtonProps) {
  const keys = useKeyNames();
  const spoken = useAriaKeys();
  const [open, setOpen] = useState(false);
  const before = useRef<Element>(null);
  const toggle = (next: boolean) => {
    if (next) before.current = document.activeElement;
    setOpen(next);
    onCover(next);
  };
  useEffect(() => (open ? () => giveFocus(before.current) : undefined), [open]);
  useShortcut({ key: "w", label: "Why", group, run: () => toggle(true) });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.open}
        leftSection={<IconHelpCircle size={16} aria-hidden />}
        aria-keyshortcuts={spoken("w")}
        title={withKeys("Why", keys("w"))}
        onClick={() => toggle(true)}
      >
        Why?
      </Button>
      {open && children(() => toggle(false))}
    </>
  );
}

/** An uncovered dialog focuses its title in a timer; this runs after it. */
function giveFocus(element: Element | null): void {
  setTimeout(() =>
    setTimeout(() => {
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
    }),
  );
}
