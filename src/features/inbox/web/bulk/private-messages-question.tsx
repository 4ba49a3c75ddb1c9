import { counted } from "../../../../shared/counted";
import { Question } from "../../../../web/ui/question";
import { manyTexts } from "./many-texts";

interface PrivateMessagesQuestionProps {
  /** How many of them were left out; undefined: nothing has become a task yet. */
  leftOut?: number | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before messages that only their reader sees become tasks, which the whole team sees. */
export function PrivateMessagesQuestion({ leftOut, onClose, onConfirm }: PrivateMessagesQuestionProps) {
  return (
    <Question
      title={manyTexts.private.title}
      onClose={onClose}
      confirm={{ label: manyTexts.createTasks, run: onConfirm }}
    >
      <p>
        {leftOut === undefined
          ? manyTexts.private.detail
          : manyTexts.private.leftOut(counted(leftOut, "message"))}
      </p>
    </Question>
  );
}
