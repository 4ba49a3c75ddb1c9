import { Question } from "../../../../web/ui/question";
import { manyTexts } from "./many-texts";

interface PrivateMessagesQuestionProps {
  /** How many messages are chosen. */
  chosen: number;
  /** How many of them were left out; undefined: nothing has become a task yet. */
  leftOut?: number | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before messages that only their reader sees become tasks, which the whole team sees. */
export function PrivateMessagesQuestion({
  chosen,
  leftOut,
  onClose,
  onConfirm,
}: PrivateMessagesQuestionProps) {
  const { title, detail } = chosen === 1 ? manyTexts.private.one : manyTexts.private;
  return (
    <Question title={title} onClose={onClose} confirm={{ label: manyTexts.createTasks, run: onConfirm }}>
      <p>{leftOut === undefined ? detail : manyTexts.private.leftOut(leftOut)}</p>
    </Question>
  );
}
