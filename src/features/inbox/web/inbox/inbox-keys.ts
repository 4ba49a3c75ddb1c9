import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Message } from "../../contract";
import {
  inboxKeyGroup as group,
  type ManyKey,
  type TriageActions,
  useTriageKeys,
} from "../message/triage-keys";
import type { RowSelection } from "./selection";

interface InboxKeys {
  /** Whether single messages are listed; groups have keys of their own. */
  enabled: boolean;
  messages: Message[];
  selected: () => Message | undefined;
  onSelect: (selection: RowSelection) => void;
  actions: TriageActions & { open: (message: Message) => void; why: (message: Message) => void };
  /** Takes the keys that change messages, while some are chosen. */
  many: ((key: ManyKey) => void) | undefined;
}

/**
 * The keys of the inbox: J and K (or the arrows) select, Enter opens, W explains, E resolves, H snoozes,
 * 1–4 create a task, X marks it as not a task, T corrects.
 *
 * @returns what J (1) and K (-1) do, for the dialog.
 */
export function useInboxKeys({
  enabled,
  messages,
  selected,
  onSelect,
  actions,
  many,
}: InboxKeys): (by: 1 | -1) => void {
  const withSelected = (run: (message: Message) => void) => {
    const message = selected();
    if (message) run(message);
  };
  const step = (by: 1 | -1) => {
    const current = selected();
    const at = current ? messages.indexOf(current) : -1;
    const next = messages[at === -1 ? 0 : at + by];
    if (next) onSelect({ id: next.id, focus: true });
  };
  useShortcut({ key: "j", label: "Next message", group, enabled, repeats: true, run: () => step(1) });
  useShortcut({ key: "k", label: "Previous message", group, enabled, repeats: true, run: () => step(-1) });
  useShortcut({ key: "ArrowDown", label: "Next message", group, enabled, repeats: true, run: () => step(1) });
  useShortcut({
    key: "ArrowUp",
    label: "Previous message",
    group,
    enabled,
    repeats: true,
    run: () => step(-1),
  });
  useShortcut({
    key: "Enter",
    label: "View Context",
    group,
    enabled,
    run: () => withSelected(actions.open),
  });
  useShortcut({ key: "w", label: "Why", group, enabled, run: () => withSelected(actions.why) });
  useTriageKeys(selected, enabled ? actions : undefined, many);
  return step;
}
