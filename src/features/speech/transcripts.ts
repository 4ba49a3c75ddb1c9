import { AppError } from "../../shared/app-error";
import type { TranscriptSegment } from "../../shared/transcript-segment";
import { inReadingOrder } from "../../shared/typed-values";
import { hasCues, readCues } from "./formats/cues";
import { decodeText } from "./formats/decode-text";
import { docxText } from "./formats/docx-text";
import { readSpokenText } from "./formats/spoken-text";

/** Largest transcript (bytes); a day of talk is about 1 MB. */
export const maxTranscript = 10 * 1024 ** 2;
/** A file with more is no transcript of a meeting. */
const maxSegments = 20_000;

export interface ParsedTranscript {
  segments: TranscriptSegment[];
  /** As the document names it. */
  title?: string;
  /** False: it names no times, so they are estimated from the number of words. */
  timed: boolean;
}

/**
 * Reads a transcript: WebVTT, SubRip, text, or the exports of Zoom, Meet and Teams (also as Word documents).
 *
 * @param name - of the file; only its ending matters, and only for Word documents.
 * @throws AppError with a sentence if it is none, is empty or is too large.
 */
export function parseTranscript(name: string, bytes: Uint8Array): ParsedTranscript {
  if (bytes.length > maxTranscript)
    throw new AppError("too_large", "This transcript is larger than 10 MB. Split it and upload the parts.");
  const text = textOf(name, bytes);
  // The database refuses NUL, which a damaged file may have in its middle.
  const lines = inReadingOrder(text)
    .replace(/^\ufeff/, "")
    .replaceAll("\0", " ")
    .split(/\r\n|\r|\n/);
  // Without a cue, nobody said anything.
  const { segments, timed } =
    hasCues(lines) || /^WEBVTT(\s|$)/.test(lines[0] ?? "")
      ? { segments: readCues(lines), timed: true }
      : readSpokenText(withoutHead(lines));
  if (segments.length === 0)
    throw new AppError(
      "invalid_input",
      "There are no words in this transcript. Check that it is the right file.",
    );
  if (segments.length > maxSegments)
    throw new AppError(
      "too_large",
      `This transcript has more than ${maxSegments.toLocaleString("en-US")} lines. Split it and upload the parts.`,
    );
  const title = titleOf(lines);
  return { segments, timed, ...(title ? { title } : {}) };
}

function textOf(name: string, bytes: Uint8Array): string {
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03;
  const text = zipped || /\.docx$/i.test(name) ? wordsOf(bytes) : decodeText(bytes);
  if (text === null || marked.test(text) || binary.test(text.slice(0, 4000)))
    throw new AppError(
      "unsupported",
      "This file isn't a transcript that Zippy can read. Use VTT, SRT, TXT or DOCX.",
    );
  return text;
}

/** The words of a Word document, which unpacks to much more than it has; null if it's broken. */
function wordsOf(bytes: Uint8Array): string | null {
  const read = docxText(bytes, maxTranscript);
  if (read === "too long")
    throw new AppError(
      "too_large",
      "The contents of this Word document are too large for a transcript. Copy its text into a TXT file and upload that.",
    );
  return read === "broken" ? null : read.text;
}

/** PDF and rich text, which may consist of letters only. */
const marked = /^(%PDF-|\{\\rtf)/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these, other files do
const binary = /[\u0000-\u0008\u000e-\u001a]/;

const meetTitle = /^(.{1,200}?)\s+[-–]\s+Transcript$/i;
const vttTitle = /^WEBVTT[ \t]+[-–]?\s*(\S.{0,200})$/;
const teamsStarted = /^.{1,80} started transcription$/i;

/** The heading of a Meet or Teams document or a WebVTT file. */
function titleOf(lines: readonly string[]): string | undefined {
  const head = lines.slice(0, 12).map((line) => line.trim().slice(0, 500));
  const first = head.find((line) => line !== "") ?? "";
  const named = meetTitle.exec(first)?.[1] ?? vttTitle.exec(first)?.[1];
  if (named) return named.trim();
  return head.some((line) => teamsStarted.test(line)) && !teamsStarted.test(first) ? first : undefined;
}

/** What a Meet or Teams document says before the first words: title, date, length, people. */
function withoutHead(lines: readonly string[]): string[] {
  const head = lines.slice(0, 40).map((line) => line.trim().slice(0, 500));
  const meet = head.findIndex((line) => /^transcript$/i.test(line));
  if (meet >= 0) return lines.slice(meet + 1);
  const teams = head.findIndex((line) => teamsStarted.test(line));
  return lines.slice(teams + 1);
}
