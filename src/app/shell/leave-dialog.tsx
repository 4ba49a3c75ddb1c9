import { Question } from "../../web/ui/question";
import { offlineTexts } from "./offline-texts";

interface LeaveDialogProps {
  /** How many changes would be lost. */
  changes: number;
  onSure: () => void;
  onClose: () => void;
}

/** Asks whether to sign out although changes wait to be sent. */
export function LeaveDialog({ changes, onSure, onClose }: LeaveDialogProps) {
  return (
    <Question
      title={offlineTexts.leave.title}
      confirm={{ label: offlineTexts.leave.confirm, danger: true, run: onSure }}
      onClose={onClose}
    >
      <p>{offlineTexts.leave.text(changes)}</p>
    </Question>
  );
}
