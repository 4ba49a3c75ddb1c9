import { texts } from "../../../shared/texts";
import { PlainToast } from "../../../web/ui/feedback/plain-toast";
import { useSignInState } from "./auth-hooks";
import { dismissFailure } from "./sign-in";

/** The toast that says why a sign-in failed (AUTH-4). @param advice - one more sentence at its end. */
export function SignInFailure({ advice }: { advice?: string | undefined }) {
  const { failure } = useSignInState();
  if (!failure) return null;
  return (
    <PlainToast title={texts.auth.failed} onClose={dismissFailure}>
      {[failure, advice].filter(Boolean).join(" ")}
    </PlainToast>
  );
}
