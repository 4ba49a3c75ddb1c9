import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { Evidence } from "../../../../shared/evidence";
import { ApiError } from "../../../../web/api";
import { useOpenedItem } from "../../../../web/opened-items";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import { Sheet } from "../../../../web/ui/sheet";
import { useAriaKeys, useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { correctionTexts } from "../../../corrections/web/texts";
import { WhyButton } from "../../../triage/web/why-button";
import type { Message } from "../../contract";
import { useMessage } from "../message-queries";
import { titleOf } from "../message-words";
import { inboxTexts } from "../texts";
import { Conversation } from "./conversation";
import { CorrectMenu } from "./correct-menu";
import type { TaskFeedback } from "./correct-message";
import { MessageBody } from "./message-body";
import classes from "./message-dialog.module.css";
import { Outcome } from "./outcome";
import { TriageButtons } from "./triage-buttons";
import { inboxKeyGroup, type TriageActions, useTriageKeys } from "./triage-keys";

const WhySheet = lazyDialog(() => import("../why/why-sheet"), "WhySheet");

/** Width of the dialog (pixels). */
const width = 720;

interface MessageDialogProps {
  messageId: string;
  teamId: string;
  /** What to scroll to first. Default: the beginning. */
  target?: Evidence;
  /** A task dialog covers it. */
  covered?: boolean;
  /** The address opens it, so a link to another screen closes it by itself. */
  inAddress?: boolean;
  onClose: () => void;
  /** Opens a task created from the conversation; without it, those tasks are not listed. */
  onOpenTask?: (taskId: string) => void;
  /** The actions on the message, and how to go to the next (1) and previous (-1) one. */
  triage?: Omit<TriageActions, "correct"> & {
    step: (by: 1 | -1) => void;
    onCorrect: (message: Message, said: TaskFeedback) => void;
  };
}

/** A complete message: its analysis with the words behind it, its conversation, and related tasks. */
export function MessageDialog(props: MessageDialogProps) {
  const [path, setPath] = useState<string[]>([]);
  const follow = (id: string) => setPath([...path, id]);
  const other = path.at(-1);
  if (other === undefined) return <ShownMessage {...props} onOpenMessage={follow} />;
  // A related message has no place in the list, so its actions and its neighbors are missing.
  const { target: _target, triage: _triage, ...rest } = props;
  const back = () => setPath(path.slice(0, -1));
  return <ShownMessage key={other} {...rest} messageId={other} onBack={back} onOpenMessage={follow} />;
}

interface ShownMessageProps extends MessageDialogProps {
  /** Leads back from a related message. */
  onBack?: () => void;
  onOpenMessage: (messageId: string) => void;
}

function ShownMessage(props: ShownMessageProps) {
  const { messageId, onClose, onBack } = props;
  const [explained, setExplained] = useState(false);
  const [menu, setMenu] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const query = useMessage(messageId);
  const gone = query.error instanceof ApiError && query.error.status === 404;
  const message = gone ? undefined : query.data;
  useOpenedItem(message?.id);
  return (
    <Sheet
      title={gone ? "Message not found" : message ? titleOf(message) : "Message"}
      width={width}
      covered={(props.covered ?? false) || explained}
      onClose={onClose}
      {...(onBack && { onBack })}
      footer={
        message &&
        props.triage && (
          <div className={classes.buttons} data-message={message.id}>
            <TriageButtons message={message} actions={props.triage} />
            <span className={classes.outcome}>
              <Outcome message={message} tabIndex={0} onOpenTask={props.triage.openTask} />
            </span>
          </div>
        )
      }
    >
      <DialogKeys message={message} triage={props.triage} onMenu={() => setMenu(true)} />
      {gone ? (
        <p className={classes.quiet}>It may have been deleted.</p>
      ) : (
        <QueryView query={query} failure={inboxTexts.failedToFetch}>
          {(loaded) => (
            <WholeMessage
              key={loaded.id}
              message={loaded}
              {...props}
              onCover={setExplained}
              correction={
                props.triage && (
                  <CorrectButton
                    message={loaded}
                    onCorrect={props.triage.onCorrect}
                    {...{ button, menu }}
                    onMenu={setMenu}
                  />
                )
              }
            />
          )}
        </QueryView>
      )}
    </Sheet>
  );
}

/** Inside the sheet, so that the keys belong to it. */
function DialogKeys({
  message,
  triage,
  onMenu,
}: {
  message: Message | undefined;
  triage: MessageDialogProps["triage"];
  onMenu: () => void;
}) {
  const group = inboxKeyGroup;
  const enabled = triage !== undefined;
  useShortcut({ key: "j", label: "Next message", group, enabled, run: () => triage?.step(1) });
  useShortcut({ key: "k", label: "Previous message", group, enabled, run: () => triage?.step(-1) });
  useTriageKeys(() => message, triage && { ...triage, correct: onMenu });
  return null;
}

interface CorrectButtonProps {
  message: Message;
  onCorrect: (message: Message, said: TaskFeedback) => void;
  button: RefObject<HTMLButtonElement | null>;
  /** Whether the correction menu is open, and how to open or close it. */
  menu: boolean;
  onMenu: (open: boolean) => void;
}

/** "Correct" beside "Why?", for people who know better than the engine. */
function CorrectButton({ message, onCorrect, button, menu, onMenu }: CorrectButtonProps) {
  const keys = useKeyNames();
  const spoken = useAriaKeys();
  if (!message.aiAnalysis) return null;
  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        size="compact-sm"
        className={classes.correct}
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-haspopup="menu"
        aria-keyshortcuts={spoken("t")}
        title={withKeys("Correct", keys("t"))}
        onClick={() => onMenu(true)}
      >
        {correctionTexts.correct}
      </Button>
      {menu && button.current && (
        <CorrectMenu
          target={{ message, button: button.current }}
          onCorrect={onCorrect}
          onClose={() => onMenu(false)}
        />
      )}
    </>
  );
}

interface WholeMessageProps extends ShownMessageProps {
  message: Message;
  /** Called when the explanation opens over it, and when it closes. */
  onCover: (covered: boolean) => void;
  correction: ReactNode;
}

function WholeMessage({
  message,
  target,
  inAddress,
  onClose,
  onOpenTask,
  onOpenMessage,
  onCover,
  correction,
}: WholeMessageProps) {
  return (
    <>
      <MessageBody
        message={message}
        target={target}
        onLeave={inAddress ? undefined : onClose}
        tools={
          <div className={classes.about}>
            <WhyButton group={inboxKeyGroup} onCover={onCover}>
              {(close) => <WhySheet messageId={message.id} onClose={close} />}
            </WhyButton>
            {correction}
          </div>
        }
      />
      <Conversation message={message} onOpenTask={onOpenTask} onOpenMessage={onOpenMessage} />
    </>
  );
}
