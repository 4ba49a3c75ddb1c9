import { type MouseEvent, memo, useState } from "react";
import { useTabStop } from "../../../../web/ui/shortcuts/tab-stop";
import swiped from "../../../../web/ui/styles/swiped.module.css";
import { useSwipe } from "../../../../web/ui/swipe";
import { snoozeTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { RowCheck } from "../bulk/row-check";
import { inboxTexts } from "../texts";
import { CompactRow } from "./compact-row";
import { MessageCard } from "./message-card";
import classes from "./message-row.module.css";
import type { RowActions } from "./row-actions";

interface MessageRowProps {
  message: Message;
  /** The element's id, for focusing it. */
  id: string;
  /** The small row, or everything about the message. */
  look: "compact" | "card";
  now: number;
  selected: boolean;
  /** Whether it is selected for long enough to show its actions. */
  resting: boolean;
  tabbable: boolean;
  /** Its position among all messages of the view, from 1. */
  position: number;
  count: number;
  actions: RowActions;
  /** Whether it is chosen for an action on many. */
  chosen: boolean;
}

/**
 * One message of the inbox with its actions; a swipe to the right resolves it, one to the left snoozes it. Its position
 * changes with every row that leaves above it, so its parts are memoized apart from it.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, id, look, now, selected, resting, tabbable, position, count, actions, chosen } = props;
  const tabIndex = tabbable ? 0 : -1;
  const tabStop = useTabStop<HTMLElement>(tabbable);
  const resolved = message.status === "resolved";
  const swipe = useSwipe<HTMLElement>({
    right: resolved
      ? { label: inboxTexts.reopen, run: () => actions.reopen(message) }
      : { label: inboxTexts.resolve, run: () => actions.resolve(message) },
    left: resolved ? undefined : { label: snoozeTexts.action, run: () => actions.snooze(message) },
  });
  const [hovered, setHovered] = useState(false);
  const shared = { message, id, now, tabIndex, actions };
  return (
    <article
      id={id}
      className={`${classes.row} ${swiped.element}`}
      {...tabStop}
      data-look={look}
      data-selected={selected || undefined}
      data-status={message.status}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      aria-current={selected || undefined}
      aria-labelledby={`${id}-from ${id}-title`}
      aria-describedby={`${id}-content`}
      // Two quick taps on a button don't count as a double click on the row.
      onDoubleClick={(event) => !onControl(event) && actions.open(message)}
      onFocus={() => actions.select(message)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      {...(look === "compact" && pressedWhole)}
      {...swipe}
    >
      {look === "compact" ? (
        <CompactRow {...shared} near={hovered || resting} />
      ) : (
        <MessageCard {...shared} />
      )}
      <RowCheck checked={chosen} onToggle={actions.choose} {...{ message, id, tabIndex }} />
    </article>
  );
});

const onControl = ({ target }: MouseEvent) => (target as Element).closest("button, a") !== null;

/**
 * A compact row is selected by the whole click, not when the button goes down: it may open in place under the
 * pointer. Its icons act without selecting it.
 */
const pressedWhole = {
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  onClick: (event: MouseEvent<HTMLElement>) => {
    if (!(event.target as Element).closest("button")) event.currentTarget.focus({ preventScroll: true });
  },
};
