import { type Executor, limitSearch } from "../../server/database";
import { publish } from "../../server/live-hub";
import { type NextPage, reportEnd } from "../../server/paging/list-cursor";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { loadTeamCorrections } from "../corrections/active-corrections";
import type { Change } from "../journal/change";
import { type EntryListener, recordChange, recordLast } from "../journal/service";
import type { Task, TaskContextItem } from "../tasks/contract";
import type { FindRelated, TaskService } from "../tasks/service";
import { requireTeam } from "../teams/service";
import type { Importance, Priority, SeenAnalysis, Urgency } from "../triage/contract";
import type { Decision } from "../triage/corrections/correction";
import { toInput } from "./analyze-waiting";
import { createManyTasks } from "./bulk/create-many";
import { dismissMany } from "./bulk/dismiss-many";
import { resolveMany } from "./bulk/resolve-many";
import { snoozeMany } from "./bulk/snooze-many";
import type {
  Message,
  MessageCounts,
  MessageGroup,
  MessageGrouping,
  MessageStatus,
  MessageWhy,
  SnoozeChange,
  Source,
  StatusChange,
} from "./contract";
import { axesFor, correct, inWords, noCorrection, requireAnalysis } from "./correct";
import { createExplainer, type Explainer } from "./explaining/explainer";
import { listGroups } from "./groups/group-repository";
import type { MessagePage, MessageQuery } from "./listing/order-repository";
import { requireStart } from "./listing/require-start";
import { publicNameOf } from "./message-name";
import { mutedBy } from "./preferences/preferences";
import { createReanalysisRepository } from "./reanalysis/reanalysis-repository";
import { createRefineRepository } from "./refinement/refine-repository";
import { createMessageRepository, type ListedMessage, type MessageRow } from "./repository";
import { type FindContacts, messageWithDeal, whyWithDeal } from "./sender-contact";
import { cut, toMessage } from "./shown-message";
import { snooze, wakeDue } from "./snooze/snooze";
import { evidenceOf, taskFrom } from "./task-messages";
import { toWhy } from "./why";

const readerOf = (actor: Actor) => ({ teamIds: Object.keys(actor.roles), userId: actor.userId });

export type InboxService = ReturnType<typeof createInboxService>;

