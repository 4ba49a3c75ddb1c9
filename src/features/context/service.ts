import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { cutText } from "../../shared/cut-text";
import { hour } from "../../shared/durations";
import type { PageBefore } from "../../shared/paging";
import { requireArea } from "../areas/service";
import { type EntryListener, recordChange } from "../journal/service";
import type { TaskService } from "../tasks/service";
import { requireTeam } from "../teams/service";
import { createAnswers, isAnswered, openingOf } from "./chat/answer";
import { type ChatRow, createChatRepository, keyOf } from "./chat/chat-repository";
import { withoutSources } from "./chat/deleted-sources";
import { isFollowUp, weighOwn, withEarlier } from "./chat/follow-up";
import { asText } from "./chat/format-answer";
import { subjectOf } from "./chat/task-request";
import { createWriter, type WriterTools } from "./chat/writing/writer";
import type { Answer, AnswerSource, ChatMessage, SearchHits } from "./contract";
import { createMemory } from "./memory/memory";
import type { Viewer } from "./passage-repository";
import type { Retrieval } from "./retrieve";
import { searchEverything, searchForArea } from "./search/search";

/** How many turns of a chat are read for the question that another follows, and how long it may be ago (milliseconds). */
const turnsBefore = 12;
const longestPause = hour;

/** Receives an answer as it grows. A kind begins it, and begins it again if a language model fails on the way. */
export type AnswerListener = (
  part: Pick<Answer, "kind" | "intro"> | { sentence: Answer["sentences"][number] },
) => void;

/** What a question may come with: who follows its answer, what stops it, and what it is about. */
export interface AnswerOptions {
  grow?: AnswerListener | undefined;
  signal?: AbortSignal | undefined;
  /** Answers only from what belongs to this area. */
  areaId?: string | undefined;
}

export type ContextService = ReturnType<typeof createContextService>;

/**
 * The chat about a team's messages, tasks and meetings.
 *
 * @param writer - the language model that answers; null: answers are quotes.
 */
