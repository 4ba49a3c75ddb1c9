import type { Executor } from "../../server/database";
import { cutText } from "../../shared/cut-text";
import type { Evidence } from "../../shared/evidence";
import type { NewTask, TaskContextItem } from "../tasks/contract";
import type { TaskMessages } from "../tasks/service";
import type { Importance, Urgency } from "../triage/contract";
import { ownBeginning } from "../triage/text/own-beginning";
import { taskDescription } from "../triage/text/task-description";
import { correct, noCorrection } from "./correct";
import { nameOf, taskTitleOf } from "./message-name";
import { createMessageRepository, type ListedMessage, type MessageRow } from "./repository";

/** The inbox's side of tasks: their source messages, and corrections through changes of a task. */
export function createTaskMessages(db: Executor): TaskMessages {
  return {
    async learn(tx, actor, { teamId, messageId }, decided) {
      const reader = { teamIds: [teamId], userId: actor.userId };
      const message = messageId ? await createMessageRepository(tx).lock(reader, messageId) : undefined;
      return message ? correct(tx, actor.userId, message, decided) : noCorrection;
    },

    async conversationOf({ teamId, userId }, messageId) {
      const messages = createMessageRepository(db);
      const source = await messages.find({ teamIds: [teamId], userId }, messageId);
      if (!source) return [];
      const conversation = source.threadKey
        ? await messages.conversation(teamId, userId, source.threadKey)
        : [];
      const others = conversation.filter(({ id }) => id !== source.id).reverse();
      return [
        toContextItem(source, "Its source"),
        ...others.map((message) => toContextItem(message, "Same conversation")),
      ];
    },
  };
}

function toContextItem(
  message: Pick<ListedMessage, "id" | "subject" | "content" | "sender" | "createdAt">,
  why: string,
): TaskContextItem {
  return {
    id: message.id,
    type: "message",
    title: nameOf(message),
    summary: `${message.sender}: ${cutText(ownBeginning(message.content), 200)}`,
    why,
    createdAt: message.createdAt.toISOString(),
  };
}

/** The task that a message's analysis describes. `axes` sets another quadrant. */
export function taskFrom(
  message: MessageRow,
  axes: { urgency?: Urgency | undefined; importance?: Importance | undefined },
): NewTask {
  const analysis = message.aiAnalysis;
  return {
    title: taskTitleOf(message).slice(0, 500),
    description: taskDescription(message.content),
    priority: analysis?.priority ?? "medium",
    urgency: axes.urgency ?? analysis?.urgency ?? "not_urgent",
    importance: axes.importance ?? analysis?.importance ?? "not_important",
    dueDate: dueDateFor(message),
  };
}

/** The due date for a task. A date that was past at the time of the import would only make the task overdue. */
function dueDateFor({ aiAnalysis, importId, storedAt }: MessageRow): string | null {
  const dueDate = aiAnalysis?.dueDate ?? null;
  const past = dueDate !== null && Date.parse(dueDate) < storedAt.getTime();
  return importId !== null && past ? null : dueDate;
}

/** The evidence for the task's fields. Sentiment and category belong to the message, not to the task. */
export function evidenceOf({ aiAnalysis }: MessageRow): Evidence[] {
  if (!aiAnalysis) return [];
  const { task = [], dueDate = [], urgency = [], importance = [] } = aiAnalysis.evidence;
  return [...task, ...dueDate, ...urgency, ...importance];
}
