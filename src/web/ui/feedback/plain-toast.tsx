import type { ReactNode } from "react";
import { PlainIcon } from "../plain-icon";
import classes from "./plain-toast.module.css";

interface PlainToastProps {
  title: string;
  children?: ReactNode;
  onClose?: () => void;
  /** In the page from the start, and filled later. */
  hidden?: boolean;
}

/** An error toast for pages that do without the component library; it stays until it is closed. */
export function PlainToast({ title, children, onClose, hidden = false }: PlainToastProps) {
  return (
    <div className={classes.toast} role="alert" data-toast data-tone="error" hidden={hidden}>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text} data-toast-text>
          {children}
        </p>
      </div>
      <button type="button" className={classes.close} aria-label="Close" data-close onClick={onClose}>
        <PlainIcon name="close" size={16} />
      </button>
    </div>
  );
}
