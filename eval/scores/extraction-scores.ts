import { parseTranscript } from "../../src/features/speech/transcripts";
import { extractActionItems } from "../../src/features/triage/action-items/action-items";
import type { ActionModel } from "../../src/features/triage/models/action-lines";
import type { Meeting } from "../data/data";
import { modelsForUnseen } from "../training/action-line-training";
import type { Figures } from "./measure";

/** An item counts as found if the place it comes from is at most this many lines from an annotated one. */
const near = 3;
/** As the transcripts for the import name the speakers. */
const roles: Record<string, string> = {
  PM: "Project Manager",
  ID: "Industrial Designer",
  UI: "User Interface Designer",
  ME: "Marketing Expert",
};

/** Scores the items that a model finds in the recorded meetings, against the annotated ones. */
function score(meetings: readonly Meeting[], models: readonly ActionModel[] | null): Figures {
  let items = 0;
  let right = 0;
  let found = 0;
  let annotated = 0;
  for (const [at, { lines }] of meetings.entries()) {
    const segments = lines.map(({ sp, role, t0, text }) => {
      const start = t0 ?? 0;
      return { start, end: start + 1, speaker: roles[role ?? ""] ?? sp, text };
    });
    const options = { members: [], now: new Date("2026-11-18T10:00:00Z"), timeZone: "UTC" };
    const model = models?.[at];
    const extract = extractActionItems(segments, { ...options, ...(model ? { model } : {}) });
    const supported = new Set<number>();
    for (const { evidence } of extract.items) {
      const around = lines.slice(Math.max(0, evidence.segment - near), evidence.segment + near + 1);
      const numbers = around.flatMap(({ action }) => action ?? []);
      if (numbers.length > 0) right++;
      for (const number of numbers) supported.add(number);
    }
    items += extract.items.length;
    found += supported.size;
    annotated += new Set(lines.flatMap(({ action }) => action ?? [])).size;
  }
  return {
    extractedPerMeeting: items / (meetings.length || 1),
    extractedAnnotated: right / (items || 1),
    annotatedExtracted: found / (annotated || 1),
  };
}

/** How far apart a segment and the line it comes from may begin (seconds). */
const sameMoment = 0.05;

/** Imports transcripts as the product does, and scores the items of the shipped engine against the annotated ones. */
export function scoreImported(
  meetings: readonly Meeting[],
  files: readonly { id: string; name: string; bytes: Uint8Array }[],
): Figures {
  let unread = 0;
  const imported = files.flatMap(({ id, name, bytes }) => {
    const lines = meetings.find((meeting) => meeting.id === id)?.lines;
    if (!lines) return [];
    const read = parseTranscript(name, bytes).segments.map(({ start, speaker, text }) => {
      const line = lines.find(({ t0 }) => Math.abs((t0 ?? 0) - start) < sameMoment);
      return { m: id, sp: speaker ?? "", t0: start, text, ...(line?.action && { action: line.action }) };
    });
    unread += lines.length - read.length;
    return { id, lines: read };
  });
  const { extractedPerMeeting, extractedAnnotated, annotatedExtracted } = score(imported, null);
  return {
    importedMeetings: imported.length,
    importedLinesMissing: unread,
    importedItems: extractedPerMeeting ?? null,
    importedItemsAnnotated: extractedAnnotated ?? null,
    importedAnnotatedFound: annotatedExtracted ?? null,
  };
}

/** With the shipped weights, which have seen the meetings. */
export const scoreExtraction = (meetings: readonly Meeting[]): Figures => score(meetings, null);

/** With models that have seen neither the meeting nor its group. */
export const crossValidateExtraction = (meetings: readonly Meeting[], folds?: number): Figures =>
  score(meetings, modelsForUnseen(meetings, folds));
