import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
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

/** How many lines a key moves. */
const moves: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

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

/**
 * The transcript with search. Only the segments near the view are rendered. `Tab` stops at one line and goes on behind
 * the transcript; arrows move between lines.
 */
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
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!target || index < 0) return;
    virtualizer.scrollToIndex(index, { align: "center" });
    setCurrent(index);
  }, [target, index, virtualizer]);

  const items = virtualizer.getVirtualItems();
  // The line that was used last may be far from what is in view.
  const tabStop = items.some((item) => item.index === current)
    ? current
    : (virtualizer.range?.startIndex ?? 0);
  const wanted = useRef<{ index: number; part: string | undefined }>(undefined);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const button = event.target as HTMLElement;
    const from = Number(button.closest("li")?.dataset.index);
    const step = moves[event.key];
    if (step === undefined || Number.isNaN(from) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(shown.length - 1, from + step));
    wanted.current = { index: next, part: button.dataset.part };
    virtualizer.scrollToIndex(next);
    setCurrent(next);
  };
  useEffect(() => {
    if (!wanted.current) return;
    const { index: line, part } = wanted.current;
    const button = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${line}"] [data-part="${part}"]`,
    );
    // It is rendered once it is in view.
    if (!button) return;
    wanted.current = undefined;
    button.focus({ preventScroll: true });
  });

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
      <p id="transcript-keys" hidden>
        The arrow keys move between lines.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
      <div className={page.scroller} ref={scroller} onKeyDown={move}>
        <ol
          className={page.lines}
          style={{ height: virtualizer.getTotalSize() }}
          aria-describedby="transcript-keys"
        >
          {items.map((item) => {
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
                  isTabStop={item.index === tabStop}
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
  isTabStop: boolean;
  onTarget: (target: TranscriptTarget) => void;
  onName: (segment: MeetingSegment) => void;
}

/** What was said. While somebody scrolls, only lines that come into view are drawn. */
const Line = memo(({ segment, words, mark, isTabStop, onTarget, onName }: LineProps) => {
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <>
      <button
        type="button"
        className={page.time}
        data-part="time"
        tabIndex={tabIndex}
        aria-label={`Go to ${clock(segment.start)}`}
        onClick={() => onTarget({ segment: segment.position, second: segment.start, play: true })}
      >
        {clock(segment.start)}
      </button>
      <div className={page.spoken}>
        <button
          type="button"
          className={page.speaker}
          data-part="speaker"
          tabIndex={tabIndex}
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
