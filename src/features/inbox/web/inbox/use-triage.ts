import { reportActivity } from "../../../../web/activity";
import { announce } from "../../../../web/ui/feedback/announce";
import type { Quadrant } from "../../../tasks/quadrants";
import { quadrantTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { taskTitleOf } from "../../message-name";
import { inView } from "../../message-views";
import { type TaskFeedback, useCorrectMessage } from "../message/correct-message";
import type { InboxFilter } from "../message-cache";
import {
  useCreateTaskFromMessage,
  useOpenTaskOf,
  useReopenMessage,
  useResolveMessage,
  useSnoozeMessage,
} from "../message-queries";
import type { RowSelection } from "./selection";

interface Triage {
  teamId: string;
  filter: InboxFilter;
  messages: Message[];
  /** The id of the selected message, or of the opened one. */
  current: () => string | undefined;
  onSelect: (selection: RowSelection | undefined) => void;
  onOpenTask: (taskId: string) => void;
}

/**
 * Resolving, reopening, creating tasks and correcting. When the current row leaves the view, the next one is
 * selected.
 */
export function useTriage({ teamId, filter, messages, current, onSelect, onOpenTask }: Triage) {
  const { mutate: resolveMessage } = useResolveMessage(teamId);
  const { mutate: reopenMessage } = useReopenMessage(teamId);
  const { mutate: snoozeMessage } = useSnoozeMessage(teamId);
  const openTask = useOpenTaskOf(onOpenTask);
  const { mutate: makeTask } = useCreateTaskFromMessage(teamId, onOpenTask);
  const { mutate: correctMessage } = useCorrectMessage(teamId);

  /** Comes after the change: React then draws both at once. */
  const pass = (message: Message, change: Partial<Message>) => {
    if (message.id !== current()) return;
    const stays = inView(filter.view, { ...message, ...change });
    // A message of high priority stays under Requires Action until it's resolved, but its task is made.
    if (stays && !(filter.view === "requires_action" && change.status === "processed")) return;
    const at = messages.findIndex(({ id }) => id === message.id);
    if (at === -1) return;
    const next = messages[at + 1] ?? (stays ? undefined : messages[at - 1]);
    if (next || !stays) onSelect(next && { id: next.id, focus: true });
  };
  const correct = (message: Message, said: TaskFeedback) => {
    const { aiAnalysis } = message;
    correctMessage({ message, said });
    if (aiAnalysis && "hasTask" in said)
      pass(message, { aiAnalysis: { ...aiAnalysis, hasTask: said.hasTask } });
    if ("priority" in said) pass(message, { priority: said.priority });
    announce(`Corrected “${taskTitleOf(message)}”`);
  };
  return {
    correct,
    notATask: (message: Message) => correct(message, { hasTask: false }),
    resolve(message: Message) {
      if (message.status === "resolved") return;
      reportActivity("message-triaged", message.id);
      resolveMessage({ message });
      pass(message, { status: "resolved" });
      announce(`Resolved “${taskTitleOf(message)}”`);
    },
    reopen(message: Message) {
      reopenMessage({ message });
      pass(message, { status: "new" });
      announce(`Reopened “${taskTitleOf(message)}”`);
    },
    openTask,
    snoozeUntil(message: Message, until: string | null) {
      if (until !== null) reportActivity("message-triaged", message.id);
      snoozeMessage({ message, until });
      pass(message, { snoozedUntil: until });
    },
    createTask(message: Message, to?: Quadrant) {
      if (message.status !== "processed") reportActivity("message-triaged", message.id);
      makeTask(to ? { message, to } : { message });
      pass(message, { status: "processed" });
      if (to) announce(`Task in ${quadrantTexts[to].name}: “${taskTitleOf(message)}”`);
    },
  };
}
