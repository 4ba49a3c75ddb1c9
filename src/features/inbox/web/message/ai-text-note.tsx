import { IconRobotOff } from "@tabler/icons-react";
import { texts } from "../../../../shared/texts";
import type { Message } from "../../contract";
import classes from "../inbox/message-row.module.css";

/** Says that somebody tried to speak to the machine by way of the message. */
export function AiTextNote({ message: { aiAnalysis } }: { message: Pick<Message, "aiAnalysis"> }) {
  if (!aiAnalysis?.addressesAi) return null;
  return (
    <p className={classes.note} data-tone="warning">
      <IconRobotOff size={14} aria-hidden />
      <span className={classes.noteText}>{texts.why.notes.addresses_ai}</span>
    </p>
  );
}
