import { Question } from "../../../../web/ui/question";
import { manyTexts } from "./many-texts";

interface PrivateMessagesQuestionProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before messages that only their reader sees become tasks, which the whole team sees. */
export function PrivateMessagesQuestion({ onClose, onConfirm }: PrivateMessagesQuestionProps) {
  return (
    <Question
      title={manyTexts.private.title}
      onClose={onClose}
      confirm={{ label: manyTexts.createTasks, run: onConfirm }}
    >
      <p>{manyTexts.private.detail}</p>
    </Question>
  );
}
