import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { Evidence } from "../../shared/evidence";
import { type Change, recordChange } from "../journal/service";
import type { NewTask, Task, TaskContextItem } from "../tasks/contract";
import type { TaskService } from "../tasks/service";
import { requireTeam } from "../teams/service";
import type { Explanation, Importance, Urgency } from "../triage/contract";
import { explain, outcomesOf } from "../triage/service";
import { toInput } from "./analyse-waiting";
import {
  listedContent,
  type Message,
  type MessageCounts,
  type MessageStatus,
  type MessageWhy,
} from "./contract";
import {
  createMessageRepository,
  type ListedMessage,
  type MessageQuery,
  type MessageRow,
} from "./repository";

export { analyseWaiting } from "./analyse-waiting";
export {
  type IncomingMessage,
  importAccount,
  knownMessages,
  purgeMessages,
  type Source,
  sendToAnalysis,
  storeMessages,
} from "./incoming";

/** Longest conversation a screen shows (messages). */
const conversationLimit = 100;

export type InboxService = ReturnType<typeof createInboxService>;

export function createInboxService({ db, tasks }: { db: Executor; tasks: TaskService }) {
  const messages = createMessageRepository(db);

  async function requireMessage(actor: Actor, id: string): Promise<MessageRow> {
    const message = await messages.find(Object.keys(actor.roles), id);
    if (!message) throw new AppError("not_found", "Message not found.");
    return message;
  }

  return {
    async list(
      actor: Actor,
      teamId: string,
      query: MessageQuery & { limit: number; offset: number },
    ): Promise<Message[]> {
      requireTeam(actor, teamId);
      return (await messages.list(teamId, query, query)).map(toMessage);
    },

    async count(actor: Actor, teamId: string, channel: string | undefined): Promise<MessageCounts> {
      requireTeam(actor, teamId);
      return messages.count(teamId, channel);
    },

    async get(actor: Actor, id: string): Promise<Message> {
      return toMessage({ ...(await requireMessage(actor, id)), contentCut: false });
    },

    /** The conversation around a message, itself included, and the tasks made from it. */
    async context(
      actor: Actor,
      id: string,
    ): Promise<{ conversation: Message[]; related: TaskContextItem[] }> {
      const message = await requireMessage(actor, id);
      const conversation = message.threadKey
        ? await messages.conversation(message.teamId, message.threadKey, conversationLimit)
        : [cut(message)];
      return {
        conversation: conversation.map(toMessage),
        related: await tasks.ofMessages(
          message.teamId,
          conversation.map((other) => other.id),
        ),
      };
    },

    /** Why a message is judged as it is, worked out anew from the message itself. */
    async why(actor: Actor, id: string): Promise<MessageWhy> {
      const message = await requireMessage(actor, id);
      const explained = explain(toInput(message));
      return { ...explained, stored: compareStored(message.aiAnalysis, explained) };
    },

    /** Marks a message resolved, or new again, and tells the team's open screens. */
    async setStatus(actor: Actor, id: string, status: "resolved" | "new"): Promise<Message> {
      return db.transaction(async (tx) => {
        const repository = createMessageRepository(tx);
        const current = await repository.lock(Object.keys(actor.roles), id);
        if (!current) throw new AppError("not_found", "Message not found.");
        if (current.status === status) return toMessage({ ...current, contentCut: false });
        const row = await repository.setStatus(current.teamId, id, status);
        const resolved = status === "resolved";
        await recordChange(
          tx,
          {
            teamId: row.teamId,
            userId: actor.userId,
            action: resolved ? "message.resolved" : "message.reopened",
            summary: `${resolved ? "Resolved" : "Reopened"} “${nameOf(row)}”`,
            changes: [statusChange(current, status)],
          },
          [{ type: resolved ? "message_resolved" : "message_reopened", subjectId: id }],
          [{ type: "message_updated", id }],
        );
        return toMessage({ ...row, contentCut: false });
      });
    },

    /**
     * Makes a task from a message; one that was asked for already is answered as it is, so that a repeated click adds nothing.
     *
     * Title, due date, urgency, importance and description come from the analysis; `axes` names another quadrant.
     *
     * @param by - whose change the journal says it is; null: the engine's, which is not the actor's to undo.
     */
    async createTask(
      actor: Actor,
      id: string,
      teamId: string,
      axes: { urgency?: Urgency | undefined; importance?: Importance | undefined },
      by: string | null = actor.userId,
    ): Promise<Task> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const repository = createMessageRepository(tx);
        const message = await repository.lock([teamId], id);
        if (!message) throw new AppError("not_found", "Message not found.");
        if (message.status === "processed") {
          const [made] = await tasks.ofMessages(teamId, [id], tx);
          if (made) return tasks.get(actor, made.id, tx);
        }
        const row = await tasks.insert(tx, actor, teamId, taskFrom(message, axes), {
          messageId: id,
          messageChannel: message.channel,
          evidence: evidenceOf(message),
        });
        const changes: Change[] = [tasks.created(row)];
        if (message.status !== "processed") {
          await repository.setStatus(teamId, id, "processed");
          changes.push(statusChange(message, "processed"));
        }
        await recordChange(
          tx,
          {
            teamId,
            userId: by,
            action: "task.created_from_message",
            summary: `Made the task “${row.title}” from a message of ${message.sender}`,
            changes,
          },
          [{ type: "task_created", subjectId: row.id }],
          [
            { type: "task_created", id: row.id },
            { type: "message_updated", id },
          ],
        );
        return tasks.get(actor, row.id, tx);
      });
    },

    /** What relates to a task: the message it was made from, then the rest of that conversation. */
    async relatedTo(teamId: string, task: Pick<Task, "id" | "messageId">): Promise<TaskContextItem[]> {
      const source = task.messageId ? await messages.find([teamId], task.messageId) : undefined;
      if (!source) return [];
      const others = source.threadKey
        ? await messages.conversation(teamId, source.threadKey, conversationLimit)
        : [];
      const siblings = await tasks.ofMessages(teamId, [source.id, ...others.map((other) => other.id)]);
      return [
        toContextItem(cut(source)),
        ...others
          .filter((other) => other.id !== source.id)
          .reverse()
          .map(toContextItem),
        ...siblings.filter((sibling) => sibling.id !== task.id),
      ];
    },
  };
}

