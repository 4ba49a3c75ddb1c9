import { type ReactNode, useContext, useEffect, useRef } from "react";
import type { Evidence } from "../../../../shared/evidence";
import { messageAge } from "../../../../web/ui/relative-time";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import type { Message } from "../../contract";
import { MessageParts } from "../message-parts";
import { exactTime, sentDate } from "../message-words";
import { PriorityBadge } from "../priority-badge";
import { AddressesAiNote } from "./addresses-ai-note";
import { AnalysisChips } from "./analysis-chips";
import { Attachments } from "./attachments";
import { DamageNote } from "./damage-note";
import { DecidedNote } from "./decided-note";
import classes from "./message-body.module.css";
import { MarkedText, type NamedEvidence, showMark } from "./message-marked-text";
import { namedEvidence } from "./named-evidence";
import { SenderContactCard } from "./sender-contact";

interface MessageBodyProps {
  message: Message;
  /** What to scroll to first, and the only thing marked. Default: everything behind the analysis. */
  target?: Evidence | undefined;
  /** Below the analysis. */
  tools?: ReactNode;
  /** False while somebody only passes the message: what has to be fetched can wait. */
  rested?: boolean;
  /** Closes what the message is shown in, because somebody follows a link to another screen. */
  onLeave?: (() => void) | undefined;
}

/** Who sent a message, its analysis, and its text with the words behind the analysis marked. */
export function MessageBody({ message, target, tools, rested = true, onLeave }: MessageBodyProps) {
  const parts = useContext(MessageParts);
  const text = useRef<HTMLDivElement>(null);
  const evidence: NamedEvidence[] = target ? [{ name: "source", evidence: target }] : namedEvidence(message);
  const hasSpan = target !== undefined;
  const now = Date.now();
  const date = sentDate(message.createdAt, now);
  useEffect(() => {
    if (hasSpan) showMark(text.current, "source");
  }, [hasSpan]);
  return (
    <>
      <div className={classes.from}>
        <ChannelBadge channel={message.channel} />
        <PriorityBadge priority={message.priority} />
        <span className={classes.sender} dir="auto">
          {message.sender}
        </span>
        {message.senderAddress && message.senderAddress !== message.sender && (
          <span className={classes.address}>{message.senderAddress}</span>
        )}
        <span className={classes.time}>
          {date && <span>{date}</span>}
          <time dateTime={message.createdAt} title={exactTime(message.createdAt)}>
            {messageAge(message.createdAt, now)}
          </time>
        </span>
      </div>
      <SenderContactCard contact={message.contact} />
      <div className={classes.about}>
        <AnalysisChips message={message} onShow={(field) => showMark(text.current, field)} />
        {rested && parts.map(({ id, View }) => <View key={id} message={message} onLeave={onLeave} />)}
      </div>
      <DecidedNote message={message} />
      <AddressesAiNote message={message} />
      {tools}
      <div className={classes.text} ref={text}>
        {message.subject && (
          <h3 className={classes.subject} dir="auto">
            <MarkedText text={message.subject} part="subject" evidence={evidence} />
          </h3>
        )}
        <div className={classes.content} dir="auto">
          <MarkedText text={message.content} part="content" evidence={evidence} />
          {message.contentCut && "…"}
        </div>
      </div>
      <Attachments files={message.attachments} />
      <DamageNote problem={message.problem} />
    </>
  );
}
