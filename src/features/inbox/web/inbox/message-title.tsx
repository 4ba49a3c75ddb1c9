import type { MouseEvent } from "react";
import type { Message } from "../../contract";
import { titleOf } from "../message-words";
import classes from "./message-title.module.css";

interface MessageTitleProps {
  message: Message;
  tabIndex: number;
  onOpen: (message: Message) => void;
}

/** A message's title as a link to it; with a modifier key, the browser opens it in a new tab. */
export function MessageTitle({ message, tabIndex, onOpen }: MessageTitleProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(message);
  };
  return (
    <a
      className={classes.link}
      href={`/inbox/${message.id}`}
      tabIndex={tabIndex}
      draggable={false}
      onClick={open}
    >
      {titleOf(message)}
    </a>
  );
}
