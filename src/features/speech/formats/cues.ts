import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { splitSpeaker, withSpeakers } from "./speaker-names";
import { readTime } from "./spoken-time";

/** Bounded, because an unbounded one runs out of stack on a line of 10 MB. */
const arrow = /^\s{0,40}(\S{1,40})\s{0,40}-->\s{0,40}(\S{1,40})?/;

/** True if a text consists of cues, as WebVTT, SubRip and older Word transcripts of Teams do. */
export const hasCues = (lines: readonly string[]): boolean => lines.some((line) => arrow.test(line));

/** A cue as written. */
interface Cue {
  start: number | null;
  end: number | null;
  lines: string[];
}

/**
 * Reads WebVTT and SubRip. A cue whose time can't be read begins where the one before ends.
 * Source: w3.org/TR/webvtt1 (sections 4 and 6)
 */
export function readCues(lines: readonly string[]): TranscriptSegment[] {
  const cues = cuesIn(lines);
  const named = namesAbove(cues);
  let last = 0;
  const segments: TranscriptSegment[] = [];
  for (const cue of cues) {
    const said = named ? cue.lines.slice(1) : cue.lines;
    const start = cue.start ?? last;
    const end = Math.max(start, cue.end ?? start);
    last = end;
    const speaker = named ? (cue.lines[0] ?? null) : null;
    for (const part of voices(said.join(" "))) {
      const text = plain(part.text);
      if (text !== "") segments.push({ start, end, speaker: part.speaker ?? speaker, text });
    }
  }
  const prefixed = withSpeakers(segments.map((segment) => ({ segment, split: splitSpeaker(segment.text) })));
  return prefixed.toSorted((one, other) => one.start - other.start);
}

function cuesIn(lines: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  let cue: Cue | null = null;
  for (const [at, line] of lines.entries()) {
    const times = arrow.exec(line);
    if (times) {
      cue = { start: readTime(times[1]!), end: readTime(times[2] ?? ""), lines: [] };
      cues.push(cue);
    } else if (line.trim() === "") cue = null;
    // An id stands above the times of its cue.
    else if (cue && !(arrow.test(lines[at + 1] ?? "") && /^[\w/-]{1,200}$/.test(line.trim())))
      cue.lines.push(line.trim());
  }
  return cues;
}

/** Older Word transcripts of Teams have the speaker's name in the line below the times. */
function namesAbove(cues: readonly Cue[]): boolean {
  const spoken = cues.filter(({ lines }) => lines.length > 0);
  if (spoken.length < 2 || spoken.some(({ lines }) => /[<:]/.test(lines[0]!) || lines[0]!.length > 60))
    return false;
  const several = spoken.filter(({ lines }) => lines.length > 1).length;
  const distinct = new Set(spoken.map(({ lines }) => lines[0])).size;
  return several >= spoken.length * 0.9 && distinct <= spoken.length / 2;
}

/** The parts of a cue by its voice tags. */
function voices(text: string): { speaker: string | null; text: string }[] {
  const tags = [...text.matchAll(/<v(?:\.[^\s<>]*)?\s+([^\s<>][^<>]{0,199})>/g)];
  if (tags.length === 0) return [{ speaker: null, text }];
  const before = { speaker: null, text: text.slice(0, tags[0]!.index) };
  const parts = tags.map((tag, at) => ({
    speaker: unescaped(tag[1]!).trim() || null,
    text: text.slice(tag.index + tag[0].length, tags[at + 1]?.index),
  }));
  return [before, ...parts];
}

const named = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", nbsp: " ", lrm: "", rlm: "", quot: '"' }));
const unescaped = (text: string) =>
  text.replace(/&(\w+);/g, (whole, name: string) => named.get(name) ?? whole);
const plain = (text: string) =>
  unescaped(text.replace(/<[^<>]{0,200}>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
