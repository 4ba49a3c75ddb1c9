import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog.module.css";
import { useReturnedFocus } from "./shortcuts/returned-focus";
import { ShortcutScope } from "./shortcuts/shortcuts";
import { useSystemBack } from "./system-back";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Maximum width (pixels); default 480. */
  width?: number;
  /** In the middle of the window. */
  small?: boolean;
  children: ReactNode;
}

/** A dialog with a heading and a labeled close button. While it is open, only its own shortcuts work. */
export function Dialog({ opened, onClose, title, width = 480, small = false, children }: DialogProps) {
  useSystemBack(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      returnFocus={false}
      // Behind it, only panes scroll, which an overlay keeps still anyway. The lock would restyle the whole page.
      lockScroll={false}
      onClose={onClose}
      size={width}
      centered={small}
      // A fade would keep focus and keys in a closed dialog.
      transitionProps={{ duration: 0 }}
    >
      {opened && <FocusReturn />}
      <Modal.Overlay backgroundOpacity={0.4} transitionProps={{ duration: 0 }} />
      <Modal.Content radius="lg" className={classes.page ?? ""} data-above-toast>
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" iconSize={20} className={classes.close} />
        </div>
        <Modal.Body className={classes.body}>
          <ShortcutScope>{children}</ShortcutScope>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine returns the focus only from a dialog that was closed before it opened, and is closed again. */
function FocusReturn() {
  useReturnedFocus();
  return null;
}
