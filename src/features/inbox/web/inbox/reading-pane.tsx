import { ActionIcon, Button } from "@mantine/core";
import { IconClipboardX, IconHelpCircle, IconMail, IconPencil } from "@tabler/icons-react";
import {
  type Dispatch,
  memo,
  type SetStateAction,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { afterKeys, afterPaint } from "../../../../web/after-keys";
import { ApiError } from "../../../../web/api";
import { useOpenedItem } from "../../../../web/opened-items";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { KeyHint, useAriaKeys, useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useKeyChoice } from "../../../../web/ui/shortcuts/shortcuts";
import { correctionTexts } from "../../../corrections/web/texts";
import type { Message } from "../../contract";
import { offersTask } from "../../message-views";
import { Conversation } from "../message/conversation";
import { MessageBody } from "../message/message-body";
import { Outcome } from "../message/outcome";
import { TriageButtons } from "../message/triage-buttons";
import type { TriageActions } from "../message/triage-keys";
import { useMessage } from "../message-queries";
import { titleOf } from "../message-words";
import { MessageDialog } from "../source-views";
import { inboxTexts } from "../texts";
import { rowId } from "./message-list";
import classes from "./reading-pane.module.css";
import { type Selection, selectedOf, useSelectedId } from "./selection";
import { passing, useRested } from "./use-rested";

interface ReadingPaneProps extends PaneParts {
  messages: Message[];
  selection: Selection;
}

interface PaneProps extends PaneParts {
  /** What is selected; undefined: nothing. */
  messageId: string | undefined;
  /** The same message as the list has it, so that it is shown at once. */
  listed: Message | undefined;
}

interface PaneParts {
  actions: PaneActions;
  onOpenTask: (taskId: string) => void;
  /** The message whose conversation gets the focus. */
  entered: { id: string } | undefined;
  onEntered: Dispatch<SetStateAction<{ id: string } | undefined>>;
}

/** Stable functions, so that the pane rerenders only when its message changes. */
interface PaneActions extends TriageActions {
  why: (message: Message) => void;
  /** Leads back to the list from a message that doesn't exist. */
  leave: () => void;
}

/**
 * Beside the list: everything about the selected message. It follows the list a moment later, so that a key which
 * moves the selection paints without waiting for it.
 */
export const ReadingPane = memo(function ReadingPane(props: ReadingPaneProps) {
  return <Pane {...useLastingSelection(props)} />;
});

/** What the pane shows: the latest about its message after the next frame, and another message once the keys rest. */
function useLastingSelection(props: ReadingPaneProps): PaneProps {
  const { messages, selection, actions, onOpenTask, entered, onEntered } = props;
  const messageId = useSelectedId(selection);
  const listed = selectedOf(messages, selection);
  const [shown, setShown] = useState<PaneProps>({
    messageId,
    listed,
    actions,
    onOpenTask,
    entered,
    onEntered,
  });
  const same = messageId === shown.messageId;
  useEffect(() => {
    const next = { messageId, listed, actions, onOpenTask, entered, onEntered };
    const show = () => startTransition(() => setShown(next));
    return same ? afterPaint(show) : afterKeys(show, passing);
  }, [same, messageId, listed, actions, onOpenTask, entered, onEntered]);
  return shown;
}

const Pane = memo(function Pane({ messageId, listed, ...shown }: PaneProps) {
  return (
    <section
      className={classes.pane}
      aria-label={inboxTexts.pane.label}
      data-message={messageId}
      data-above-toast
      onKeyDown={(event) => {
        // Back to the row, but not from a dialog that was opened here.
        if (event.key !== "Escape" || messageId === undefined) return;
        if (event.currentTarget.contains(event.target as Node))
          document.getElementById(rowId(messageId))?.focus({ preventScroll: true });
      }}
    >
      {messageId === undefined ? (
        <div className={classes.nothing}>
          <IconMail size={28} stroke={1.5} aria-hidden />
          <p>{inboxTexts.pane.nothing}</p>
          <KeysOfList />
        </div>
      ) : listed && !listed.contentCut ? (
        <Shown message={listed} {...shown} />
      ) : (
        <Fetched key={messageId} {...{ messageId, listed, ...shown }} />
      )}
    </section>
  );
});

/** A message that the list doesn't have, or only the beginning of. */
function Fetched({ messageId, listed, ...shown }: PaneProps & { messageId: string }) {
  const query = useMessage(messageId);
  const data = query.data ?? listed;
  const { error } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <div className={classes.nothing} role="alert">
        <h2>{inboxTexts.notFound.title}</h2>
        <p>{inboxTexts.notFound.detail}</p>
        <Button variant="default" onClick={shown.actions.leave}>
          {inboxTexts.notFound.close}
        </Button>
      </div>
    );
  return (
    <QueryView query={{ ...query, data }} failure={inboxTexts.failedToFetch}>
      {(message) => <Shown message={message} {...shown} />}
    </QueryView>
  );
}

