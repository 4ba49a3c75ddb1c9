import { type ReactNode, useId } from "react";
import classes from "./dialog.module.css";
import { ModalClose, ModalFrame } from "./modal/modal-frame";
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
export function Dialog({ opened, ...props }: DialogProps) {
  useSystemBack(opened, props.onClose);
  return opened && <OpenedDialog {...props} />;
}

function OpenedDialog(props: Omit<DialogProps, "opened">) {
  const { onClose, title, width = 480, small = false, children } = props;
  useReturnedFocus();
  const id = useId();
  return (
    <ModalFrame
      onClose={onClose}
      titleId={`${id}-title`}
      bodyId={`${id}-body`}
      width={width}
      centered={small}
      aroundClass={classes.around}
      className={classes.page}
    >
      <div className={classes.header}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        <ModalClose onClose={onClose} />
      </div>
      <div id={`${id}-body`} className={classes.body}>
        <ShortcutScope>{children}</ShortcutScope>
      </div>
    </ModalFrame>
  );
}
