import type { Message } from "../../contract";

/** The actions of a row, as stable functions so that rows rerender only when they change. */
export interface RowActions {
  select: (message: Message, focus?: boolean) => void;
  open: (message: Message) => void;
  /** Chooses a message for an action on many, or lets go of it. */
  choose: (message: Message) => void;
  resolve: (message: Message) => void;
  reopen: (message: Message) => void;
  /** Asks until when to snooze the message. */
  snooze: (message: Message) => void;
  createTask: (message: Message) => void;
  /** Opens the task created from the message. */
  openTask: (message: Message) => void;
  /** Opens the correction menu at a button. */
  correct: (message: Message, button: HTMLElement) => void;
}
