import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import type { MeetingEvidence } from "../../../../shared/evidence";
import type { MeetingSegment } from "../../contract";
import { clock } from "../../transcript-text";
import page from "./meeting-page.module.css";
import { markIn, type TranscriptTarget } from "./transcript-target";

/** How many lines a key moves. */
const moves: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Height of a typical line (pixels), until it is measured. */
const usualHeight = 68;

/** Lines come and go in blocks of so many, so that most frames of a scroll only move what is drawn. */
const block = 8;

function wholeBlocks(range: Range): number[] {
  const near = defaultRangeExtractor(range);
  const first = Math.floor((near[0] ?? 0) / block) * block;
  const end = Math.ceil(((near.at(-1) ?? -1) + 1) / block) * block;
  return Array.from({ length: Math.min(range.count, end) - first }, (_, at) => first + at);
}

interface TranscriptLinesProps {
  /** Those that match the search. */
  shown: MeetingSegment[];
  /** What is searched for, in lower case; empty: nothing. */
  words: string;
  /** The position of the segment that plays; undefined: none. */
  heard: number | undefined;
  /** The position of the segment that `target` means. */
  marked: number | undefined;
  target: TranscriptTarget | undefined;
  /** Both must stay the same from render to render. */
  onTarget: (target: TranscriptTarget) => void;
  onName: (segment: MeetingSegment) => void;
}

/** The lines near the view. `Tab` stops at one and goes on behind them; arrows move between lines. */
export function TranscriptLines(props: TranscriptLinesProps) {
  const { shown, words, heard, marked, target, onTarget, onName } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => shown[index]?.position ?? index,
    overscan: 4,
    rangeExtractor: wholeBlocks,
  });
  const index = marked === undefined ? -1 : shown.findIndex(({ position }) => position === marked);
  const [current, setCurrent] = useState(0);
  const reached = useRef<TranscriptTarget>(undefined);
  useEffect(() => {
    // A search moves the target's line too, but nobody asks for it again.
    if (!target || index < 0 || reached.current === target) return;
    reached.current = target;
    virtualizer.scrollToIndex(index, { align: "center" });
    setCurrent(index);
  }, [target, index, virtualizer]);
  useEffect(() => {
    if (!words) return;
    // The first match, wherever the reader was.
    virtualizer.scrollToOffset(0);
    setCurrent(0);
  }, [words, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  // The line that was used last may be far from what is in view. The first block in view changes less often than the
  // first line.
  const tabStop = items.some((item) => item.index === current)
    ? current
    : Math.min(Math.ceil(startIndex / block) * block, endIndex);
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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div className={page.scroller} ref={scroller} onKeyDown={move}>
      <ol
        className={page.lines}
        style={{ height: virtualizer.getTotalSize() }}
        aria-describedby="transcript-keys"
      >
        {items.map((item) => {
          const segment = shown[item.index];
          if (!segment) return null;
          const isMarked = segment.position === marked;
          return (
            <Line
              key={item.key}
              ref={virtualizer.measureElement}
              index={item.index}
              count={shown.length}
              start={item.start}
              segment={segment}
              words={words}
              isHeard={segment.position === heard}
              isMarked={isMarked}
              mark={isMarked ? markIn(segment, target) : undefined}
              isTabStop={item.index === tabStop}
              onTarget={onTarget}
              onName={onName}
            />
          );
        })}
      </ol>
    </div>
  );
}

interface LineProps extends Pick<TranscriptLinesProps, "words" | "onTarget" | "onName"> {
  ref: Ref<HTMLLIElement>;
  /** Among the `count` lines that are shown. */
  index: number;
  count: number;
  /** Its distance from the first line (pixels). */
  start: number;
  segment: MeetingSegment;
  isHeard: boolean;
  isMarked: boolean;
  /** The stretch of its text that a task comes from. */
  mark: MeetingEvidence | undefined;
  isTabStop: boolean;
}

/** What was said. While somebody scrolls, only lines that come into view are drawn. */
const Line = memo((line: LineProps) => {
  const { segment, words, mark, onTarget, onName } = line;
  const tabIndex = line.isTabStop ? 0 : -1;
  return (
    <li
      ref={line.ref}
      data-index={line.index}
      aria-setsize={line.count}
      aria-posinset={line.index + 1}
      className={page.line}
      data-heard={line.isHeard || undefined}
      data-marked={line.isMarked || undefined}
      style={{ transform: `translateY(${line.start}px)` }}
    >
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
    </li>
  );
});

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
