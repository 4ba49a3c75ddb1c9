import { identity } from "../../auth/web/identity";
import { leaveSignIn } from "../../auth/web/return-path";
import { dismissFailure, onSignInState, signIn, signInState } from "../../auth/web/sign-in";
import { authTexts } from "../../auth/web/texts";
import { takeDeletion } from "../../portability/web/deletion-note";
import { landingTexts } from "./texts";

/** Whether the visitor wanted a plan of the pricing page. */
const wantsPlan = (): boolean =>
  location.pathname === "/billing" && new URLSearchParams(location.search).has("plan");

/**
 * Makes the landing page's markup interactive: its sign-in buttons, the dialog after a session has ended, and
 * the toast for a failed sign-in.
 *
 * @param page - contains the markup of `LandingPage`.
 * @param onSignedIn - called with the path to go to once the server has a session.
 * @returns a function that stops it.
 */
export function bringLandingToLife(page: HTMLElement, onSignedIn: (path: string) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const buttons = [...page.querySelectorAll<HTMLElement>("[data-sign-in]")];
  const labels = new Map(buttons.map((button) => [button, button.textContent ?? ""]));
  const dialog = page.querySelector<HTMLDialogElement>("[data-sign-in-dialog]");
  const toast = page.querySelector<HTMLElement>("[data-toast]");

  let pressed: HTMLElement | undefined;

  for (const button of buttons) {
    button.addEventListener("pointerdown", () => identity().prepare(), { signal });
    button.addEventListener(
      "click",
      async () => {
        pressed = button;
        if (!(await signIn())) return;
        dialog?.close();
        // "back": where the person wanted to go; "start": the beginning.
        const back = (button.dataset.signIn === "back" || wantsPlan()) && location.pathname !== "/";
        onSignedIn(back ? location.pathname + location.search : "/dashboard");
      },
      { signal },
    );
  }
  dialog?.querySelector("[data-close]")?.addEventListener("click", () => dialog.close(), { signal });
  toast?.querySelector("[data-close]")?.addEventListener("click", dismissFailure, { signal });

  function show() {
    const { step, failure } = signInState();
    const waiting = step !== "idle";
    for (const [button, label] of labels) {
      button.textContent = waiting && button === pressed ? authTexts.waiting : label;
      button.setAttribute("aria-disabled", String(waiting));
    }
    if (!toast) return;
    const text = toast.querySelector("[data-toast-text]");
    // An open dialog makes everything else inert, so the toast moves into it.
    (dialog?.open ? dialog : page).append(toast);
    toast.hidden = failure === null;
    if (text)
      text.textContent = [failure, !dialog?.open && landingTexts.signInAdvice].filter(Boolean).join(" ");
  }
  const stopListening = onSignInState(show);

  const deletesAt = takeDeletion();
  const farewell = page.querySelector<HTMLElement>("[data-farewell]");
  if (deletesAt && farewell) {
    farewell.hidden = false;
    farewell.textContent = landingTexts.accountDeleted(
      new Date(deletesAt).toLocaleDateString("en-US", { dateStyle: "long" }),
    );
  }

  if (leaveSignIn()) {
    if (dialog) open(dialog);
    identity().prepare();
  } else if (dialog && wantsPlan()) {
    // They chose a plan on the pricing page, which they get as soon as they are signed in.
    const text = dialog.querySelector("[data-sign-in-text]");
    if (text) text.textContent = landingTexts.signInForPlan;
    open(dialog);
  }
  return () => {
    stop.abort();
    stopListening();
  };
}

/** The browser would focus the button that closes it, so that Enter declined what the visitor came for. */
function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-sign-in]")?.focus();
}