interface ShownProps extends PaneParts {
  message: Message;
}

function Shown({ message, actions, onOpenTask, entered, onEntered }: ShownProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const conversation = useRef<HTMLDivElement>(null);
  const [other, setOther] = useState<{ from: string; id: string }>();
  const focusedFor = useRef<{ id: string }>(undefined);
  const rested = useRested(message.id);
  const { id } = message;
  useOpenedItem(id);
  useEffect(() => {
    if (entered?.id !== id) return;
    // Once the conversation is there, the focus may already be elsewhere: a person has left it with Escape.
    if (focusedFor.current === entered && !scroller.current?.contains(document.activeElement))
      return onEntered(undefined);
    focusedFor.current = entered;
    scroller.current?.focus({ preventScroll: true });
    conversation.current?.scrollIntoView({ block: "start" });
    // Until then, the conversation is still empty.
    if (rested) onEntered(undefined);
  }, [entered, id, rested, onEntered]);
  // Coming back to this message later doesn't move the focus.
  useEffect(() => () => onEntered((now) => (now?.id === id ? undefined : now)), [id, onEntered]);
  const onOpenMessage = (opened: string) => setOther({ from: id, id: opened });
  return (
    <>
      {/* Of each message its own, so that a press or the focus on one never acts on the next message. */}
      <PaneButtons
        key={`buttons ${id}`}
        message={message}
        actions={actions}
        onContext={() => conversation.current?.scrollIntoView({ block: "start" })}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without links, only this lets the keyboard scroll it */}
      <div key={id} className={classes.scroller} ref={scroller} tabIndex={0}>
        <h2 className={classes.title} dir="auto">
          {titleOf(message)}
        </h2>
        <MessageBody message={message} rested={rested} />
        <div ref={conversation}>
          {rested && <Conversation message={message} onOpenTask={onOpenTask} onOpenMessage={onOpenMessage} />}
        </div>
      </div>
      {other?.from === id && (
        <MessageDialog
          teamId={message.teamId}
          messageId={other.id}
          onClose={() => setOther(undefined)}
          onOpenTask={(taskId) => {
            setOther(undefined);
            onOpenTask(taskId);
          }}
        />
      )}
    </>
  );
}

/** What the keys do while no message is chosen. */
function KeysOfList() {
  if (!useKeyChoice().singleKeys) return null;
  return (
    <p className={classes.keys}>
      <KeyHint of="j" /> and <KeyHint of="k" /> go through the list, <KeyHint of="e" /> resolves,{" "}
      <KeyHint of="?" /> shows all keys.
    </p>
  );
}

interface PaneButtonsProps {
  message: Message;
  actions: PaneActions;
  onContext: () => void;
}

function PaneButtons({ message, actions, onContext }: PaneButtonsProps) {
  const keys = useKeyNames();
  const spoken = useAriaKeys();
  return (
    <div className={classes.actions}>
      <TriageButtons {...{ message, actions }} />
      <Button variant="subtle" color="gray" onClick={onContext}>
        {inboxTexts.viewContext}
      </Button>
      <span className={classes.end}>
        <Outcome message={message} tabIndex={0} onOpenTask={actions.openTask} />
        {offersTask(message) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="var(--z-control)"
            aria-label={correctionTexts.notATask}
            title={withKeys(correctionTexts.notATask, keys("x"))}
            onClick={() => actions.notATask(message)}
          >
            <IconClipboardX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        {message.aiAnalysis && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="var(--z-control)"
            aria-label={correctionTexts.correct}
            aria-haspopup="menu"
            title={withKeys("Correct", keys("t"))}
            onClick={({ currentTarget }) => actions.correct(message, currentTarget)}
          >
            <IconPencil size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconHelpCircle size={16} aria-hidden />}
          aria-keyshortcuts={spoken("w")}
          title={withKeys("Why", keys("w"))}
          onClick={() => actions.why(message)}
        >
          Why?
        </Button>
      </span>
    </div>
  );
}