function taskFrom(
  message: MessageRow,
  axes: { urgency?: Urgency | undefined; importance?: Importance | undefined },
): NewTask {
  const analysis = message.aiAnalysis;
  return {
    title: (analysis?.taskTitle ?? nameOf(message)).slice(0, 500),
    description: message.content.trim().slice(0, 5000) || null,
    priority: analysis?.priority ?? "medium",
    urgency: axes.urgency ?? analysis?.urgency ?? "not_urgent",
    importance: axes.importance ?? analysis?.importance ?? "not_important",
    dueDate: analysis?.dueDate ?? null,
  };
}

/** The places the task's fields come from; sentiment and category are the message's, not the task's. */
function evidenceOf({ aiAnalysis }: MessageRow): Evidence[] {
  if (!aiAnalysis) return [];
  const { task = [], dueDate = [], urgency = [], importance = [] } = aiAnalysis.evidence;
  return [...task, ...dueDate, ...urgency, ...importance];
}

/** How the analysis a message carries stands to what the engine says now. */
function compareStored(analysis: MessageRow["aiAnalysis"], now: Explanation): MessageWhy["stored"] {
  if (!analysis) return null;
  const before = outcomesOf(analysis);
  const differs = now.verdicts.filter(({ field, verdict }) => before[field] !== verdict);
  return {
    version: analysis.version,
    current: analysis.version === now.version,
    differs: differs.map(({ field }) => field),
  };
}

function statusChange(message: MessageRow, status: MessageStatus): Change {
  return {
    kind: "changed",
    type: "message",
    id: message.id,
    before: { status: message.status },
    after: { status },
  };
}

/** What to call a message in a sentence. */
function nameOf({ subject, content, sender }: Pick<MessageRow, "subject" | "content" | "sender">): string {
  return subject?.trim() || content.trim().split("\n", 1)[0]?.slice(0, 80) || `Message of ${sender}`;
}

function cut(row: MessageRow): ListedMessage {
  return {
    ...row,
    content: row.content.slice(0, listedContent),
    contentCut: row.content.length > listedContent,
  };
}

function toContextItem(row: ListedMessage): TaskContextItem {
  return {
    id: row.id,
    type: "message",
    title: nameOf(row),
    summary: `${row.sender}: ${row.content.trim().slice(0, 200)}`,
    createdAt: row.createdAt.toISOString(),
  };
}

function toMessage(row: ListedMessage): Message {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
