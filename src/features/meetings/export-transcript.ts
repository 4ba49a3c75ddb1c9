import { hour, minute } from "../../shared/durations";
import type { Meeting, MeetingSegment } from "./contract";
import { clock, transcriptText } from "./transcript-text";

export type ExportFormat = "txt" | "vtt" | "md";

/** A file to save. */
export interface ExportedFile {
  name: string;
  type: string;
  text: string;
}

type ExportedMeeting = Pick<Meeting, "title" | "createdAt" | "summary" | "decisions" | "extractedTasks">;

/** A meeting's transcript as a file. Markdown also has its summary, decisions and tasks. */
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
  const { title, createdAt, summary, decisions, extractedTasks } = meeting;
  const list = (heading: string, lines: string[]) =>
    lines.length > 0 ? [`## ${heading}`, lines.map((line) => `- ${line}`).join("\n")] : [];
  const tasks = extractedTasks.filter(({ dropped }) => !dropped);
  const blocks = [
    `# ${title.replace(/\s+/g, " ")}`,
    // The day where the reader is, as on the page. Swedish dates are ISO dates.
    new Date(createdAt).toLocaleDateString("sv-SE"),
    ...(summary ? ["## Summary", summary] : []),
    ...list(
      "Tasks",
      tasks.map((task) => `${task.title} (${clock(task.evidence.second)})`),
    ),
    ...list(
      "Decisions",
      decisions.map(({ text, evidence }) => `${text} (${clock(evidence.second)})`),
    ),
    "## Transcript",
    ...segments.map(
      ({ start, speaker, text }) => `**${clock(start)}${speaker ? ` ${speaker}` : ""}** ${text}`,
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The title as a name that every file system takes. */
export function fileName(title: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names can't have them
  const plain = title.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, " ").replace(/\s+/g, " ");
  return plain.trim().slice(0, 80) || "Meeting";
}
