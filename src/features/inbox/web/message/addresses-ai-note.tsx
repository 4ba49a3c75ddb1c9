import { IconRobotOff } from "@tabler/icons-react";
import type { Message } from "../../contract";
import classes from "../inbox/message-row.module.css";
import { whyTexts } from "../texts";

/** Warns that the message contains text addressed to an AI. */
export function AddressesAiNote({ message: { aiAnalysis } }: { message: Pick<Message, "aiAnalysis"> }) {
  if (!aiAnalysis?.addressesAi) return null;
  return (
    <p className={classes.note} data-tone="warning">
      <IconRobotOff size={14} aria-hidden />
      <span className={classes.noteText}>{whyTexts.notes.addresses_ai}</span>
    </p>
  );
}
