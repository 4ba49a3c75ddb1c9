import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { type Quadrant, quadrantOrder } from "../../../tasks/quadrants";
import { quadrantTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import type { RowSelection } from "./message-list";

const group = "AI Inbox";

/** What the keys do with their message. */
export interface TriageActions {
  resolve: (message: Message) => void;
  reopen: (message: Message) => void;
  createTask: (message: Message, to?: Quadrant) => void;
  /** Opens the task created from the message. */
  openTask: (message: Message) => void;
  notATask: (message: Message) => void;
  /** Opens the correction menu; without a button, at the message's own. */
  correct: (message: Message, button?: HTMLElement) => void;
}

/** E resolves, Shift+E reopens, and 1–4 create a task, on a row and in the open message alike. */
export function useTriageKeys(message: Message | undefined, actions: TriageActions | undefined): void {
  const enabled = actions !== undefined;
  const triage = (run: (message: Message, actions: TriageActions) => void) => {
    if (message && actions) run(message, actions);
  };
  const quadrantKey = (index: number) => {
    const quadrant = quadrantOrder[index] as Quadrant;
    return {
      key: String(index + 1),
      label: `Create a task in ${quadrantTexts[quadrant].name}`,
      group,
      enabled,
      run: () => triage((message, { createTask }) => createTask(message, quadrant)),
    };
  };
  useShortcut({
    key: "e",
    label: "Resolve the message",
    group,
    enabled,
    run: () => triage((message, { resolve }) => resolve(message)),
  });
  useShortcut({
    key: "E",
    label: "Reopen the message",
    group,
    enabled,
    run: () => message?.status === "resolved" && actions?.reopen(message),
  });
  useShortcut({
    key: "x",
    label: "Not a task",
    group,
    enabled,
    run: () => message?.aiAnalysis?.hasTask && actions?.notATask(message),
  });
  useShortcut({
    key: "t",
    label: "Correct task, priority or category",
    group,
    enabled,
    run: () => message?.aiAnalysis && actions?.correct(message),
  });
  useShortcut(quadrantKey(0));
  useShortcut(quadrantKey(1));
  useShortcut(quadrantKey(2));
  useShortcut(quadrantKey(3));
}

interface InboxKeys {
  messages: Message[];
  selected: Message | undefined;
  onSelect: (selection: RowSelection) => void;
  actions: TriageActions & { open: (message: Message) => void; why: (message: Message) => void };
}

/**
 * The keys of the inbox: J and K (or the arrows) select, Enter opens, W explains, E resolves, 1–4 create a
 * task, X marks it as not a task, T corrects.
 *
 * @returns what J (1) and K (-1) do, for the dialog.
 */
export function useInboxKeys({ messages, selected, onSelect, actions }: InboxKeys): (by: 1 | -1) => void {
  const step = (by: 1 | -1) => {
    const at = messages.findIndex(({ id }) => id === selected?.id);
    const next = messages[at === -1 ? 0 : at + by];
    if (next) onSelect({ id: next.id, focus: true });
  };
  useShortcut({ key: "j", label: "Next message", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "k", label: "Previous message", group, repeats: true, run: () => step(-1) });
  useShortcut({ key: "ArrowDown", label: "Next message", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "ArrowUp", label: "Previous message", group, repeats: true, run: () => step(-1) });
  useShortcut({
    key: "Enter",
    label: "View Context",
    group,
    run: () => selected && actions.open(selected),
  });
  useShortcut({ key: "w", label: "Why", group, run: () => selected && actions.why(selected) });
  useTriageKeys(selected, actions);
  return step;
}
