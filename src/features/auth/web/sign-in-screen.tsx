import { useEffect, useState } from "react";
import { texts } from "../../../shared/texts";
import { Dialog } from "../../../web/ui/dialog";
import { Logo } from "../../../web/ui/logo";
import { useSignIn } from "./auth-queries";
import { takePath } from "./return-path";
import classes from "./sign-in-screen.module.css";

/** What anybody who is not signed in sees, on any path; with `?signin=1` a dialog waits for the click that a popup needs. */
export function SignInScreen() {
  const [asked, setAsked] = useState(() => new URLSearchParams(window.location.search).has("signin"));

  useEffect(() => {
    document.title = `${texts.auth.signIn} · Zippy`;
    if (asked) window.history.replaceState(null, "", takePath());
  }, [asked]);

  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo size={40} />
          <span>Zippy</span>
        </div>
        <h1 className={classes.promise}>
          Your messages and meetings, turned into a short list of what to do next.
        </h1>
        <SignInButton />
        <p className={classes.note}>Zippy runs on this machine, and what you bring in stays on it.</p>
      </div>
      <Dialog small width={400} opened={asked} onClose={() => setAsked(false)} title={texts.auth.signIn}>
        <p className={classes.waiting}>Your session has ended. Sign in again to go on where you were.</p>
        <SignInButton autoFocus />
      </Dialog>
    </main>
  );
}

function SignInButton({ autoFocus = false }: { autoFocus?: boolean }) {
  const signIn = useSignIn();
  return (
    <button
      type="button"
      className={classes.button}
      data-autofocus={autoFocus || undefined}
      aria-disabled={signIn.isPending}
      onClick={() => !signIn.isPending && signIn.mutate()}
    >
      {signIn.isPending ? "Waiting for the sign-in window…" : texts.auth.signIn}
    </button>
  );
}
