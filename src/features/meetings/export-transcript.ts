import { hour, minute } from "../../shared/durations";
import type { Meeting, MeetingItem, MeetingNote, MeetingSegment } from "./contract";
import { clock, transcriptText } from "./transcript-text";

export type ExportFormat = "txt" | "vtt" | "md";

/** A file to save. */
export interface ExportedFile {
  name: string;
  type: string;
  text: string;
}

interface ExportedMeeting
  extends Pick<Meeting, "title" | "createdAt" | "summary" | "decisions" | "extractedTasks"> {
  /** With their authors' names; null: they have left. */
  notes: readonly (Pick<MeetingNote, "text" | "second"> & { author: string | null })[];
  /** Names of the team's members by their ids. */
  memberNames: ReadonlyMap<string, string>;
}

/** A meeting's transcript as a file. Markdown also has its summary, tasks, decisions and notes. */
export function exportTranscript(
  format: ExportFormat,
  meeting: ExportedMeeting,
  segments: readonly MeetingSegment[],
): ExportedFile {
  const { type, write } = formats[format];
  return { name: `${fileName(meeting.title)}.${format}`, type, text: write(meeting, segments) };
}

type Write = (meeting: ExportedMeeting, segments: readonly MeetingSegment[]) => string;

const formats: Record<ExportFormat, { type: string; write: Write }> = {
  txt: { type: "text/plain", write: (_, segments) => `${transcriptText(segments)}\n` },
  vtt: { type: "text/vtt", write: (_, segments) => toVtt(segments) },
  md: { type: "text/markdown", write: toMarkdown },
};

/** WebVTT with the speakers as voices. Source: www.w3.org/TR/webvtt1 */
function toVtt(segments: readonly MeetingSegment[]): string {
  const cues = segments.map(({ start, end, speaker, text }) => {
    const voice = speaker ? `<v ${escaped(speaker).replace(/[\r\n]+/g, " ")}>` : "";
    return `${cueTime(start)} --> ${cueTime(end)}\n${voice}${escaped(text).replace(/\s*[\r\n]+\s*/g, " ")}`;
  });
  return `${["WEBVTT", ...cues].join("\n\n")}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** `hh:mm:ss.mmm` */
function cueTime(seconds: number): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const rest = String(ms % 1000).padStart(3, "0");
  return `${two(Math.floor(ms / hour))}:${two(Math.floor(ms / minute) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${rest}`;
}

function toMarkdown(meeting: ExportedMeeting, segments: readonly MeetingSegment[]): string {
  const { title, createdAt, summary, decisions, extractedTasks, notes, memberNames } = meeting;
  const list = (heading: string, lines: string[]) =>
    lines.length > 0 ? [`## ${heading}`, lines.map((line) => `- ${line}`).join("\n")] : [];
  const tasks = extractedTasks.filter(({ dropped }) => !dropped);
  const blocks = [
    `# ${title.replace(/\s+/g, " ")}`,
    dayOf(createdAt),
    ...(summary ? ["## Summary", summary] : []),
    ...list(
      "Tasks",
      tasks.map(
        (task) => `${[task.title, ...owing(task, memberNames)].join(", ")} (${clock(task.evidence.second)})`,
      ),
    ),
    ...list(
      "Decisions",
      decisions.map(({ text, evidence }) => `${text} (${clock(evidence.second)})`),
    ),
    ...list(
      "Notes",
      notes.map(({ text, author, second }) => {
        const from = [...(author ? [author] : []), ...(second === null ? [] : [clock(second)])];
        // A new line would end the list.
        return `${text.replace(/\s*[\r\n]+\s*/g, " ")}${from.length > 0 ? ` (${from.join(", ")})` : ""}`;
      }),
    ),
    "## Transcript",
    ...segments.map(
      ({ start, speaker, text }) => `**${clock(start)}${speaker ? ` ${speaker}` : ""}** ${text}`,
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Who has to do a task, and by which day where the reader is. */
function owing(
  { assigneeId, assigneeName, dueDate }: MeetingItem,
  memberNames: ReadonlyMap<string, string>,
): string[] {
  const who = (assigneeId && memberNames.get(assigneeId)) ?? assigneeName;
  return [...(who ? [who] : []), ...(dueDate ? [`due ${dayOf(dueDate)}`] : [])];
}

/** The day where the reader is, as on the page. Swedish dates are ISO dates. */
const dayOf = (instant: string): string => new Date(instant).toLocaleDateString("sv-SE");

/** The title as a name that every file system takes. */
export function fileName(title: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names can't have them
  const plain = title.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, " ").replace(/\s+/g, " ");
  return plain.trim().slice(0, 80) || "Meeting";
}
