import type { FocusEvent, ReactNode, Ref } from "react";
import { PlainIcon } from "../plain-icon";
import classes from "./plain-toast.module.css";

interface PlainToastProps {
  title: string;
  children?: ReactNode;
  /** Default `error`. Screen readers read an error at once, the others when they are next idle. */
  tone?: "success" | "error" | "info";
  /** A button below the text. */
  action?: ReactNode;
  onClose?: () => void;
  /** Called with true while the pointer or the focus is on the toast, and with false afterwards. */
  onHold?: (held: boolean) => void;
  ref?: Ref<HTMLDivElement>;
  /** In the page from the start, and filled later. */
  hidden?: boolean;
}

/** A toast without the component library, for public pages too; it stays until it is closed. */
export function PlainToast({
  title,
  children,
  tone = "error",
  action,
  onClose,
  onHold,
  ref,
  hidden = false,
}: PlainToastProps) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onHold?.(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; the toast only stays while it is read
    <div
      ref={ref}
      className={classes.toast}
      role={tone === "error" ? "alert" : "status"}
      data-toast
      data-tone={tone}
      hidden={hidden}
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={leave}
    >
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text} data-toast-text>
          {children}
        </p>
        {action && <div className={classes.action}>{action}</div>}
      </div>
      <button type="button" className={classes.close} aria-label="Close" data-close onClick={onClose}>
        <PlainIcon name="close" size={16} />
      </button>
    </div>
  );
}
