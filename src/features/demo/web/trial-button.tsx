import { Button, type ButtonProps } from "@mantine/core";
import { navigate } from "wouter/use-browser-location";
import { showToast } from "../../../web/ui/feedback/toast";
import { useSignInState } from "../../auth/web/auth-hooks";
import { identity } from "../../auth/web/identity";
import { dismissFailure, signIn, signInState } from "../../auth/web/sign-in";
import { authTexts } from "../../auth/web/texts";
import { landingTexts } from "../../landing/web/texts";
import { forgetGuide } from "./guide-progress";

/** Leaves the demo for a real team. No demo data is carried over. */
export function TrialButton(props: ButtonProps) {
  const waiting = useSignInState().step !== "idle";
  return (
    <Button
      {...props}
      aria-disabled={waiting}
      onPointerDown={() => identity().prepare()}
      onClick={() => !waiting && void startTrial()}
    >
      {waiting ? authTexts.waiting : landingTexts.startTrial}
    </Button>
  );
}

/** Signs in. The new session ends the demo. */
async function startTrial(): Promise<void> {
  if (await signIn()) {
    forgetGuide();
    navigate("/dashboard");
    return;
  }
  const { failure } = signInState();
  if (!failure) return;
  dismissFailure();
  showToast({ title: authTexts.failed, description: failure, tone: "error" });
}
