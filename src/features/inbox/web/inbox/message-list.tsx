import { Button, Skeleton } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";
import { type MoreRows, useLoadAhead } from "../../../../web/ui/load-ahead";
import { isInView, useRangeKeeping } from "../../../../web/ui/virtual-rows";
import type { Message } from "../../contract";
import { named, useArrivals } from "./arrivals";
import type { Density } from "./density";
import classes from "./message-list.module.css";
import { MessageRow } from "./message-row";
import type { RowActions } from "./row-actions";

/** Height of a typical row with its gap (pixels), until it is measured. */
const usualHeight: Record<Density, number> = { compact: 60, comfortable: 178 };
/** The next page loads this many rows before the end. */
const loadAhead = 15;

/** The selected message. `focus`: the keyboard selected it, so the row takes the focus. */
export interface RowSelection {
  id: string;
  focus: boolean;
}

interface MessageListProps {
  messages: Message[];
  density: Density;
  /** A compact row shows everything about its message while it is selected. */
  unfolds: boolean;
  /** Names the group that begins with a message; undefined: none begins with it, or there are no groups. */
  groupAt: ((index: number) => string | undefined) | undefined;
  /** The total number, loaded or not. */
  count: number;
  selection: RowSelection | undefined;
  now: number;
  more: MoreRows & { loading: boolean };
  actions: RowActions;
  /** Whether a message is chosen for an action on many. */
  chosen: (message: Message) => boolean;
  /** Whether any is chosen: boxes stay visible then. */
  choosing: boolean;
}

/** The rows of the inbox. Only those near the view are rendered; new ones don't move what is on screen. */
export function MessageList(props: MessageListProps) {
  const { messages, density, unfolds, groupAt, count, selection, now, more, actions } = props;
  const { chosen, choosing } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = selection ? messages.findIndex(({ id }) => id === selection.id) : -1;
  const rangeExtractor = useRangeKeeping(selectedIndex);
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight[density],
    getItemKey: useCallback((index: number) => messages[index]?.id ?? index, [messages]),
    rangeExtractor,
    // Rows that arrive above the view don't move it.
    anchorTo: "end",
    // But a list that just fits isn't pinned to its end when its rows turn out taller.
    scrollEndThreshold: Number.NEGATIVE_INFINITY,
    overscan: 4,
    // What a scroll brings near the view is drawn after the frame that shows the scroll.
    useFlushSync: false,
    paddingStart: density === "compact" ? 0 : 4,
    paddingEnd: 16,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
  });
  // Compact rows that neither unfold nor begin a group have one height, so measuring them would only cost layouts.
  const measured = density === "comfortable" || unfolds || groupAt !== undefined;
  // What was measured while rows unfolded isn't measured again.
  useLayoutEffect(() => {
    if (!measured) virtualizer.measure();
  }, [measured, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const unseen = useArrivals(messages, scroller, selectedIndex >= 0);
  const tabbable = selectedIndex >= 0 ? selectedIndex : items[0]?.index;

  useLoadAhead(items.at(-1)?.index ?? 0, messages.length, loadAhead, more);

  // Each selection scrolls once, when its row is in the list, and not on every later change.
  const scrolledTo = useRef<RowSelection>(undefined);
  useLayoutEffect(() => {
    if (!selection?.focus || selectedIndex < 0 || scrolledTo.current === selection) return;
    scrolledTo.current = selection;
    // A row that unfolds may need more room than it had.
    if (unfolds || !isInView(virtualizer, selectedIndex)) virtualizer.scrollToIndex(selectedIndex);
    document.getElementById(rowId(selection.id))?.focus({ preventScroll: true });
  }, [selection, selectedIndex, unfolds, virtualizer]);

  return (
    <div className={classes.frame} data-density={density} data-choosing={choosing || undefined}>
      {unseen > 0 && (
        <Button
          className={classes.unseen}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={() => virtualizer.scrollToIndex(0)}
        >
          {named(unseen)}
        </Button>
      )}
      <div className={classes.scroller} ref={scroller}>
        <div
          role="feed"
          aria-label="Messages"
          aria-busy={more.loading}
          className={classes.list}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const message = messages[item.index];
            if (!message) return null;
            const selected = item.index === selectedIndex;
            const look = density === "comfortable" || (unfolds && selected) ? "card" : "compact";
            return (
              <div
                key={item.key}
                ref={measured ? virtualizer.measureElement : undefined}
                data-index={item.index}
                className={classes.item}
                data-look={look}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <GroupHeading words={groupAt?.(item.index)} />
                <MessageRow
                  id={rowId(message.id)}
                  tabbable={item.index === tabbable}
                  position={item.index + 1}
                  chosen={chosen(message)}
                  {...{ message, look, selected, now, count, actions }}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function GroupHeading({ words }: { words: string | undefined }) {
  return words && <h2 className={classes.group}>{words}</h2>;
}

/** The element id of a message's row. */
export function rowId(messageId: string): string {
  return `message-${messageId}`;
}

/** Mirrors the list during loading. */
export function RowSkeletons({ density }: { density: Density }) {
  const compact = density === "compact";
  return (
    <div className={classes.skeletons} data-density={density} aria-hidden>
      {Array.from({ length: compact ? 10 : 4 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} height={compact ? 44 : 164} radius={compact ? 8 : 12} />
      ))}
    </div>
  );
}
