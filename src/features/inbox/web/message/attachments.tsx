import { IconPaperclip } from "@tabler/icons-react";
import type { Attachment } from "../../contract";
import classes from "./message-notes.module.css";

/** Names of a message's files; only the first few if there are many. */
export function Attachments({ files, most = files.length }: { files: Attachment[]; most?: number }) {
  if (files.length === 0) return null;
  const named = files.slice(0, most).map(({ name }) => name || "Unnamed file");
  const rest = files.length - named.length;
  return (
    <p className={classes.note}>
      <IconPaperclip size={14} aria-hidden />
      <span className={classes.noteText} dir="auto">
        <span className="z-visually-hidden">Attachments: </span>
        {named.join(", ")}
        {rest > 0 && ` and ${rest} more`}
      </span>
    </p>
  );
}
