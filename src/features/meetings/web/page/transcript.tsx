import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { MeetingEvidence } from "../../../../shared/evidence";
import type { MeetingSegment } from "../../contract";
import { clock } from "../../transcript-text";
import type { Player } from "../player/player";
import page from "./meeting-page.module.css";
import { SpeakerDialog } from "./speaker-dialog";

/** A place in the transcript to show. */
export interface TranscriptTarget {
  segment?: number;
  second: number;
  /** The words to mark. */
  evidence?: MeetingEvidence;
  /** Also play the sound from there. */
  play?: boolean;
}

/** The place of some words, which are then heard too. */
export const targetOf = (evidence: MeetingEvidence): TranscriptTarget => ({
  segment: evidence.segment,
  second: evidence.second,
  evidence,
  play: true,
});

/** Height of a typical segment (pixels), until it is measured. */
const usualHeight = 68;

interface TranscriptProps {
  teamId: string;
  meetingId: string;
  segments: MeetingSegment[];
  /** Undefined: there is no sound. */
  player: Player | undefined;
  target: TranscriptTarget | undefined;
  onTarget: (target: TranscriptTarget) => void;
}

/** The transcript with search. Only the segments near the view are rendered. */
export function Transcript({ teamId, meetingId, segments, player, target, onTarget }: TranscriptProps) {
  const [search, setSearch] = useState("");
  const [naming, setNaming] = useState<MeetingSegment>();
  const speakers = useMemo(() => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))], [segments]);
  const words = search.trim().toLowerCase();
  const shown = useMemo(
    () => (words ? segments.filter(({ text }) => text.toLowerCase().includes(words)) : segments),
    [segments, words],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => shown[index]?.position ?? index,
    overscan: 6,
  });
  const heard = useHeardSegment(player, segments);
  const marked = target && segmentAt(segments, target);
  const index = marked ? shown.findIndex(({ position }) => position === marked.position) : -1;
  useEffect(() => {
    if (target && index >= 0) virtualizer.scrollToIndex(index, { align: "center" });
  }, [target, index, virtualizer]);

  const latest = useRef(onTarget);
  useLayoutEffect(() => {
    latest.current = onTarget;
  });
  const aim = useCallback((next: TranscriptTarget) => latest.current(next), []);

  if (segments.length === 0) return null;
  return (
    <section className={page.transcript} aria-labelledby="meeting-transcript">
      <div className={page.transcriptHead}>
        <h2 id="meeting-transcript" className={page.sectionTitle}>
          Transcript
        </h2>
        <TextInput
          className={page.search}
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span role="status" className={page.note}>
          {words && `${shown.length} of ${segments.length}`}
        </span>
      </div>
      <div className={page.scroller} ref={scroller}>
        <ol className={page.lines} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const segment = shown[item.index];
            if (!segment) return null;
            return (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                aria-setsize={shown.length}
                aria-posinset={item.index + 1}
                className={page.line}
                data-heard={segment.position === heard || undefined}
                data-marked={segment.position === marked?.position || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Line
                  segment={segment}
                  words={words}
                  mark={segment.position === marked?.position ? target?.evidence : undefined}
                  onTarget={aim}
                  onName={setNaming}
                />
              </li>
            );
          })}
        </ol>
      </div>
      {naming && (
        <SpeakerDialog
          {...{ teamId, meetingId, speakers }}
          segment={naming}
          onClose={() => setNaming(undefined)}
        />
      )}
    </section>
  );
}

interface LineProps {
  segment: MeetingSegment;
  /** What is searched for, in lower case; empty: nothing. */
  words: string;
  /** The stretch of its text that a task comes from. */
  mark: TranscriptTarget["evidence"];
  onTarget: (target: TranscriptTarget) => void;
  onName: (segment: MeetingSegment) => void;
}

/** What was said. While somebody scrolls, only lines that come into view are drawn. */
const Line = memo(({ segment, words, mark, onTarget, onName }: LineProps) => {
  return (
    <>
      <button
        type="button"
        className={page.time}
        aria-label={`Go to ${clock(segment.start)}`}
        onClick={() => onTarget({ segment: segment.position, second: segment.start, play: true })}
      >
        {clock(segment.start)}
      </button>
      <div className={page.spoken}>
        <button
          type="button"
          className={page.speaker}
          data-unnamed={segment.speaker === null || undefined}
          dir="auto"
          title="Name the speaker"
          onClick={() => onName(segment)}
        >
          {segment.speaker ?? "Name the speaker"}
        </button>
        <p dir="auto">
          {mark
            ? withMark(segment.text, mark.start, mark.end)
            : words
              ? withMatches(segment.text, words)
              : segment.text}
        </p>
      </div>
    </>
  );
});

const silent = () => () => undefined;

/** The position of the segment that plays now; undefined while nothing plays. */
function useHeardSegment(player: Player | undefined, segments: MeetingSegment[]): number | undefined {
  return useSyncExternalStore(player?.subscribe ?? silent, () => {
    const state = player?.state();
    if (!state?.playing) return undefined;
    return segments.findLast(({ start }) => start <= state.second + 0.01)?.position;
  });
}

/** The segment that a target means: the named one, else the last that begins by its second. */
function segmentAt(segments: MeetingSegment[], { segment, second }: TranscriptTarget) {
  if (segment !== undefined) return segments.find(({ position }) => position === segment);
  return segments.findLast(({ start }) => start <= second + 0.01) ?? segments[0];
}

function withMark(text: string, start: number, end: number): ReactNode {
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function withMatches(text: string, words: string): ReactNode {
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  let from = 0;
  // Some letters change their length in lower case; then nothing is marked.
  for (let at = lower.indexOf(words); at >= 0 && lower.length === text.length; ) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + words.length)}</mark>);
    from = at + words.length;
    at = lower.indexOf(words, from);
  }
  return [...parts, text.slice(from)];
}
