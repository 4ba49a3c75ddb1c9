import { IconAlertTriangle, IconPaperclip } from "@tabler/icons-react";
import { memo } from "react";
import { messageAge } from "../../../../web/ui/relative-time";
import { ChannelGlyph } from "../../../channels/web/channel-glyph";
import type { Message } from "../../contract";
import { Outcome } from "../message/outcome";
import { exactTime, inOneLine, titleOf } from "../message-words";
import { PriorityBadge } from "../priority-badge";
import classes from "./compact-row.module.css";
import { MessageTitle } from "./message-title";
import type { RowActions } from "./row-actions";
import { RowIcons } from "./row-icons";

/** More of a text than the widest row shows (characters). */
const gistLength = 240;

interface CompactRowProps {
  message: Message;
  /** The row's element id. */
  id: string;
  now: number;
  tabIndex: number;
  actions: RowActions;
  /** The pointer is on the row, or its selection rests: its actions show. */
  near: boolean;
}

/** A message in three short lines, and its actions. */
export const CompactRow = memo(function CompactRow(props: CompactRowProps) {
  const { message, id, now, tabIndex, actions, near } = props;
  return (
    <div className={classes.row}>
      <CompactLines {...{ message, id, now, actions }} />
      <RowIcons drawn={near} {...{ message, id, tabIndex, actions }} />
    </div>
  );
});

/** Who and when, the title, and how the message begins. A key that moves the selection doesn't draw them again. */
const CompactLines = memo(function CompactLines(props: Omit<CompactRowProps, "tabIndex" | "near">) {
  const { message, id, now, actions } = props;
  return (
    <>
      <ChannelGlyph channel={message.channel} />
      <div className={classes.lines}>
        <div className={classes.from} id={`${id}-from`}>
          <span className={classes.sender} dir="auto" title={message.senderAddress ?? undefined}>
            {message.sender}
          </span>
          {message.attachments.length > 0 && <IconPaperclip size={13} aria-label="Has attachments" />}
          {message.problem && (
            <IconAlertTriangle size={13} aria-label="Damaged message" className={classes.warning} />
          )}
          {message.sample && <span className={classes.sample}>Sample</span>}
          <span className={classes.state}>
            <span className={classes.outcome}>
              <Outcome message={message} tabIndex={-1} onOpenTask={actions.openTask} />
            </span>
            <PriorityBadge priority={message.priority} />
            <time className={classes.age} dateTime={message.createdAt} title={exactTime(message.createdAt)}>
              {messageAge(message.createdAt, now)}
            </time>
          </span>
        </div>
        <h2
          className={classes.title}
          id={`${id}-title`}
          dir="auto"
          data-plain={!message.aiAnalysis?.taskTitle || undefined}
        >
          <MessageTitle message={message} tabIndex={-1} onOpen={actions.select} />
        </h2>
        <p className={classes.gist} id={`${id}-content`} dir="auto">
          {gistOf(message)}
        </p>
      </div>
    </>
  );
});

/** The subject, unless it is the title, and how the text begins. */
function gistOf(message: Message): string {
  const { subject, content } = message;
  const parts = [subject !== titleOf(message) && subject, inOneLine(content)];
  return parts.filter(Boolean).join(" — ").slice(0, gistLength);
}