export function createContextService({
  db,
  retrieval,
  tasks,
  writer,
}: {
  db: Executor;
  retrieval: Retrieval;
  tasks: Pick<TaskService, "insert" | "created">;
  writer: WriterTools | null;
}) {
  const chat = createChatRepository(db);
  const write = writer && createWriter(writer);
  const answers = createAnswers({ db, retrieval });
  const viewerOf = async (actor: Actor, teamId: string, areaId?: string): Promise<Viewer> => {
    requireTeam(actor, teamId);
    if (areaId) await requireArea(db, actor, teamId, areaId);
    return { teamId, userId: actor.userId, areaId };
  };

  /** The question, together with the one that it follows, and the sources of the last answer. */
  async function readWithEarlier(viewer: Viewer, question: string) {
    if (!isFollowUp(question)) return null;
    const turns = await chat.history(viewer, { limit: turnsBefore });
    const recent = turns.filter(({ createdAt }) => Date.now() - createdAt.getTime() < longestPause);
    const asked = recent.filter(({ role }) => role === "user").map(({ content }) => content);
    const follows = withEarlier(question, asked.reverse());
    const last = recent.at(-1)?.answer;
    // What came nearest is no answer.
    return follows && { ...follows, before: last && last.kind !== "nothing" ? last.sources : [] };
  }

  /** By a query, by the language model if there is one, or by quotes. */
  async function answer(
    viewer: Viewer,
    typed: string,
    { grow, signal, mayWrite }: AnswerOptions & { mayWrite: boolean },
  ): Promise<Answer> {
    const follows = await readWithEarlier(viewer, typed);
    const question = follows?.question ?? typed;
    const after = follows ? `After “${cutText(follows.earlier, 80)}”:` : "";
    const introduced = (answered: Answer): Answer => ({
      ...answered,
      intro: [after, answered.intro].filter(Boolean).join(" "),
    });
    const whole = (answered: Answer): Answer => {
      const one = introduced(answered);
      grow?.({ kind: one.kind, intro: one.intro });
      for (const sentence of one.sentences) grow?.({ sentence });
      return one;
    };
    const listed =
      (await answers.offered(viewer, question)) ?? (await answers.listed(viewer, question, follows?.before));
    if (listed) return whole(listed);
    // A language model sums up a meeting better than its quotes do.
    const ofMeeting = write && mayWrite ? null : await answers.ofMeeting(viewer, question);
    if (ofMeeting) return whole(ofMeeting);
    const found = await answers.search(viewer, subjectOf(question));
    const retrieved = follows ? weighOwn(found, follows.own) : found;
    if (!write || !mayWrite || !isAnswered(retrieved))
      return whole((await answers.ofPerson(viewer, question, retrieved)) ?? answers.quoted(retrieved));
    const opening = [after, openingOf("", retrieved.time)].filter(Boolean).join(" ");
    let began = false;
    const written = await write(viewer, question, retrieved.found, {
      signal,
      propose: await answers.proposer(viewer, question),
      grow(sentence) {
        if (!began) grow?.({ kind: "written", intro: opening });
        began = true;
        grow?.({ sentence });
      },
    });
    if (written === "nothing") return whole(answers.nothing(retrieved));
    if ("answer" in written) return { ...written.answer, intro: opening };
    const quoted = answers.quoted(retrieved);
    return whole({ ...quoted, intro: `${written.failed}, so these are quotes. ${quoted.intro}` });
  }

  /** Turns without the words of what was deleted since, or what the person may no longer read. */
  async function readableTurns(viewer: Viewer, rows: ChatRow[]): Promise<ChatMessage[]> {
    const sources = rows.flatMap(({ answer: kept }) => kept?.sources ?? []);
    const readable = await chat.readable(viewer, sources);
    const isGone = (source: AnswerSource) => source.title === "" || !readable.has(keyOf(source));
    return rows.map((row) =>
      toChatMessage(row.answer ? { ...row, answer: withoutSources(row.answer, isGone) } : row),
    );
  }

  return {
    retrieval,
    memory: createMemory({ db }),

    /** Turns of the person's chat, with the sources that they may still see. */
    async history(
      actor: Actor,
      teamId: string,
      { areaId, ...page }: { areaId?: string | undefined } & PageBefore,
    ): Promise<ChatMessage[]> {
      const viewer = await viewerOf(actor, teamId, areaId);
      return readableTurns(viewer, await chat.history(viewer, page));
    },

    /**
     * Answers a question and keeps both. If answering fails or is stopped, neither is kept.
     *
     * @throws what the signal was aborted with.
     */
    async send(
      actor: Actor,
      teamId: string,
      question: string,
      asking: AnswerOptions = {},
    ): Promise<ChatMessage> {
      const viewer = await viewerOf(actor, teamId, asking.areaId);
      // Anybody may open a demo, and the model may cost money.
      const answered = await answer(viewer, question, { ...asking, mayWrite: !actor.demo });
      asking.signal?.throwIfAborted();
      return db.transaction(async (tx) => {
        const kept = createChatRepository(tx);
        await kept.insert(viewer, { role: "user", content: question });
        const content = asText(answered);
        const message = await kept.insert(viewer, { role: "assistant", content, answer: answered });
        // The person's other tabs, and this one if a program asked.
        await publish(tx, { type: "chat_updated", teamId, id: message.id, onlyFor: actor.userId });
        return toChatMessage(message);
      });
    },

    /** What the search box finds in a team; with `forArea`, also whether that area has it. */
    async search(
      actor: Actor,
      teamId: string,
      { q, forArea }: { q: string; forArea?: string | undefined },
    ): Promise<SearchHits> {
      const viewer = await viewerOf(actor, teamId);
      return forArea ? searchForArea(db, viewer, q, forArea) : searchEverything(db, viewer, q);
    },

    /** @throws AppError `not_found` if the chat has no such answer, or the answer no such proposal. */
    async confirm(
      actor: Actor,
      teamId: string,
      { messageId, proposal }: { messageId: string; proposal: number },
      recorded?: EntryListener,
    ): Promise<ChatMessage> {
      const viewer = await viewerOf(actor, teamId);
      const readableTurn = async (row: ChatRow): Promise<ChatMessage> => {
        const [turn] = await readableTurns(viewer, [row]);
        return turn ?? toChatMessage(row);
      };
      return db.transaction(async (tx) => {
        const kept = createChatRepository(tx);
        const row = await kept.lock(viewer, messageId);
        const offered = row?.answer?.proposals?.[proposal];
        if (!row?.answer || !offered) throw new AppError("not_found", "This proposal no longer exists.");
        if (offered.taskId) return readableTurn(row);
        const { title, dueDate } = offered;
        const task = await tasks.insert(tx, actor, teamId, { title, dueDate });
        const entry = await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "task.created",
            summary: `Added “${task.title}”`,
            changes: [tasks.created(task)],
          },
          [{ type: "task_created", subjectId: task.id }],
          [
            { type: "task_created", id: task.id },
            { type: "chat_updated", id: messageId, onlyFor: actor.userId },
          ],
        );
        recorded?.(entry.id);
        const proposals = row.answer.proposals?.with(proposal, { ...offered, taskId: task.id });
        return readableTurn(await kept.setAnswer(viewer, messageId, { ...row.answer, proposals }));
      });
    },

    /** Deletes the person's chat in the area, or the one about everything, in all their browsers. */
    async clear(actor: Actor, teamId: string, areaId?: string): Promise<{ deleted: number }> {
      const viewer = await viewerOf(actor, teamId, areaId);
      return db.transaction(async (tx) => {
        const deleted = await createChatRepository(tx).clear(viewer);
        await publish(tx, { type: "chat_updated", teamId, id: teamId, onlyFor: actor.userId });
        return { deleted };
      });
    },
  };
}

const toChatMessage = ({ id, role, content, answer, createdAt }: ChatRow): ChatMessage => ({
  id,
  role,
  content: answer ? asText(answer) : content,
  answer,
  createdAt: createdAt.toISOString(),
});
