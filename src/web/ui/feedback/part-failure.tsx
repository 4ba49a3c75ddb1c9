import { useEffect, useId, useRef } from "react";
import { ShortcutScope } from "../shortcuts/shortcuts";
import classes from "./part-failure.module.css";

const title = "Couldn't load this part of Zippy";
const advice = "Check your connection and try again. If that doesn't help, reload the page.";

interface FailureProps {
  onRetry: () => void;
}

/** Replaces a view whose code didn't load. The rest of the page still works. */
export function ViewFailure({ onRetry }: FailureProps) {
  return (
    <section className={classes.view} role="alert">
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{advice}</p>
      <div className={classes.actions}>
        <Reload />
        <Retry onRetry={onRetry} />
      </div>
    </section>
  );
}

interface DialogFailureProps extends FailureProps {
  onClose: () => void;
}

/** Replaces a dialog whose code didn't load. It is the browser's own dialog, which needs no code. */
export function DialogFailure({ onRetry, onClose }: DialogFailureProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onClose}
    >
      <ShortcutScope>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        <p id={`${id}-text`} className={classes.text}>
          {advice}
        </p>
        <div className={classes.actions}>
          <button type="button" className={classes.quiet} onClick={onClose}>
            Cancel
          </button>
          <Reload />
          <Retry onRetry={onRetry} />
        </div>
      </ShortcutScope>
    </dialog>
  );
}

function Reload() {
  return (
    <button type="button" className={classes.quiet} onClick={() => window.location.reload()}>
      Reload page
    </button>
  );
}

function Retry({ onRetry }: FailureProps) {
  return (
    <button type="button" className={classes.retry} onClick={onRetry}>
      Try again
    </button>
  );
}
