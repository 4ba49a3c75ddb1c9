import type { Executor } from "../../server/database";
import type { TaskContextItem } from "../tasks/contract";
import type { TaskMessages } from "../tasks/service";
import { correct, noCorrection } from "./correct";
import { nameOf } from "./message-name";
import { createMessageRepository, type ListedMessage } from "./repository";

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
    summary: `${message.sender}: ${message.content.trim().slice(0, 200)}`,
    why,
    createdAt: message.createdAt.toISOString(),
  };
}
