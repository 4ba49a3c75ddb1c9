import { Button, Skeleton } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { memo, type Ref, useCallback, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { useSelected } from "../../../../web/selection-store";
import { type MoreRows, useLoadAhead } from "../../../../web/ui/load-ahead";
import { setTabStop } from "../../../../web/ui/shortcuts/tab-stop";
import { focusUnlessTyping } from "../../../../web/ui/shortcuts/typing";
import {
  endsInFirstView,
  isInView,
  rangeKeeping,
  useKeepInView,
  useLateRows,
} from "../../../../web/ui/virtual-rows";
import type { Message } from "../../contract";
import { named, useArrivals } from "./arrivals";
import type { Density } from "./density";
import classes from "./message-list.module.css";
import { MessageRow } from "./message-row";
import type { RowActions } from "./row-actions";
import type { RowSelection, Selection } from "./selection";
import { passing, useRested } from "./use-rested";

/** Height of a typical row with its gap (pixels), until it is measured. */
const usualHeight: Record<Density, number> = { compact: 60, comfortable: 178 };
/** The next page loads this many rows before the end. */
const loadAhead = 15;

interface MessageListProps {
  messages: Message[];
  /** Their ids, of {@link useOrder}. */
  order: readonly string[];
  density: Density;
  /** A compact row shows everything about its message while it is selected. */
  unfolds: boolean;
  /** Names the group that begins with a message; undefined: none begins with it, or there are no groups. */
  groupAt: ((index: number) => string | undefined) | undefined;
  /** The total number, loaded or not. */
  count: number;
  selection: Selection;
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
  const { messages, order, density, unfolds, groupAt, count, selection, now, more, actions } = props;
  const { chosen, choosing } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const indexById = useMemo(() => new Map(order.map((id, index) => [id, index])), [order]);
  const indexOfSelected = () => indexById.get(selection.get()?.id ?? "") ?? -1;
  const [drawnAnew, draw] = useReducer((times: number) => times + 1, 0);
  // The rows near the view, and the selected one, which has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer only asks again for another function
  const rangeExtractor = useCallback(
    (range: Range) => rangeKeeping(range, indexOfSelected()),
    [indexById, selection, drawnAnew],
  );
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight[density],
    getItemKey: useCallback((index: number) => order[index] ?? index, [order]),
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
  const drawn = useLateRows(order, items, indexOfSelected());
  const held = useSelected(selection, (now) => now !== undefined && indexById.has(now.id));
  const unseen = useArrivals({
    ...{ rows: messages, scroller, held },
    fits: () => endsInFirstView(virtualizer, indexOfSelected()),
    keepInView() {
      // The virtualizer may hold back its own scroll until the next event of one, and the list isn't that high before.
      requestAnimationFrame(() => {
        scroller.current?.dispatchEvent(new Event("scroll"));
        requestAnimationFrame(() => {
          const index = indexOfSelected();
          if (index >= 0) virtualizer.scrollToIndex(index);
        });
      });
    },
  });

  useLoadAhead(items.at(-1)?.index ?? 0, messages.length, loadAhead, more);

  // Each selection scrolls once, when its row is in the list, and not on every later change.
  const scrolledTo = useRef<RowSelection>(undefined);
  const reveal = useCallback(
    (selected: RowSelection, index: number) => {
      if (scrolledTo.current === selected) return;
      scrolledTo.current = selected;
      // A row that unfolds may need more room than it had.
      if (unfolds || !isInView(virtualizer, index)) virtualizer.scrollToIndex(index);
      const row = document.getElementById(rowId(selected.id));
      if (row) setTabStop(row, true);
      focusUnlessTyping(row);
    },
    [unfolds, virtualizer],
  );
  const keepInView = useKeepInView(virtualizer, () => selection.get()?.id, indexById);
  useLayoutEffect(
    () =>
      selection.subscribe(() => {
        const selected = selection.get();
        const index = selected && indexById.get(selected.id);
        if (!selected || index === undefined) return;
        keepInView({ id: selected.id, index });
        if (!document.getElementById(rowId(selected.id))) draw();
        // Before React changes anything: a focus or a scroll after that makes the browser lay out the page in between.
        else if (selected.focus && !unfolds) reveal(selected, index);
      }),
    [selection, indexById, unfolds, reveal, keepInView],
  );

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
          {drawn.map((item) => {
            const message = messages[item.index];
            if (!message) return null;
            return (
              <ListItem
                key={item.key}
                measure={measured ? virtualizer.measureElement : undefined}
                index={item.index}
                start={item.start}
                heading={groupAt?.(item.index)}
                tabbable={held ? "selected" : item.index === items[0]?.index}
                chosen={chosen(message)}
                {...{ message, density, unfolds, selection, reveal, now, count, actions }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface ListItemProps {
  message: Message;
  index: number;
  /** Its distance from the start of the list (pixels). */
  start: number;
  measure: Ref<HTMLDivElement> | undefined;
  density: Density;
  unfolds: boolean;
  /** Names the group that begins here. */
  heading: string | undefined;
  /** Whether Tab leads to it; `selected`: while it is selected. */
  tabbable: boolean | "selected";
  selection: Selection;
  /** Shows a row that the keyboard has selected, and gives it the focus. */
  reveal: (selected: RowSelection, index: number) => void;
  now: number;
  count: number;
  actions: RowActions;
  chosen: boolean;
}

/** A row in its place. It follows the selection by itself, so that only two of them are drawn when that moves. */
const ListItem = memo(function ListItem(props: ListItemProps) {
  const { message, index, start, measure, density, unfolds, heading, tabbable, selection, reveal } = props;
  const { now, count, actions, chosen } = props;
  const own = useSelected(selection, (selected) => (selected?.id === message.id ? selected : undefined));
  const selected = own !== undefined;
  const resting = useRested(own, passing);
  const look = density === "comfortable" || (unfolds && selected) ? "card" : "compact";
  useLayoutEffect(() => {
    if (own?.focus) reveal(own, index);
  }, [own, index, reveal]);
  return (
    <div
      ref={measure}
      data-index={index}
      className={classes.item}
      data-look={look}
      style={{ transform: `translateY(${start}px)` }}
    >
      {heading && <h2 className={classes.group}>{heading}</h2>}
      <MessageRow
        id={rowId(message.id)}
        tabbable={tabbable === "selected" ? selected : tabbable}
        position={index + 1}
        {...{ message, look, selected, resting, now, count, actions, chosen }}
      />
    </div>
  );
});

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
