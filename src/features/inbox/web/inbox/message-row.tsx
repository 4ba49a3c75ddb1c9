import { Button } from "@mantine/core";
import { IconCheck, IconPencil } from "@tabler/icons-react";
import { memo } from "react";
import { cutText } from "../../../../shared/cut-text";
import { messageAge } from "../../../../web/ui/relative-time";
import { channelName } from "../../../channels/channels";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import { correctionTexts } from "../../../corrections/web/texts";
import type { Message } from "../../contract";
import { detected, offersTask } from "../../message-views";
import { Attachments } from "../message/attachments";
import { DamageNote } from "../message/damage-note";
import { PriorityBadge } from "../priority-badge";
import { inboxTexts } from "../texts";
import { DecidedNote } from "./decided-note";
import classes from "./message-row.module.css";

/** Longest content on a card (characters). Source: specification, section 9. */
const shownContent = 200;
/** Enough of a long text to fill the card once its whitespace is collapsed. */
const foldedFrom = 2_000;

/** The actions of a row, as stable functions so that rows rerender only when they change. */
export interface RowActions {
  select: (message: Message, focus?: boolean) => void;
  open: (message: Message) => void;
  resolve: (message: Message) => void;
  createTask: (message: Message) => void;
  /** Opens the correction menu at a button. */
  correct: (message: Message, button: HTMLElement) => void;
}

interface MessageRowProps {
  message: Message;
  /** The element's id, for focusing it. */
  id: string;
  now: number;
  selected: boolean;
  tabbable: boolean;
  /** Its position among all messages of the view, from 1. */
  position: number;
  count: number;
  actions: RowActions;
}

/** One message of the inbox with its actions. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, id, now, selected, tabbable, position, count, actions } = props;
  const tabIndex = tabbable ? 0 : -1;
  return (
    <article
      id={id}
      className={classes.row}
      tabIndex={tabIndex}
      data-selected={selected || undefined}
      data-status={message.status}
      aria-posinset={position}
      aria-setsize={count}
      aria-current={selected || undefined}
      aria-labelledby={`${id}-from ${id}-title`}
      aria-describedby={`${id}-content`}
      // Two quick taps on a button don't count as a double click on the row.
      onDoubleClick={({ target }) => {
        if (!(target as Element).closest("button")) actions.open(message);
      }}
      onFocus={() => actions.select(message)}
    >
      <div className={classes.from} id={`${id}-from`}>
        <ChannelBadge channel={message.channel} />
        <span className={classes.sender} dir="auto" title={message.senderAddress ?? undefined}>
          {message.sender}
        </span>
        <time className={classes.age} dateTime={message.createdAt} title={exactTime(message.createdAt)}>
          {messageAge(message.createdAt, now)}
        </time>
        <PriorityBadge priority={message.priority} />
      </div>
      <h2 className={classes.title} id={`${id}-title`} dir="auto">
        {titleOf(message)}
      </h2>
      {message.subject && message.subject !== titleOf(message) && (
        <p className={classes.subject} dir="auto" title={message.subject}>
          {message.subject}
        </p>
      )}
      <p className={classes.content} id={`${id}-content`} dir="auto">
        {cutText(message.content.slice(0, foldedFrom).replace(/\s+/g, " ").trim(), shownContent)}
      </p>
      <div className={classes.conclusion}>
        <p className={classes.detected}>{detected(message) ?? "Waiting for analysis"}</p>
        {message.aiAnalysis && (
          <button
            type="button"
            className={classes.correct}
            tabIndex={tabIndex}
            aria-haspopup="menu"
            id={`${id}-correct`}
            title="Correct (T)"
            onClick={({ currentTarget }) => actions.correct(message, currentTarget)}
          >
            <IconPencil size={14} aria-hidden />
            {correctionTexts.correct}
          </button>
        )}
      </div>
      <DecidedNote message={message} />
      <Attachments files={message.attachments} most={3} />
      <DamageNote problem={message.problem} />
      <div className={classes.actions}>
        {offersTask(message) && (
          <Button tabIndex={tabIndex} onClick={() => actions.createTask(message)}>
            {inboxTexts.createTask}
          </Button>
        )}
        {message.status !== "resolved" && (
          <Button variant="default" tabIndex={tabIndex} onClick={() => actions.resolve(message)}>
            {inboxTexts.markResolved}
          </Button>
        )}
        <Button variant="subtle" tabIndex={tabIndex} onClick={() => actions.open(message)}>
          {inboxTexts.viewContext}
        </Button>
        <Outcome status={message.status} />
      </div>
    </article>
  );
});

function Outcome({ status }: { status: Message["status"] }) {
  if (status === "new") return null;
  return (
    <span className={classes.outcome}>
      <IconCheck size={14} aria-hidden />
      {status === "resolved" ? "Resolved" : "Task created"}
    </span>
  );
}

/** The title from the analysis, else "{Channel} Message". */
export function titleOf({ aiAnalysis, channel }: Pick<Message, "aiAnalysis" | "channel">): string {
  return aiAnalysis?.taskTitle || `${channelName(channel)} Message`;
}

const exactFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

/** A full date and time in the reader's zone. */
export function exactTime(iso: string): string {
  return exactFormat.format(Date.parse(iso));
}
