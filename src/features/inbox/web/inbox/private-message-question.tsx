import { Question } from "../../../../web/ui/question";
import { inboxTexts } from "../texts";

/** Asks before a message that only its reader sees becomes a task, which the whole team sees. */
export function PrivateMessageQuestion({
  onClose,
  onConfirm,
}: {
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Question
      title="Make a task of a private message?"
      onClose={onClose}
      confirm={{ label: inboxTexts.createTask, run: onConfirm }}
    >
      <p>Only you see this message. The task shows its title and text to everyone in your team.</p>
    </Question>
  );
}
