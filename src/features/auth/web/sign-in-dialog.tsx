import { PlainIcon } from "../../../web/ui/plain-icon";
import classes from "./sign-in-dialog.module.css";
import { authTexts } from "./texts";

/**
 * Waits for the click that a popup needs after a session has ended. Markup only; `landing-life.ts` opens it.
 * It is the browser's own dialog, so that no library loads for it.
 */
export function SignInDialog() {
  return (
    <dialog className={classes.dialog} aria-labelledby="sign-in-title" data-sign-in-dialog>
      <div className={classes.header}>
        <h2 id="sign-in-title" className={classes.title}>
          {authTexts.signIn}
        </h2>
        <button type="button" className={classes.close} aria-label="Close" data-close>
          <PlainIcon name="close" size={20} />
        </button>
      </div>
      <p className={classes.text} data-sign-in-text>
        Your session has ended. Sign in again to continue where you were.
      </p>
      <button type="button" className={classes.button} data-sign-in="back">
        {authTexts.signIn}
      </button>
    </dialog>
  );
}
