import { setImmediate } from "node:timers/promises";
import type { Executor } from "../../server/database";
import type { SourceType } from "./contract";
import type { Viewer } from "./passage-repository";
import { createFactTexts, createSourceRepository, createTranscriptRepository } from "./repository";

/** The text of something that can be found, as its viewer may read it. */
export interface SourceText {
  type: SourceType;
  id: string;
  title: string;
  /** Who wrote it; null: nobody is known. */
  author: string | null;
  date: Date;
  channel: string | null;
  /** What belongs together, such as the messages of a conversation. */
  thread: string;
  /** What quotes are offsets into: a message's content, a task's description, or what was said, line by line. */
  text: string;
  /** Whether a message speaks to an assistant, so that no model should read it. */
  addressesAi?: boolean;
  /** What was said in a meeting, in order. */
  spoken?: Speech[];
}

/** A stretch of speech; `start` and `end` are offsets into the text of its source, `second` is when it is said. */
export interface Speech {
  start: number;
  end: number;
  second: number;
  speaker: string | null;
}

/**
 * Reads sources of one type. To make another feature searchable, index its rows by triggers like those of
 * messages (see the migration), add its type to the contract, and a reader here.
 *
 * @returns only what the viewer may read; another order, or fewer than asked for.
 */
export type SourceReader = (viewer: Viewer, ids: string[]) => Promise<SourceText[]>;

/** The readers of all types. */
export function createSources(db: Executor): Record<SourceType, SourceReader> {
  const repository = createSourceRepository(db);
  const transcripts = createTranscriptRepository(db);
  const facts = createFactTexts(db);
  return {
    async message(viewer, ids) {
      const rows = await repository.messages(viewer, ids);
      return rows.map(({ id, subject, content, sender, channel, createdAt, threadKey, addressesAi }) => ({
        type: "message",
        id,
        title: subject?.trim() || content.trim().split("\n", 1)[0]?.slice(0, 80) || `Message of ${sender}`,
        author: sender,
        date: createdAt,
        channel,
        thread: threadKey ?? id,
        text: content,
        addressesAi,
      }));
    },
    async meeting(viewer, ids) {
      const rows = await transcripts.meetings(viewer, ids);
      const texts: SourceText[] = [];
      // One after another: a transcript has thousands of rows, and others wait for this thread.
      for (const { id, title, summary, createdAt } of rows) {
        const said = await transcripts.segments(viewer, id);
        const spoken: Speech[] = [];
        let text = "";
        for (const { second, speaker, text: words } of said) {
          spoken.push({ start: text.length, end: text.length + words.length, second, speaker });
          text += `${words}\n`;
        }
        texts.push({
          type: "meeting",
          id,
          title,
          author: null,
          date: createdAt,
          channel: null,
          thread: id,
          ...(said.length > 0 ? { text, spoken } : { text: summary ?? "" }),
        });
        await setImmediate();
      }
      return texts;
    },
    async fact(viewer, ids) {
      const rows = await facts(viewer, ids);
      return rows.map(({ id, text, createdAt, area, firstName, lastName }) => ({
        type: "fact",
        id,
        title: `Fact of ${area}`,
        author: [firstName, lastName].filter(Boolean).join(" ") || null,
        date: createdAt,
        channel: null,
        thread: id,
        text,
      }));
    },
    async task(viewer, ids) {
      const rows = await repository.tasks(viewer, ids);
      return rows.map((row) => ({
        type: "task",
        id: row.id,
        title: row.title,
        author: [row.firstName, row.lastName].filter(Boolean).join(" ") || null,
        date: row.createdAt,
        channel: row.messageChannel,
        thread: row.id,
        text: row.description,
      }));
    },
  };
}
