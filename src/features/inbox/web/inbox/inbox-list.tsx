import { type ComponentProps, type ReactNode, useRef } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { lazyPart, lazyView } from "../../../../web/ui/lazy-part";
import type { Message } from "../../contract";
import { isUncertain } from "../../message-views";
import type { Bulk } from "../bulk/use-bulk";
import type { ManyKey } from "../message/triage-keys";
import type { InboxFilter } from "../message-cache";
import type { useMessageCounts } from "../message-counts";
import type { useMessagePages } from "../message-queries";
import { inboxTexts } from "../texts";
import { EmptyInbox, useHadRows } from "./empty-inbox";
import classes from "./inbox-screen.module.css";
import { MessageList, RowSkeletons } from "./message-list";

const GroupList = lazyView(() => import("../groups/group-list"), "GroupList");
export const BulkBar = lazyPart(() => import("../bulk/bulk-bar"), "BulkBar");

type ListProps = ComponentProps<typeof MessageList>;

interface InboxListProps
  extends Pick<ListProps, "order" | "density" | "selection" | "now" | "actions" | "choosing"> {
  teamId: string;
  filter: InboxFilter;
  query: ReturnType<typeof useMessagePages>;
  messages: Message[];
  counts: ReturnType<typeof useMessageCounts>["data"];
  bulk: Bulk;
  /** A key for all that are chosen, until the bar takes it. */
  pressed: { pressed: ManyKey | undefined; onTaken: () => void };
  /** Whether a pane shows the selected message beside the list. */
  split: boolean;
  /** No message has ever come in. */
  firstRun: boolean;
  /** How many messages were dealt with today. */
  done: ComponentProps<typeof EmptyInbox>["done"];
  onFilter: (filter: InboxFilter) => void;
  onOpen: (messageId: string) => void;
  /** What stands below the list. */
  children?: ReactNode;
}

/** The messages of a filter or their groups, what there is without any, and the bar for those that are chosen. */
export function InboxList(props: InboxListProps) {
  const { teamId, filter, query, messages, counts, bulk, pressed, split, firstRun, done, onFilter } = props;
  const { order, density, selection, now, actions, choosing } = props;
  /** The group that was opened last, for coming back. */
  const openedGroup = useRef<string>(undefined);
  const emptied = useHadRows(messages.length > 0);
  const count = Math.max(counts?.[filter.view] ?? 0, messages.length);
  // In another order, what the engine isn't sure of doesn't stand together.
  const grouped = filter.view === "requires_action" && (filter.sort ?? "newest") === "newest";
  /** Under Requires Action, what the engine isn't sure of is a group of its own, below the others. */
  const groupAt = (index: number) => {
    const [message, above] = [messages[index], messages[index - 1]];
    if (!message || !isUncertain(message)) return undefined;
    if (above && isUncertain(above)) return undefined;
    return inboxTexts.maybe(counts?.uncertain);
  };
  return (
    <div className={classes.list}>
      {filter.group ? (
        <GroupList
          by={filter.group}
          opened={openedGroup}
          onOpen={(id) => {
            onFilter({ ...filter, group: undefined });
            props.onOpen(id);
          }}
          {...{ teamId, filter, now, firstRun, done, onFilter }}
        />
      ) : (
        <QueryView
          query={{
            data: query.data && messages,
            error: query.error,
            isFetching: query.isFetching,
            refetch: query.refetch,
          }}
          failure={inboxTexts.failedToFetch}
          skeleton={<RowSkeletons density={density} />}
        >
          {(all) =>
            all.length > 0 ? (
              <MessageList
                key={`${JSON.stringify(filter)} ${density}`}
                messages={all}
                count={count}
                unfolds={!split}
                groupAt={grouped ? groupAt : undefined}
                more={{
                  available: query.hasNextPage && !query.isFetching && !query.error,
                  loading: query.isFetchingNextPage,
                  load: query.fetchNextPage,
                }}
                chosen={bulk.has}
                {...{ order, choosing, density, selection, now, actions }}
              />
            ) : (
              <EmptyInbox
                onClear={() => onFilter({ view: filter.view, channel: null })}
                {...{ filter, firstRun, done, emptied }}
              />
            )
          }
        </QueryView>
      )}
      {bulk.active && <BulkBar total={count} {...{ teamId, filter, messages, bulk, ...pressed }} />}
      {props.children}
    </div>
  );
}
