import { showToast } from "../../../../web/ui/feedback/toast";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { correctionTexts } from "../../../corrections/web/texts";
import { type Quadrant, quadrantOrder } from "../../../tasks/quadrants";
import { quadrantTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { inboxTexts } from "../texts";

export const inboxKeyGroup = "AI Inbox";

/** What the keys do with their message. */
export interface TriageActions {
  resolve: (message: Message) => void;
  reopen: (message: Message) => void;
  /** Asks until when to snooze the message. */
  snooze: (message: Message) => void;
  createTask: (message: Message, to?: Quadrant) => void;
  /** Opens the task created from the message. */
  openTask: (message: Message) => void;
  notATask: (message: Message) => void;
  /** Opens the correction menu; without a button, at the message's own. */
  correct: (message: Message, button?: HTMLElement) => void;
}

/** A key that changes a message, or all that are chosen. */
export type ManyKey = "e" | "h" | "x" | "1" | "2" | "3" | "4";

/**
 * E resolves, Shift+E reopens, H snoozes, and 1–4 create a task, on a row and in the open message alike.
 *
 * @param current - the message at the moment of the key.
 * @param many - takes the keys instead, while several messages are chosen.
 */
export function useTriageKeys(
  current: () => Message | undefined,
  actions: TriageActions | undefined,
  many?: (key: ManyKey) => void,
): void {
  const enabled = actions !== undefined;
  const triage = (run: (message: Message, actions: TriageActions) => unknown) => {
    const message = current();
    if (message && actions) run(message, actions);
  };
  const triageMany = (key: ManyKey, run: Parameters<typeof triage>[0]) => (many ? many(key) : triage(run));
  const quadrantKey = (index: number) => {
    const quadrant = quadrantOrder[index] as Quadrant;
    const key = String(index + 1) as ManyKey;
    return {
      key,
      label: `Create a task in ${quadrantTexts[quadrant].name}`,
      group: inboxKeyGroup,
      enabled,
      run: () => triageMany(key, (message, { createTask }) => createTask(message, quadrant)),
    };
  };
  useShortcut({
    key: "e",
    label: "Resolve the message",
    group: inboxKeyGroup,
    enabled,
    run: () =>
      triageMany("e", (message, { resolve }) =>
        message.status === "resolved" ? showToast({ title: inboxTexts.alreadyResolved }) : resolve(message),
      ),
  });
  useShortcut({
    key: "E",
    label: "Reopen the message",
    group: inboxKeyGroup,
    enabled,
    run: () =>
      triage((message, { reopen }) =>
        message.status === "resolved" ? reopen(message) : showToast({ title: inboxTexts.notResolved }),
      ),
  });
  useShortcut({
    key: "h",
    label: "Snooze the message",
    group: inboxKeyGroup,
    enabled,
    run: () => triageMany("h", (message, { snooze }) => snooze(message)),
  });
  useShortcut({
    key: "x",
    label: "Not a task",
    group: inboxKeyGroup,
    enabled,
    run: () =>
      triageMany("x", (message, { notATask }) =>
        message.aiAnalysis?.hasTask ? notATask(message) : showToast({ title: correctionTexts.noTask }),
      ),
  });
  useShortcut({
    key: "t",
    label: "Correct task, priority or category",
    group: inboxKeyGroup,
    enabled,
    run: () =>
      triage((message, { correct }) =>
        message.aiAnalysis ? correct(message) : showToast({ title: inboxTexts.notAnalyzed }),
      ),
  });
  useShortcut(quadrantKey(0));
  useShortcut(quadrantKey(1));
  useShortcut(quadrantKey(2));
  useShortcut(quadrantKey(3));
}
