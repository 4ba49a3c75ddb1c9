import type { Executor } from "../../server/database";
import { cutAtWord } from "../../shared/cut-text";
import type { QuotedText } from "../triage/text/own-text";
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
  /** The address of a message's sender. */
  address?: string | null;
  /** What else its author is called, if the question calls them so: by their company or their address. */
  alsoCalled?: string | undefined;
  date: Date;
  channel: string | null;
  /** What belongs together, such as the messages of a conversation. */
  thread: string;
  /** What quotes are offsets into: a message's content, a task's description, or what was said, line by line. */
  text: string;
  /** What it quotes of other messages, in order, if that is read too because the team hasn't got them. */
  quoted?: QuotedText[];
  /** Whether the text is a comment on a task, not its description. */
  isComment?: boolean;
  /** Whether a message speaks to an assistant, so that no model should read it. */
  addressesAi?: boolean;
  /** Second and speaker of each line of a meeting, as JSON, which {@link withSpeech} reads. */
  said?: string | undefined;
  /** What was said in a meeting, in order. */
  spoken?: Speech[] | undefined;
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
      return (await repository.messages(viewer, ids)).map(messageText);
    },
    async meeting(viewer, ids) {
      const rows = await transcripts.meetings(viewer, ids);
      return rows.map(({ id, title, summary, createdAt, text, said }) => ({
        type: "meeting",
        id,
        title,
        author: null,
        date: createdAt,
        channel: null,
        thread: id,
        ...(text && said ? { text, said } : { text: summary ?? "" }),
      }));
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

/** The same with what was said line by line, which takes long to read for hours of speech. */
export function withSpeech(of: SourceText): SourceText {
  if (!of.said || of.spoken) return of;
  const lines: [second: number, speaker: string | null][] = JSON.parse(of.said);
  const spoken: Speech[] = [];
  let start = 0;
  for (const [second, speaker] of lines) {
    const end = of.text.indexOf("\n", start);
    spoken.push({ start, end, second, speaker });
    start = end + 1;
  }
  return { ...of, spoken };
}

/** A message as a source. */
export const messageText = ({
  id,
  subject,
  content,
  sender,
  senderAddress,
  channel,
  createdAt,
  threadKey,
  addressesAi,
}: StoredMessage): SourceText => ({
  type: "message",
  id,
  title: subject?.trim() || cutAtWord(content.trim().split("\n", 1)[0] ?? "", 80) || `Message of ${sender}`,
  author: sender,
  address: senderAddress,
  date: createdAt,
  channel,
  thread: threadKey ?? id,
  text: content,
  addressesAi,
});

type StoredMessage = Awaited<ReturnType<ReturnType<typeof createSourceRepository>["messages"]>>[number];

const quotedAt = ({ quoted = [] }: SourceText, offset: number) =>
  quoted.find(({ start, end }) => start <= offset && offset < end);

/** Whether a source only quotes the words at an offset of its text. */
export const isQuotedAt = (of: SourceText, offset: number): boolean => quotedAt(of, offset) !== undefined;

/** Who wrote the quoted words at an offset of a text; null: nobody is known, or the words aren't quoted. */
export const quotedWriterAt = (of: SourceText, offset: number): string | null =>
  quotedAt(of, offset)?.writer ?? null;

/** "Eve Stone, quoted by Bo Lind", or less if less is known. */
export function quotedBy(author: string | null, writer: string | null): string {
  const by = author ? ` by ${author}` : "";
  return writer ? `${writer}, quoted${by}` : `Quoted${by}`;
}

/** Whose words stand at an offset of a text, as a question may name them; null: nobody is known. */
export function voiceAt(of: SourceText, offset: number): string | null {
  if (isQuotedAt(of, offset)) return null;
  const { author, alsoCalled } = of;
  return alsoCalled ? `${author ?? ""} ${alsoCalled}`.trim() : author;
}
