import { PlainToast } from "../../../web/ui/feedback/plain-toast";
import { useSignInState } from "./auth-hooks";
import { dismissFailure } from "./sign-in";
import { authTexts } from "./texts";

/** The toast for a failed sign-in (AUTH-4). @param advice - an additional last sentence. */
export function SignInFailure({ advice }: { advice?: string | undefined }) {
  const { failure } = useSignInState();
  if (!failure) return null;
  return (
    <PlainToast title={authTexts.failed} onClose={dismissFailure}>
      {[failure, advice].filter(Boolean).join(" ")}
    </PlainToast>
  );
}
