import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { splitSpeaker, withSpeakers } from "./speaker-names";
import { readTime } from "./spoken-time";

/** How fast people talk in meetings, for places without a time. */
const wordsPerSecond = 2.5;

const clock = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`;
/** A time alone: what follows was said from then on (Meet writes one every few minutes). */
const alone = new RegExp(`^[[(]?(${clock})[\\])]?$`);
/** "Ann Lee   0:03" (Teams), "[Ann Lee] 10:02:33" (Zoom), "Ann Lee (00:03)". */
const nameAndTime = new RegExp(
  `^\\[?([\\p{L}][^\\]:\\t]{0,59}?)\\]?(?:\\s{2,}|\\t\\s*|\\]\\s*|\\s*[[(])(${clock})[\\])]?:?$`,
  "u",
);
/** "00:03 Ann Lee: Good morning." Only what comes before the words. */
const timeFirst = new RegExp(`^[[(]?(${clock})[\\])]?[\\s:–-]{1,99}(?=\\S)`);

/** Characters of a line with a name and a time at most; the pattern tries every length of the name. */
const longestHeader = 200;

/** A stretch of speech with the time that is written beside it. */
interface Turn {
  time: number | null;
  speaker: string | null;
  lines: string[];
}

/** What a document of Meet or Teams has around the words. */
const furniture =
  /^(?:attendees|transcript|this editable transcript was computer generated.*|transcription ended after .*|.{1,80} (?:started|stopped) transcription|people can also change the text.*)$/i;

/**
 * Reads a text of turns: lines with names, with times, with both, or with neither.
 *
 * @returns segments, and whether the times come from the text; otherwise they are estimated from the words.
 */
export function readSpokenText(lines: readonly string[]): {
  segments: TranscriptSegment[];
  timed: boolean;
} {
  const turns = acrossMidnight(turnsIn(lines));
  const zero = wallClock(turns);
  const timed = turns.some(({ time }) => time !== null);
  const segments: TranscriptSegment[] = [];
  let now = 0;
  for (const [at, turn] of turns.entries()) {
    if (turn.time !== null) now = Math.max(0, turn.time - zero);
    const text = turn.lines.join(" ").replace(/\s+/g, " ").trim();
    if (text === "") continue;
    const spoken = text.split(" ").length / wordsPerSecond;
    const next = turns[at + 1]?.time;
    const limit = next == null ? null : next - zero;
    const end = limit !== null && limit > now ? Math.min(limit, now + spoken) : now + spoken;
    segments.push({ start: round(now), end: round(end), speaker: turn.speaker, text });
    now = end;
  }
  const named = withSpeakers(segments.map((segment) => ({ segment, split: splitSpeaker(segment.text) })));
  return { segments: named.toSorted((one, other) => one.start - other.start), timed };
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

function turnsIn(lines: readonly string[]): Turn[] {
  const turns: Turn[] = [];
  let open: Turn | null = null;
  let pending: number | null = null;
  const begin = (time: number | null, speaker: string | null, text: string) => {
    open = { time: time ?? pending, speaker, lines: text ? [text] : [] };
    pending = null;
    turns.push(open);
  };
  for (const raw of lines) {
    const line = raw.trim();
    if (line === "") {
      if ((open as Turn | null)?.lines.length) open = null;
      continue;
    }
    if (furniture.test(line)) {
      open = null;
      continue;
    }
    const stamp = alone.exec(line);
    const header = stamp || line.length > longestHeader ? null : nameAndTime.exec(line);
    const first = stamp || header ? null : timeFirst.exec(line);
    if (stamp) {
      pending = readTime(stamp[1]!);
      open = null;
    } else if (header) begin(readTime(header[2]!), header[1]!.trim(), "");
    else if (first) begin(readTime(first[1]!), null, line.slice(first[0].length));
    else if (open && !splitSpeaker(line)) (open as Turn).lines.push(line);
    else begin(null, null, line);
  }
  return turns;
}

const day = 24 * 3600;

/** A time of day that is far before the one above it is of the next day. */
function acrossMidnight(turns: readonly Turn[]): Turn[] {
  let last = 0;
  return turns.map((turn) => {
    if (turn.time === null) return turn;
    const days = Math.max(0, Math.ceil((last - day / 2 - turn.time) / day));
    last = turn.time + days * day;
    return { ...turn, time: last };
  });
}

/** Zoom's saved captions carry the time of day; the first one is where the transcript begins. */
function wallClock(turns: readonly Turn[]): number {
  const times = turns.flatMap(({ time }) => time ?? []);
  const first = times[0] ?? 0;
  return first >= 6 * 3600 && times.every((time) => time >= first) ? first : 0;
}
