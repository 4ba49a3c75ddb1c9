import { IconCheck } from "@tabler/icons-react";
import { isSnoozed } from "../../../../shared/snooze-times";
import { SnoozedNote } from "../../../tasks/web/snooze/snoozed-note";
import type { Message } from "../../contract";
import { inboxTexts } from "../texts";
import classes from "./outcome.module.css";

interface OutcomeProps {
  message: Message;
  tabIndex: number;
  /** Opens the task created from the message. */
  onOpenTask: (message: Message) => void;
}

/** What has been done with a message: snoozed, resolved, or a task created, which a press opens. */
export function Outcome({ message, tabIndex, onOpenTask }: OutcomeProps) {
  if (message.status !== "resolved" && isSnoozed(message)) return <SnoozedNote of={message} />;
  if (message.status === "new") return null;
  if (message.status === "resolved")
    return (
      <span className={classes.outcome}>
        <IconCheck size={14} aria-hidden />
        <span>{inboxTexts.resolved}</span>
      </span>
    );
  return (
    <button
      type="button"
      className={classes.outcome}
      tabIndex={tabIndex}
      title="Open task"
      onClick={() => onOpenTask(message)}
    >
      <IconCheck size={14} aria-hidden />
      <span>{inboxTexts.taskCreated}</span>
    </button>
  );
}
