import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { rowsOf } from "../../../../web/paged-list";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge } from "../../../../web/ui/relative-time";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { focusUnlessTyping } from "../../../../web/ui/shortcuts/typing";
import { ChannelGlyph } from "../../../channels/web/channel-glyph";
import type { MessageGrouping } from "../../contract";
import { useChangeMany } from "../bulk/bulk-queries";
import { EmptyInbox, useHadRows } from "../inbox/empty-inbox";
import { RowSkeletons } from "../inbox/message-list";
import { inboxKeyGroup as group } from "../message/triage-keys";
import { type InboxFilter, narrowingOf } from "../message-cache";
import { exactTime, titleOf } from "../message-words";
import { inboxTexts } from "../texts";
import classes from "./group-list.module.css";
import { type GroupRow, useMessageGroups } from "./group-queries";

interface GroupListProps {
  teamId: string;
  by: MessageGrouping;
  filter: InboxFilter;
  /** The id of the group that was opened last; it gets the focus when the list is back. */
  opened: RefObject<string | undefined>;
  now: number;
  firstRun: boolean;
  done: number;
  /** Shows the messages of one group, or all without groups. */
  onFilter: (filter: InboxFilter) => void;
  /** Opens the only message of a conversation. */
  onOpen: (messageId: string) => void;
}

const many = (count: number): string => count.toLocaleString("en-US");

/** The inbox by sender or by conversation: each group opens its messages, or is resolved as a whole. */
export function GroupList(props: GroupListProps) {
  const { teamId, by, filter, opened, now, firstRun, done, onFilter, onOpen } = props;
  const list = useRef<HTMLUListElement>(null);
  const query = useMessageGroups(teamId, by, filter);
  const resolve = useChangeMany(teamId);
  const groups = rowsOf(query.data);
  const listed = groups.length > 0;
  const emptied = useHadRows(listed);
  useLayoutEffect(() => {
    if (!listed || opened.current === undefined) return;
    focusUnlessTyping(document.getElementById(`group-${opened.current}`));
    opened.current = undefined;
  }, [listed, opened]);

  /** Which messages a group stands for; null: a single message without a conversation. */
  const within = ({ key }: GroupRow): InboxFilter | null =>
    key === null ? null : { ...filter, group: undefined, [by]: key };
  const open = (group: GroupRow) => {
    const next = within(group);
    opened.current = group.id;
    // A conversation of one message would be a list of one, a step more on the way to it.
    if (next && (by === "sender" || group.size > 1)) onFilter(next);
    else onOpen(group.latest.id);
  };
  const resolveAll = (group: GroupRow) => {
    // What takes its row gets the focus, before the row goes with it.
    const at = groups.indexOf(group);
    const neighbor = groups[at + 1] ?? groups[at - 1];
    if (neighbor) document.getElementById(`group-${neighbor.id}`)?.focus();
    const next = within(group);
    const { view, channel } = filter;
    resolve.mutate({
      change: { name: "resolve" },
      target:
        next && group.size > 1
          ? { filter: { view, ...(channel && { channel }), ...narrowingOf(next) }, expected: group.size }
          : { ids: [group.latest.id] },
      messages: [group.latest],
    });
  };
  useGroupKeys(list, (index) => {
    const group = groups[index];
    if (group && filter.view !== "resolved" && !resolve.isPending) resolveAll(group);
  });
  return (
    <QueryView
      query={{ ...query, data: query.data && groups }}
      failure={inboxTexts.failedToFetch}
      skeleton={<RowSkeletons density="compact" />}
    >
      {(all) =>
        all.length === 0 ? (
          <EmptyInbox
            {...{ filter, firstRun, done, emptied }}
            onClear={() => onFilter({ view: filter.view, channel: null })}
          />
        ) : (
          <div className={classes.scroller}>
            <ul ref={list} className={classes.list} aria-label={inboxTexts.groups[by]}>
              {all.map((group) => (
                <li key={group.id} className={classes.item}>
                  <button
                    type="button"
                    id={`group-${group.id}`}
                    className={classes.group}
                    data-group
                    onClick={() => open(group)}
                  >
                    <ChannelGlyph channel={group.latest.channel} />
                    <span className={classes.lines}>
                      <span className={classes.name} dir="auto">
                        {nameOf(group, by)}
                      </span>
                      <span className={classes.latest} dir="auto">
                        {by === "sender" ? titleOf(group.latest) : group.latest.sender}
                      </span>
                    </span>
                    <span className={classes.facts}>
                      <span className={classes.size}>
                        {many(group.size)}
                        <span className="z-visually-hidden">
                          {" "}
                          {group.size === 1 ? "message" : "messages"}
                        </span>
                      </span>
                      <time dateTime={group.latest.createdAt} title={exactTime(group.latest.createdAt)}>
                        {messageAge(group.latest.createdAt, now)}
                      </time>
                    </span>
                  </button>
                  {filter.view !== "resolved" && (
                    <Button
                      variant="subtle"
                      size="compact-md"
                      justify="flex-end"
                      classNames={{ root: classes.resolve ?? "", label: classes.words ?? "" }}
                      leftSection={<IconCheck size={16} aria-hidden />}
                      disabled={resolve.isPending}
                      aria-label={`Resolve all ${many(group.size)}: ${nameOf(group, by)}`}
                      onClick={() => resolveAll(group)}
                    >
                      {group.size === 1 ? "Resolve" : `Resolve all ${many(group.size)}`}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <Button
                variant="default"
                className={classes.more}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </div>
        )
      }
    </QueryView>
  );
}

/** A sender's name, or what a conversation is about. */
function nameOf({ latest }: GroupRow, by: MessageGrouping): string {
  if (by === "sender") return latest.sender;
  return latest.subject?.trim() || titleOf(latest);
}

/** J and K, or the arrows, move between the groups; E resolves the one with the focus. */
function useGroupKeys(list: RefObject<HTMLUListElement | null>, onResolve: (index: number) => void): void {
  const buttonsNow = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-group]") ?? [])];
  const at = () => buttonsNow().indexOf(document.activeElement as HTMLElement);
  const step = (by: 1 | -1) => buttonsNow()[at() === -1 ? 0 : at() + by]?.focus();
  useShortcut({ key: "e", label: "Resolve the group", group, run: () => onResolve(at()) });
  useShortcut({ key: "j", label: "Next group", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "k", label: "Previous group", group, repeats: true, run: () => step(-1) });
  useShortcut({ key: "ArrowDown", label: "Next group", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "ArrowUp", label: "Previous group", group, repeats: true, run: () => step(-1) });
}
