import { type ComponentProps, type RefObject, useLayoutEffect, useState } from "react";
import { lazyDialog } from "../../../web/ui/lazy-part";
import type { Quadrant } from "../../tasks/quadrants";
import type { Message } from "../contract";
import type { useTriage } from "./inbox/use-triage";
import type { CorrectTarget } from "./message/correct-menu";
import { MessageDialog, sourceViews } from "./source-views";

export const TaskDialog = lazyDialog(() => import("../../tasks/web/task/task-dialog"), "TaskDialog");
export const SnoozeDialog = lazyDialog(() => import("../../tasks/web/snooze/snooze-dialog"), "SnoozeDialog");
export const WhySheet = lazyDialog(() => import("./why/why-sheet"), "WhySheet");
export const CorrectMenu = lazyDialog(() => import("./message/correct-menu"), "CorrectMenu");
const PrivateMessageQuestion = lazyDialog(
  () => import("./inbox/private-message-question"),
  "PrivateMessageQuestion",
);

/** What is open over the inbox; several may be, one over the other. */
interface OpenDialogs {
  task?: string | undefined;
  explained?: string | undefined;
  sharing?: { message: Message; to?: Quadrant } | undefined;
  snoozing?: Message | undefined;
  correcting?: CorrectTarget | undefined;
}

export type OpenFromInbox = (dialog: OpenDialogs) => void;

interface InboxDialogsProps {
  teamId: string;
  /** Receives what opens a dialog. */
  opener: RefObject<OpenFromInbox | undefined>;
  /** The message of the dialog, by the address. */
  reading: string | undefined;
  onClose: () => void;
  act: ReturnType<typeof useTriage>;
  triage: NonNullable<ComponentProps<typeof MessageDialog>["triage"]>;
}

/** What opens over the inbox. A component of its own, so that opening it doesn't draw the list. */
export function InboxDialogs({ teamId, opener, reading, onClose, act, triage }: InboxDialogsProps) {
  const [{ task, explained, sharing, snoozing, correcting }, setOpen] = useState<OpenDialogs>({});
  const show: OpenFromInbox = (dialog) => setOpen((open) => ({ ...open, ...dialog }));
  useLayoutEffect(() => {
    opener.current = show;
  });
  const openTask = (id: string) => show({ task: id });
  return (
    <>
      {correcting && (
        <CorrectMenu
          target={correcting}
          onCorrect={act.correct}
          onClose={() => show({ correcting: undefined })}
        />
      )}
      {reading && (
        <MessageDialog
          teamId={teamId}
          messageId={reading}
          inAddress
          covered={task !== undefined || sharing !== undefined || snoozing !== undefined}
          onClose={onClose}
          onOpenTask={openTask}
          triage={triage}
        />
      )}
      {sharing && (
        <PrivateMessageQuestion
          onClose={() => show({ sharing: undefined })}
          onConfirm={() => {
            act.createTask(sharing.message, sharing.to);
            show({ sharing: undefined });
          }}
        />
      )}
      {snoozing && (
        <SnoozeDialog
          of={snoozing}
          onChoose={(until) => act.snoozeUntil(snoozing, until)}
          onClose={() => show({ snoozing: undefined })}
        />
      )}
      {explained && <WhySheet messageId={explained} onClose={() => show({ explained: undefined })} />}
      {task && (
        <TaskDialog
          teamId={teamId}
          taskId={task}
          source={sourceViews}
          onClose={() => show({ task: undefined })}
        />
      )}
    </>
  );
}
