import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { memo } from "react";
import { cutText } from "../../../../shared/cut-text";
import { messageAge } from "../../../../web/ui/relative-time";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import { correctionTexts } from "../../../corrections/web/texts";
import type { Message } from "../../contract";
import { detected } from "../../message-views";
import { Attachments } from "../message/attachments";
import { DamageNote } from "../message/damage-note";
import { DecidedNote } from "../message/decided-note";
import { Outcome } from "../message/outcome";
import { SenderContactLine } from "../message/sender-contact";
import { TriageButtons } from "../message/triage-buttons";
import { exactTime, inOneLine, titleOf } from "../message-words";
import { PriorityBadge } from "../priority-badge";
import { inboxTexts } from "../texts";
import classes from "./message-card.module.css";
import { MessageTitle } from "./message-title";
import type { RowActions } from "./row-actions";

/** Longest content on a card (characters). Source: specification, section 9. */
const shownContent = 200;

interface MessageCardProps {
  message: Message;
  /** The row's element id. */
  id: string;
  now: number;
  tabIndex: number;
  actions: RowActions;
}

/** Everything the specification names about a message, with its actions as buttons. */
export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, id, now, tabIndex, actions } = props;
  const keys = useKeyNames();
  const title = titleOf(message);
  return (
    <>
      <div className={classes.from} id={`${id}-from`}>
        <ChannelBadge channel={message.channel} />
        <span className={classes.sender} dir="auto" title={message.senderAddress ?? undefined}>
          {message.sender}
        </span>
        {message.sample && <span className={classes.sample}>Sample</span>}
        <span className={classes.state}>
          <time className={classes.age} dateTime={message.createdAt} title={exactTime(message.createdAt)}>
            {messageAge(message.createdAt, now)}
          </time>
          <PriorityBadge priority={message.priority} />
        </span>
      </div>
      <h2 className={classes.title} id={`${id}-title`} dir="auto">
        <MessageTitle message={message} tabIndex={tabIndex} onOpen={actions.open} />
      </h2>
      {message.subject && message.subject !== title && (
        <p className={classes.subject} dir="auto" title={message.subject}>
          {message.subject}
        </p>
      )}
      <p className={classes.content} id={`${id}-content`} dir="auto">
        {cutText(inOneLine(message.content), shownContent)}
      </p>
      <SenderContactLine contact={message.contact} />
      <div className={classes.conclusion}>
        <p className={classes.detected}>{detected(message) ?? "Waiting for analysis"}</p>
        {message.aiAnalysis && (
          <button
            type="button"
            className={classes.correct}
            tabIndex={tabIndex}
            aria-haspopup="menu"
            id={`${id}-correct`}
            title={withKeys("Correct", keys("t"))}
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
        <TriageButtons {...{ message, actions, tabIndex }} />
        <Button variant="subtle" color="gray" tabIndex={tabIndex} onClick={() => actions.open(message)}>
          {inboxTexts.viewContext}
        </Button>
        <span className={classes.outcome}>
          <Outcome message={message} tabIndex={tabIndex} onOpenTask={actions.openTask} />
        </span>
      </div>
    </>
  );
});
