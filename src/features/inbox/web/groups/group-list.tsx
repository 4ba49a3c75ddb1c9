import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useRef } from "react";
import { rowsOf } from "../../../../web/paged-list";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge } from "../../../../web/ui/relative-time";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { ChannelGlyph } from "../../../channels/web/channel-glyph";
import type { MessageGrouping } from "../../contract";
import { useChangeMany } from "../bulk/bulk-queries";
import { EmptyInbox } from "../inbox/empty-inbox";
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
export function GroupList({ teamId, by, filter, now, firstRun, done, onFilter, onOpen }: GroupListProps) {
  const list = useRef<HTMLUListElement>(null);
  const query = useMessageGroups(teamId, by, filter);
  const resolve = useChangeMany(teamId);
  const groups = rowsOf(query.data);
  useGroupKeys(list);

  /** Which messages a group stands for; null: a single message without a conversation. */
  const within = ({ key }: GroupRow): InboxFilter | null =>
    key === null ? null : { ...filter, group: undefined, [by]: key };
  const open = (group: GroupRow) => {
    const next = within(group);
    if (next) onFilter(next);
    else onOpen(group.latest.id);
  };
  const resolveAll = (group: GroupRow) => {
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
  return (
    <QueryView
      query={{ ...query, data: query.data && groups }}
      failure={inboxTexts.failedToFetch}
      skeleton={<RowSkeletons density="compact" />}
    >
      {(all) =>
        all.length === 0 ? (
          <EmptyInbox
            {...{ filter, firstRun, done }}
            onClear={() => onFilter({ view: filter.view, channel: null })}
          />
        ) : (
          <div className={classes.scroller}>
            <ul ref={list} className={classes.list} aria-label={inboxTexts.groups[by]}>
              {all.map((group) => (
                <li key={group.id} className={classes.item}>
                  <button type="button" className={classes.group} data-group onClick={() => open(group)}>
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

/** J and K, or the arrows, move between the groups. */
function useGroupKeys(list: { current: HTMLUListElement | null }): void {
  const step = (by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-group]") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[at === -1 ? 0 : at + by]?.focus();
  };
  useShortcut({ key: "j", label: "Next group", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "k", label: "Previous group", group, repeats: true, run: () => step(-1) });
  useShortcut({ key: "ArrowDown", label: "Next group", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "ArrowUp", label: "Previous group", group, repeats: true, run: () => step(-1) });
}
