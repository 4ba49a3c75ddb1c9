import { IconRobotOff } from "@tabler/icons-react";
import type { Message } from "../../contract";
import { whyTexts } from "../texts";
import classes from "./message-notes.module.css";

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