export function createInboxService({
  db,
  tasks,
  explainer = createExplainer(),
  findSource = async () => null,
  findRelated = async () => [],
  findContacts = async () => new Map(),
}: {
  db: Executor;
  tasks: TaskService;
  /** Default: one that starts no worker before it is used. */
  explainer?: Explainer;
  /** Where a message can be opened at its provider. */
  findSource?: (message: MessageRow) => Promise<Source | null>;
  /** Default: nothing beyond the conversation is looked for. */
  findRelated?: FindRelated;
  /** Default: nobody is known. */
  findContacts?: FindContacts;
}) {
  const messages = createMessageRepository(db);

  async function requireMessage(actor: Actor, id: string): Promise<MessageRow> {
    const message = await messages.find(readerOf(actor), id);
    if (!message) throw new AppError("not_found", "Message not found.");
    return message;
  }

  /** Messages of one team as their reader sees them. @param known - keys of the senders whom the reader has muted. */
  async function shown(
    executor: Executor,
    userId: string,
    rows: ListedMessage[],
    known?: ReadonlySet<string>,
  ): Promise<Message[]> {
    const [first] = rows;
    if (!first) return [];
    const muted = known ?? (await mutedBy(executor, userId, first.teamId));
    const addresses = [...new Set(rows.flatMap(({ senderAddress }) => senderAddress ?? []))];
    const contacts = addresses.length > 0 ? await findContacts(executor, first.teamId, addresses) : new Map();
    return rows.map((row) => toMessage(row, muted, contacts.get(row.senderAddress ?? "")));
  }

  /** A complete message as its reader sees it. */
  async function whole(executor: Executor, { userId }: Actor, row: MessageRow): Promise<Message> {
    const [message] = await shown(executor, userId, [{ ...row, contentCut: false }]);
    return message as Message;
  }

  const contactOf = async (executor: Executor, { teamId, senderAddress }: MessageRow) =>
    senderAddress === null
      ? undefined
      : (await findContacts(executor, teamId, [senderAddress])).get(senderAddress);

  /** A message with what an open deal made of it, because that is what a person corrects. */
  async function asShown(tx: Executor, message: MessageRow): Promise<MessageRow> {
    return messageWithDeal(message, await contactOf(tx, message));
  }

  return {
    /** @param next - receives the end of a full page. */
    async list(actor: Actor, teamId: string, query: MessagePage, next?: NextPage): Promise<Message[]> {
      requireTeam(actor, teamId);
      const read = (tx: Executor) => createMessageRepository(tx).list(teamId, actor.userId, query, query);
      // Neither waits for the other.
      const [found, muted] = await Promise.all([
        limitSearch(db, query.q, read),
        mutedBy(db, actor.userId, teamId),
      ]);
      await requireStart(db, { teamId, userId: actor.userId }, query, found);
      return shown(db, actor.userId, reportEnd(found, query.limit, next), muted);
    },

    /** The messages of a query by sender or conversation. */
    async groups(
      actor: Actor,
      teamId: string,
      query: MessagePage & { by: MessageGrouping },
    ): Promise<MessageGroup[]> {
      requireTeam(actor, teamId);
      const found = await limitSearch(db, query.q, (tx) =>
        listGroups(tx, teamId, actor.userId, query, query),
      );
      const latest = await shown(
        db,
        actor.userId,
        found.map((group) => group.latest),
      );
      return found.map((group, index) => ({ ...group, latest: latest[index] as Message }));
    },

    /** How many messages each view and channel has for the person, under the filters of the list. */
    async count(actor: Actor, teamId: string, query: Omit<MessageQuery, "view">): Promise<MessageCounts> {
      requireTeam(actor, teamId);
      return messages.count(teamId, actor.userId, query);
    },

    /**
     * The whole message.
     *
     * @throws AppError `not_found` for another team's message and one that the person may not see.
     */
    async get(actor: Actor, id: string): Promise<Message> {
      return whole(db, actor, await requireMessage(actor, id));
    },

    /** The conversation around a message, including it, the tasks created from it, and what else relates to it. */
    async context(
      actor: Actor,
      id: string,
    ): Promise<{
      conversation: Message[];
      related: TaskContextItem[];
      around: TaskContextItem[];
      taskId: string | null;
      source: Source | null;
    }> {
      const message = await requireMessage(actor, id);
      const conversation = message.threadKey
        ? await messages.conversation(message.teamId, actor.userId, message.threadKey)
        : [cut(message)];
      const [made] = await tasks.ofMessages(message.teamId, [id]);
      const related = await tasks.ofMessages(
        message.teamId,
        conversation.map((other) => other.id),
      );
      const subject = {
        type: "message" as const,
        id,
        text: [message.subject, message.content.slice(0, 400)].join(" "),
        messageId: id,
        shown: [...conversation, ...related].map((other) => other.id),
      };
      return {
        conversation: await shown(db, actor.userId, conversation),
        related,
        around: await findRelated({ teamId: message.teamId, userId: actor.userId }, subject),
        taskId: made?.id ?? null,
        source: await findSource(message),
      };
    },

    /** Explains a message's analysis, computed from the message on request. */
    async why(actor: Actor, id: string): Promise<MessageWhy> {
      const message = await requireMessage(actor, id);
      const fromCorrections = await loadTeamCorrections(db, message.teamId, message.visibleTo);
      const request = { input: toInput(message), corrections: fromCorrections };
      const why = toWhy(message.aiAnalysis, await explainer.explain(id, request));
      return whyWithDeal(why, message.aiAnalysis, await contactOf(db, message), message);
    },

    /** Each changes many messages in one step. */
    resolveMany: resolveMany.bind(undefined, db),
    snoozeMany: snoozeMany.bind(undefined, db),
    dismissMany: dismissMany.bind(undefined, db),
    createManyTasks: createManyTasks.bind(undefined, { db, tasks, findContacts }),

    /**
     * Resolves or reopens a message, and notifies the team's open screens. A reopened message that still has its
     * task is processed, not new: nobody should create the task again.
     *
     * @throws AppError `changed_since` if its status isn't the expected one.
     */
    async setStatus(
      actor: Actor,
      id: string,
      { status: asked, expected }: StatusChange,
      recorded?: EntryListener,
    ): Promise<Message> {
      return db.transaction(async (tx) => {
        const repository = createMessageRepository(tx);
        const current = await repository.lock(readerOf(actor), id);
        if (!current) throw new AppError("not_found", "Message not found.");
        const hasTask = asked === "new" && (await tasks.ofMessages(current.teamId, [id], tx)).length > 0;
        const status = hasTask ? "processed" : asked;
        if (current.status === status) return whole(tx, actor, current);
        if (expected && expected.status !== current.status)
          throw new AppError("changed_since", "Somebody has changed this message since.");
        const row = await repository.setStatus(current.teamId, id, status);
        const resolved = status === "resolved";
        const message = await whole(tx, actor, row);
        const entry = await recordLast(
          tx,
          {
            teamId: row.teamId,
            userId: actor.userId,
            action: resolved ? "message.resolved" : "message.reopened",
            summary: `${resolved ? "Resolved" : "Reopened"} “${publicNameOf(row)}”`,
            changes: [statusChange(current, status)],
          },
          [{ type: resolved ? "message_resolved" : "message_reopened", subjectId: id }],
          [{ type: "message_updated", id, single: true, onlyFor: row.visibleTo }],
        );
        recorded?.(entry.id);
        return message;
      });
    },

    /** Snoozes a message, or ends its snooze (null). @param recorded - receives the id of the journal entry. */
    snooze: (actor: Actor, id: string, change: SnoozeChange, recorded?: EntryListener): Promise<Message> =>
      db.transaction(async (tx) => whole(tx, actor, await snooze(tx, readerOf(actor), id, change, recorded))),

    /**
     * Creates a task from a message. If it already has one, returns that task, so that a repeated click adds
     * nothing.
     *
     * Title, due date, urgency, importance and description come from the analysis; `axes` sets another
     * quadrant.
     *
     * @param options - `by`: who the journal names; null: the engine, so that the actor can't undo it.
     */
    async createTask(
      actor: Actor,
      id: string,
      teamId: string,
      axes: { urgency?: Urgency | undefined; importance?: Importance | undefined },
      { by = actor.userId, recorded }: { by?: string | null; recorded?: EntryListener } = {},
    ): Promise<Task> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const repository = createMessageRepository(tx);
        const reader = { teamIds: [teamId], userId: actor.userId };
        const message = await repository.lock(reader, id);
        if (!message) throw new AppError("not_found", "Message not found.");
        const [made] = await tasks.ofMessages(teamId, [id], tx);
        if (made) {
          // An earlier version reopened messages with a task as new.
          if (message.status === "new") {
            await repository.setStatus(teamId, id, "processed");
            await publish(tx, {
              type: "message_updated",
              teamId,
              id,
              single: true,
              onlyFor: message.visibleTo,
            });
          }
          return tasks.get(actor, made.id, tx);
        }
        const seen = await asShown(tx, message);
        const learned = by ? await correct(tx, by, seen, { hasTask: true, ...axesOf(axes) }) : noCorrection;
        const row = await tasks.insert(tx, actor, teamId, taskFrom(seen, axes), {
          messageId: id,
          messageChannel: message.channel,
          evidence: evidenceOf(message),
          sample: message.sample,
        });
        const changes: Change[] = [...learned.changes, tasks.created(row)];
        if (message.status !== "processed") {
          await repository.setStatus(teamId, id, "processed");
          changes.push(statusChange(message, "processed"));
        }
        const entry = await recordChange(
          tx,
          {
            teamId,
            userId: by,
            action: "task.created_from_message",
            summary: `Created the task “${row.title}” from a message of ${message.sender}`,
            changes,
          },
          [{ type: "task_created", subjectId: row.id }],
          [
            { type: "task_created", id: row.id },
            { type: "message_updated", id, single: true, onlyFor: message.visibleTo },
            ...learned.events,
          ],
        );
        recorded?.(entry.id);
        return tasks.get(actor, row.id, tx);
      });
    },

    /**
     * Applies the actor's corrections to a message's analysis. They stay, and the team's engine learns from
     * them.
     *
     * @throws AppError `not_found` for another team's message; `changed_since` if the analysis isn't as expected.
     */
    async correct(
      actor: Actor,
      id: string,
      {
        expected,
        ...said
      }: Decision & { priority?: Priority | undefined; expected?: SeenAnalysis | undefined },
      recorded?: EntryListener,
    ): Promise<Message> {
      return db.transaction(async (tx) => {
        const repository = createMessageRepository(tx);
        const message = await repository.lock(readerOf(actor), id);
        if (!message) throw new AppError("not_found", "Message not found.");
        const seen = await asShown(tx, message);
        requireAnalysis(seen.aiAnalysis, expected, said);
        const { priority, ...decided } = said;
        const axes = priority && axesFor(priority, message.aiAnalysis);
        const learned = await correct(tx, actor.userId, seen, { ...axes, ...decided }, false);
        if (learned.changes.length > 0) {
          const entry = await recordChange(
            tx,
            {
              teamId: message.teamId,
              userId: actor.userId,
              action: "message.corrected",
              summary: `Corrected “${publicNameOf(message)}”: ${inWords(said)}`,
              changes: learned.changes,
            },
            [],
            learned.events,
          );
          recorded?.(entry.id);
        }
        const now = (await repository.find(readerOf(actor), id)) as MessageRow;
        return whole(tx, actor, now);
      });
    },
  };
}

const axesOf = ({ urgency, importance }: Decision): Decision => ({
  ...(urgency && { urgency }),
  ...(importance && { importance }),
});

function statusChange(message: MessageRow, status: MessageStatus): Change {
  return {
    kind: "changed",
    type: "message",
    id: message.id,
    before: { status: message.status },
    after: { status },
  };
}

/** Brings back the messages of all teams whose snooze has ended. */
export const wakeMessages = (db: Executor): Promise<void> => wakeDue(db);

/**
 * Permanently deletes messages of all teams that were removed before `date`, and stored answers older than
 * it.
 */
export async function purgeMessages(db: Executor, date: Date): Promise<void> {
  await createMessageRepository(db).purgeDeletedBefore(date);
  await createRefineRepository(db).purgeBefore(date);
  await createReanalysisRepository(db).purgeBefore(date);
}
