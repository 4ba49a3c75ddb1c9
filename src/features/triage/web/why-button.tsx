import { Button } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import classes from "./why-button.module.css";

interface WhyButtonProps {
  /** The heading W stands under in the help sheet. */
  group: string;
  /** Told when the explanation lies over the dialog, and when it is gone. */
  onCover: (covered: boolean) => void;
  /** The explanation, shown until it closes itself. */
  children: (close: () => void) => ReactNode;
}

/** "Why?" in a dialog, and its key W. */
export function WhyButton({ group, onCover, children }: WhyButtonProps) {
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
        aria-keyshortcuts="w"
        title="Why (W)"
        onClick={() => toggle(true)}
      >
        Why?
      </Button>
      {open && children(() => toggle(false))}
    </>
  );
}

/** A dialog that is uncovered takes the focus for its title, in a timer of its own; this one comes after it. */
function giveFocus(element: Element | null): void {
  setTimeout(() =>
    setTimeout(() => {
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
    }),
  );
}
