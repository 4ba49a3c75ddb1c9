import { useState } from "react";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { Question } from "../../../web/ui/question";
import { confirmIdentity } from "../../auth/web/confirm-identity";
import { portabilityTexts } from "./texts";

interface ConfirmQuestionProps {
  /** Such as "to export the team's data". */
  purpose: string;
  /** While the confirmed call runs. */
  busy: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Asks the person to sign in again before something that needs it. */
export function ConfirmQuestion({ purpose, busy, onClose, onConfirmed }: ConfirmQuestionProps) {
  const [waiting, setWaiting] = useState(false);
  async function run() {
    setWaiting(true);
    try {
      await confirmIdentity();
      onConfirmed();
    } catch (error) {
      showFailure(portabilityTexts.failedToConfirm, error as Error);
    } finally {
      setWaiting(false);
    }
  }
  return (
    <Question
      title="Confirm that it's you"
      onClose={onClose}
      confirm={{ label: "Sign in again", busy: waiting || busy, run: () => void run() }}
    >
      <p>You signed in a while ago. Sign in again {purpose}.</p>
    </Question>
  );
}
