import {
  type Icon,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconMessages,
  IconPencil,
  IconPlus,
} from "@tabler/icons-react";
import { useKeyNames } from "../../../../web/ui/shortcuts/key-hint";
import { correctionTexts } from "../../../corrections/web/texts";
import { snoozeTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { offersTask } from "../../message-views";
import { inboxTexts } from "../texts";
import type { RowActions } from "./row-actions";
import classes from "./row-icons.module.css";

interface RowIconsProps {
  message: Message;
  /** The row's element id. */
  id: string;
  tabIndex: number;
  actions: RowActions;
  /** Whether the icons are drawn. Those that nobody sees would cost every key that draws the list. */
  drawn: boolean;
}

/** A compact row's actions, visible while the pointer is on the row or it is selected. */
export function RowIcons({ message, id, tabIndex, actions, drawn }: RowIconsProps) {
  const keys = useKeyNames();
  const resolved = message.status === "resolved";
  return (
    <div className={classes.icons}>
      {/* The others keep their places if this one is missing. */}
      {offersTask(message) && (
        <RowIcon
          {...{ drawn, tabIndex }}
          icon={IconPlus}
          label={inboxTexts.createTask}
          keys={keys("1") && `${keys("1")}–${keys("4")}`}
          onClick={() => actions.createTask(message)}
        />
      )}
      {message.aiAnalysis && (
        <RowIcon
          {...{ drawn, tabIndex }}
          icon={IconPencil}
          label={correctionTexts.correct}
          keys={keys("t")}
          id={`${id}-correct`}
          menu
          onClick={(button) => actions.correct(message, button)}
        />
      )}
      {!resolved && (
        <RowIcon
          {...{ drawn, tabIndex }}
          icon={IconClock}
          label={snoozeTexts.action}
          keys={keys("h")}
          onClick={() => actions.snooze(message)}
        />
      )}
      <RowIcon
        {...{ drawn, tabIndex }}
        icon={IconMessages}
        label={inboxTexts.viewContext}
        keys={keys("Enter")}
        onClick={() => actions.open(message)}
      />
      <RowIcon
        {...{ drawn, tabIndex }}
        icon={resolved ? IconArrowBackUp : IconCheck}
        label={resolved ? inboxTexts.reopen : inboxTexts.markResolved}
        keys={keys(resolved ? "E" : "e")}
        onClick={() => (resolved ? actions.reopen(message) : actions.resolve(message))}
      />
    </div>
  );
}

interface RowIconProps {
  icon: Icon;
  label: string;
  /** The key that does the same, for the tooltip, if one does. */
  keys: string | undefined;
  tabIndex: number;
  id?: string;
  menu?: boolean;
  drawn: boolean;
  onClick: (button: HTMLElement) => void;
}

function RowIcon({ icon: Shown, label, keys, tabIndex, id, menu, drawn, onClick }: RowIconProps) {
  return (
    <button
      type="button"
      id={id}
      className={classes.icon}
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup={menu ? "menu" : undefined}
      data-tip={keys ? `${label} · ${keys}` : label}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {drawn && <Shown size={16} stroke={1.75} aria-hidden />}
    </button>
  );
}
