import { type ReactNode, useMemo, useRef, useState } from "react";
import { rowsOf } from "../../../../web/paged-list";
import { useSelected } from "../../../../web/selection-store";
import { useHandOver } from "../../../../web/ui/hand-over";
import { lazyPart } from "../../../../web/ui/lazy-part";
import { useNow } from "../../../../web/ui/relative-time";
import { useStableActions } from "../../../../web/ui/stable-actions";
import { usePreload } from "../../../../web/ui/use-preload";
import { useOrder } from "../../../../web/ui/virtual-rows";
import { MessageLimit } from "../../../billing/web/message-limit";
import { LateCorrectionBanner } from "../../../corrections/web/late-correction-banner";
import type { Message } from "../../contract";
import { useProgress } from "../bulk/progress";
import { useAfterPaint } from "../bulk/use-after-paint";
import {
  CorrectMenu,
  InboxDialogs,
  type OpenFromInbox,
  SnoozeDialog,
  TaskDialog,
  WhySheet,
} from "../inbox-dialogs";
import { type InboxFilter, isNarrowed, narrowingOf } from "../message-cache";
import { useMessageCounts } from "../message-counts";
import { useMessagePages } from "../message-queries";
import { MessageDialog } from "../source-views";
import { useDensity } from "./density";
import { useInboxAddress } from "./inbox-address";
import { BulkBar, InboxList } from "./inbox-list";
import classes from "./inbox-screen.module.css";
import { InboxToolbar } from "./inbox-toolbar";
import { ReadingPane } from "./reading-pane";
import type { RowActions } from "./row-actions";
import { type Selection, useSelectedId } from "./selection";
import { useSettledClicks } from "./settled-clicks";
import { useInboxActions } from "./use-inbox-actions";
import { useOpenedMessage } from "./use-opened-message";
import { useSplitView } from "./use-split-view";

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
  const opened = useOpenedMessage(address, split);
  const { selection } = opened;
  const opener = useRef<OpenFromInbox>(undefined);
  const show: OpenFromInbox = (dialog) => opener.current?.(dialog);

  const now = useNow(30_000);
  const { data: counts } = useMessageCounts(teamId, filter.channel, narrowingOf(filter));
  // What is counted under other filters than the channel's says nothing about the team.
  const firstRun =
    !isNarrowed({ ...filter, channel: null }) && Object.keys(counts?.channels ?? { unknown: 0 }).length === 0;
  const progress = useProgress(teamId, isNarrowed(filter) ? undefined : counts?.requires_action);
  const query = useMessagePages(teamId, filter);
  const messages = useMemo(() => rowsOf(query.data), [query.data]);
  const order = useOrder(messages);
  const { actions, bulk, entered, pressed, dialogs } = useInboxActions({
    ...{ teamId, filter, messages, address, opened, split, show },
  });
  /** What is around the rows follows their choice, so that the key that begins or ends it paints without. */
  const choosing = useAfterPaint(bulk.active) ?? false;
  const settled = useSettledClicks(order, dialogs.reading, selection.subscribe);

  const { choose, changeDensity } = useStableActions({
    choose: (next: InboxFilter) => {
      selection.set(undefined);
      address.choose(next);
    },
    changeDensity: setDensity,
  });
  const [linked] = useState(address.messageId);
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
        counts={counts}
        onFilter={choose}
        onDensity={changeDensity}
        {...{ teamId, filter, density, progress }}
      >
        {resolveAll}
      </InboxToolbar>
      <MessageLimit teamId={teamId} />
      {notice}
      <div className={classes.panes} data-split={split || undefined}>
        <InboxList
          done={progress.done}
          onFilter={choose}
          onOpen={opened.open}
          {...{ teamId, filter, query, messages, counts, bulk, pressed, split, firstRun }}
          {...{ order, density, selection, now, actions, choosing }}
        >
          {split && similar}
        </InboxList>
        {paned && (
          <ReadingPane
            onOpenTask={(task) => show({ task })}
            {...{ messages, selection, actions, ...entered }}
          />
        )}
      </div>
      {!split && <div className={classes.below}>{similar}</div>}
      <InboxDialogs {...{ teamId, opener, ...dialogs }} />
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
