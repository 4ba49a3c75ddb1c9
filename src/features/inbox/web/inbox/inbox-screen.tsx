import { type ReactNode, useMemo, useRef, useState } from "react";
import { rowsOf } from "../../../../web/paged-list";
import { useSelected } from "../../../../web/selection-store";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { useHandOver } from "../../../../web/ui/hand-over";
import { lazyPart, lazyView } from "../../../../web/ui/lazy-part";
import { useNow } from "../../../../web/ui/relative-time";
import { useStableActions } from "../../../../web/ui/stable-actions";
import { usePreload } from "../../../../web/ui/use-preload";
import { MessageLimit } from "../../../billing/web/message-limit";
import { LateCorrectionBanner } from "../../../corrections/web/late-correction-banner";
import type { Quadrant } from "../../../tasks/quadrants";
import type { Message } from "../../contract";
import { isUncertain } from "../../message-views";
import { useProgress } from "../bulk/progress";
import { useAfterPaint } from "../bulk/use-after-paint";
import { useBulk } from "../bulk/use-bulk";
import {
  CorrectMenu,
  InboxDialogs,
  type OpenFromInbox,
  SnoozeDialog,
  TaskDialog,
  WhySheet,
} from "../inbox-dialogs";
import type { ManyKey } from "../message/triage-keys";
import { type InboxFilter, isNarrowed, narrowingOf } from "../message-cache";
import { useMessageCounts } from "../message-counts";
import { useMessagePages } from "../message-queries";
import { MessageDialog } from "../source-views";
import { inboxTexts } from "../texts";
import { useDensity } from "./density";
import { EmptyInbox } from "./empty-inbox";
import { useInboxAddress } from "./inbox-address";
import { useInboxKeys } from "./inbox-keys";
import classes from "./inbox-screen.module.css";
import { InboxToolbar } from "./inbox-toolbar";
import { MessageList, RowSkeletons, rowId } from "./message-list";
import { ReadingPane } from "./reading-pane";
import type { RowActions } from "./row-actions";
import { type RowSelection, type Selection, selectedOf, useSelectedId } from "./selection";
import { useSettledClicks } from "./settled-clicks";
import { useOpenedMessage } from "./use-opened-message";
import { useSplitView } from "./use-split-view";
import { useTriage } from "./use-triage";

const GroupList = lazyView(() => import("../groups/group-list"), "GroupList");
const BulkBar = lazyPart(() => import("../bulk/bulk-bar"), "BulkBar");
const ResolveAll = lazyPart(() => import("../bulk/resolve-all"), "ResolveAll");

/** What may be opened from here, the likeliest first. */
const ahead = [MessageDialog, WhySheet, BulkBar, CorrectMenu, TaskDialog, SnoozeDialog];

interface InboxScreenProps {
  teamId: string;
  /** What stands between the toolbar and the list, such as a question about an archive. */
  notice?: ReactNode;
}

