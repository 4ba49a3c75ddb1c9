import { useState } from "react";
import { useStableActions } from "../../../../web/ui/stable-actions";
import type { Quadrant } from "../../../tasks/quadrants";
import type { Message } from "../../contract";
import { useBulk } from "../bulk/use-bulk";
import type { OpenFromInbox } from "../inbox-dialogs";
import type { ManyKey } from "../message/triage-keys";
import type { InboxFilter } from "../message-cache";
import type { InboxAddress } from "./inbox-address";
import { useInboxKeys } from "./inbox-keys";
import { rowId } from "./message-list";
import { type RowSelection, selectedOf } from "./selection";
import type { useOpenedMessage } from "./use-opened-message";
import { useTriage } from "./use-triage";

interface InboxActionsInput {
  teamId: string;
  filter: InboxFilter;
  messages: Message[];
  address: InboxAddress;
  opened: ReturnType<typeof useOpenedMessage>;
  /** Whether a pane shows the selected message; otherwise a dialog shows the one in the address. */
  split: boolean;
  /** Opens a dialog over the inbox. */
  show: OpenFromInbox;
}

/** What the rows, the keys, the reading pane and the dialogs of the inbox do. */
export function useInboxActions(input: InboxActionsInput) {
  const { teamId, filter, messages, address, opened, split, show } = input;
  const { selection, open } = opened;
  const reading = split ? undefined : address.messageId;
  /** The message whose conversation gets the focus in the reading pane. */
  const [entered, setEntered] = useState<{ id: string }>();
  /** A key for all that are chosen. The bar takes it, also if its code is still on its way. */
  const [pressed, setPressed] = useState<ManyKey>();

  const go = (next: RowSelection | undefined) => {
    // Without a next row, the last one stays selected until more rows load.
    if (next) selection.set(next);
    if (reading === undefined) return;
    if (next) address.show(next.id);
    else address.close();
  };
  const selected = () => selectedOf(messages, selection);
  const triage = useTriage({
    ...{ teamId, filter, messages, onSelect: go },
    current: () => reading ?? selection.get()?.id,
    onOpenTask: (task) => show({ task }),
  });
  /** A task belongs to the team, so a message that only its reader sees is not made one by a stray key. */
  const createTask = (message: Message, to?: Quadrant) =>
    message.onlyMe ? show({ sharing: { message, ...(to && { to }) } }) : triage.createTask(message, to);
  const snooze = (snoozing: Message) => show({ snoozing });

  const bulk = useBulk({ filter, messages, selected, onSelect: go });
  const actions = useStableActions({
    ...triage,
    choose: bulk.toggle,
    select({ id }: Message, focus = false) {
      if (selection.get()?.id !== id) selection.set({ id, focus });
    },
    open: ({ id }: Message) => {
      open(id);
      if (split) setEntered({ id });
    },
    why: ({ id }: Message) => show({ explained: id }),
    leave: () => {
      selection.set(undefined);
      address.close();
    },
    createTask,
    snooze,
    correct: (message: Message, button?: HTMLElement) => {
      const own = button ?? document.getElementById(`${rowId(message.id)}-correct`);
      if (own) show({ correcting: { message, button: own } });
    },
  });
  const step = useInboxKeys({
    enabled: !filter.group || reading !== undefined,
    ...{ messages, selected, onSelect: go },
    ...{ actions, many: bulk.active ? setPressed : undefined },
  });
  return {
    actions,
    bulk,
    entered: { entered, onEntered: setEntered },
    pressed: { pressed, onTaken: () => setPressed(undefined) },
    /** For the dialogs over the inbox. */
    dialogs: {
      ...{ reading, act: triage, onClose: address.close },
      triage: { ...triage, createTask, snooze, step, onCorrect: triage.correct },
    },
  };
}