/** The inbox: every message with its analysis and actions. Mouse and keyboard can each do everything. */
export function InboxScreen({ teamId, notice }: InboxScreenProps) {
  usePreload(ahead);
  const screen = useRef<HTMLDivElement>(null);
  const address = useInboxAddress();
  const { filter } = address;
  const [density, setDensity] = useDensity();
  const split = useSplitView(screen) && density === "compact";
  const { selection, open } = useOpenedMessage(address, split);
  /** The message of the dialog; in split view it is in the pane. */
  const reading = split ? undefined : address.messageId;
  const [linked] = useState(address.messageId);
  /** The message whose conversation gets the focus in the reading pane. */
  const [entered, setEntered] = useState<{ id: string }>();
  const opener = useRef<OpenFromInbox>(undefined);
  const show: OpenFromInbox = (dialog) => opener.current?.(dialog);
  const setTask = (task: string) => show({ task });
  const setSnoozing = (snoozing: Message) => show({ snoozing });
  /** The group that was opened last, for coming back. */
  const openedGroup = useRef<string>(undefined);
  const now = useNow(30_000);
  const counts = useMessageCounts(teamId, filter.channel, narrowingOf(filter));
  // What is counted under other filters than the channel's says nothing about the team.
  const firstRun =
    !isNarrowed({ ...filter, channel: null }) &&
    Object.keys(counts.data?.channels ?? { unknown: 0 }).length === 0;
  const progress = useProgress(teamId, isNarrowed(filter) ? undefined : counts.data?.requires_action);
  const query = useMessagePages(teamId, filter);
  const messages = useMemo(() => rowsOf(query.data), [query.data]);
  const go = (next: RowSelection | undefined) => {
    // Without a next row, the last one stays selected until more rows load.
    if (next) selection.set(next);
    if (reading === undefined) return;
    if (next) address.show(next.id);
    else address.close();
  };
  const current = () => reading ?? selection.get()?.id;
  const act = useTriage({ teamId, filter, messages, current, onSelect: go, onOpenTask: setTask });

  const selected = () => selectedOf(messages, selection);
  /** A task belongs to the team, so a message that only its reader sees is not made one by a stray key. */
  const createTask = (message: Message, to?: Quadrant) =>
    message.onlyMe ? show({ sharing: { message, ...(to && { to }) } }) : act.createTask(message, to);

  const bulk = useBulk({ filter, messages, selected, onSelect: go });
  const { toggle } = bulk;
  /** What is around the rows follows their choice, so that the key that begins or ends it paints without. */
  const choosing = useAfterPaint(bulk.active) ?? false;
  /** A key for all that are chosen. The bar takes it, also if its code is still on its way. */
  const [pressed, setPressed] = useState<ManyKey>();
  const actions = useStableActions({
    ...act,
    choose: toggle,
    select({ id }: Message, focus = false) {
      if (selection.get()?.id !== id) selection.set({ id, focus });
    },
    open: ({ id }: Message) => {
      open(id);
      if (split) setEntered({ id });
    },
    why: ({ id }: Message) => show({ explained: id }),
    leave: () => {
      selection.set(undefined);
      address.close();
    },
    createTask,
    snooze: setSnoozing,
    correct: (message: Message, button?: HTMLElement) => {
      const own = button ?? document.getElementById(`${rowId(message.id)}-correct`);
      if (own) show({ correcting: { message, button: own } });
    },
  });
  const step = useInboxKeys({
    enabled: !filter.group || reading !== undefined,
    ...{ messages, selected, onSelect: go },
    ...{ actions, many: bulk.active ? setPressed : undefined },
  });

  // In another order, what the engine isn't sure of doesn't stand together.
  const grouped = filter.view === "requires_action" && (filter.sort ?? "newest") === "newest";
  /** Under Requires Action, what the engine isn't sure of is a group of its own, below the others. */
  const groupAt = (index: number) => {
    const [message, above] = [messages[index], messages[index - 1]];
    if (!message || !isUncertain(message)) return undefined;
    if (above && isUncertain(above)) return undefined;
    return inboxTexts.maybe(counts.data?.uncertain);
  };
  const layout = useMemo(() => messages.map(({ id }) => id).join(), [messages]);
  const settled = useSettledClicks(`${layout} ${reading}`, selection.subscribe);

  const { choose, changeDensity } = useStableActions({
    choose: (next: InboxFilter) => {
      selection.set(undefined);
      address.choose(next);
    },
    changeDensity: setDensity,
  });
  const onLinked = useSelected(selection, (now) => linked !== undefined && now?.id === linked);
  const paned = split && !filter.group && (messages.length > 0 || onLinked);
  const resolveAll = useMemo(
    () => !choosing && <ResolveAll {...{ teamId, filter, messages }} />,
    [choosing, teamId, filter, messages],
  );
  // Its room belongs to what is chosen for now.
  const similar = useMemo(
    () => <LateCorrectionBanner teamId={teamId} hidden={choosing} />,
    [teamId, choosing],
  );
  return (
    <div className={classes.screen} ref={screen} {...settled}>
      {/* Not in the list, which unmounts with its last row: the next page may bring more. */}
      <HandOver messages={messages} selection={selection} select={actions.select} />
      <InboxToolbar
        counts={counts.data}
        onFilter={choose}
        onDensity={changeDensity}
        {...{ teamId, filter, density, progress }}
      >
        {resolveAll}
      </InboxToolbar>
      <MessageLimit teamId={teamId} />
      {notice}
      <div className={classes.panes} data-split={split || undefined}>
        <div className={classes.list}>
          {filter.group ? (
            <GroupList
              by={filter.group}
              opened={openedGroup}
              onFilter={choose}
              onOpen={(id) => {
                choose({ ...filter, group: undefined });
                open(id);
              }}
              firstRun={firstRun}
              done={progress.done}
              {...{ teamId, filter, now }}
            />
          ) : (
            <QueryView
              query={{ ...query, data: query.data && messages }}
              failure={inboxTexts.failedToFetch}
              skeleton={<RowSkeletons density={density} />}
            >
              {(all) =>
                all.length > 0 ? (
                  <MessageList
                    key={`${JSON.stringify(filter)} ${density}`}
                    messages={all}
                    count={Math.max(counts.data?.[filter.view] ?? 0, all.length)}
                    unfolds={!split}
                    groupAt={grouped ? groupAt : undefined}
                    more={{
                      available: query.hasNextPage && !query.isFetching && !query.error,
                      loading: query.isFetchingNextPage,
                      load: query.fetchNextPage,
                    }}
                    chosen={bulk.has}
                    {...{ choosing, density, selection, now, actions }}
                  />
                ) : (
                  <EmptyInbox
                    filter={filter}
                    firstRun={firstRun}
                    done={progress.done}
                    onClear={() => choose({ view: filter.view, channel: null })}
                  />
                )
              }
            </QueryView>
          )}
          {bulk.active && (
            <BulkBar
              total={Math.max(counts.data?.[filter.view] ?? 0, messages.length)}
              onTaken={() => setPressed(undefined)}
              {...{ teamId, filter, messages, bulk, pressed }}
            />
          )}
          {split && similar}
        </div>
        {paned && (
          <ReadingPane
            messages={messages}
            selection={selection}
            actions={actions}
            onOpenTask={setTask}
            entered={entered}
            onEntered={setEntered}
          />
        )}
      </div>
      {!split && <div className={classes.below}>{similar}</div>}
      <InboxDialogs
        opener={opener}
        onClose={address.close}
        triage={{ ...act, createTask, snooze: setSnoozing, step, onCorrect: act.correct }}
        {...{ teamId, reading, act }}
      />
    </div>
  );
}

interface HandOverProps {
  messages: Message[];
  selection: Selection;
  select: RowActions["select"];
}

/** Selects the next message when the selected one leaves. A component, so that the selection doesn't draw the screen. */
function HandOver({ messages, selection, select }: HandOverProps) {
  useHandOver(messages, useSelectedId(selection), select);
  return null;
}
