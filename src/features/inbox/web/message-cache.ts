import type { QueryClient } from "@tanstack/react-query";
import { changeAtOnce } from "../../../web/change-at-once";
import { type PagedList, withoutRow, withRow } from "../../../web/paged-list";
import type {
  Message,
  MessageCounts,
  MessageGrouping,
  MessageNarrowing,
  MessageSort,
  MessageView,
} from "../contract";
import { fits, inView, isUncertain } from "../message-views";

/** What the inbox shows: one view, of one channel or all (null), narrowed and sorted. */
export interface InboxFilter extends MessageNarrowing {
  view: MessageView;
  channel: string | null;
  /** Default: newest first. */
  sort?: MessageSort | undefined;
  /** Default: single messages. */
  group?: MessageGrouping | undefined;
}

/** What narrows a filter beside view and channel; the same for filters that show the same. */
export function narrowingOf({
  sender,
  senderWords,
  priority,
  category,
  due,
  snooze,
  thread,
}: InboxFilter): MessageNarrowing {
  return {
    ...(sender !== undefined && { sender }),
    ...(senderWords && { senderWords }),
    ...(priority && { priority }),
    ...(category && { category }),
    ...(due && { due }),
    ...(snooze && { snooze }),
    ...(thread !== undefined && { thread }),
  };
}

/** Whether a filter hides part of its view. */
export const isNarrowed = (filter: InboxFilter): boolean =>
  filter.channel !== null || Object.keys(narrowingOf(filter)).length > 0;

/** Cache keys for messages; live events address them by prefix. */
export const messageKeys = {
  team: (teamId: string) => ["team", teamId, "messages"],
  lists: (teamId: string) => ["team", teamId, "messages", "list"],
  list: (teamId: string, filter: InboxFilter) => ["team", teamId, "messages", "list", filter],
  allCounts: (teamId: string) => ["team", teamId, "messages", "counts"],
  counts: (teamId: string, channel: string | null, narrowing: MessageNarrowing = {}) => [
    ...["team", teamId, "messages", "counts"],
    channel,
    narrowing,
  ],
  groups: (teamId: string, by: MessageGrouping, filter: InboxFilter) => [
    ...["team", teamId, "messages", "groups"],
    by,
    filter,
  ],
  one: (id: string) => ["message", id],
  context: (id: string) => ["message", id, "context"],
};

/** The order of the server's lists: newest first unless sorted; under Requires Action, uncertain messages last. */
export function orderOf(view: MessageView, sort?: MessageSort): (a: Message, b: Message) => number {
  if (sort === "oldest") return (a, b) => newestFirst(b, a);
  if (sort === "due") return (a, b) => byDueDate(a, b) || newestFirst(b, a);
  if (view !== "requires_action") return newestFirst;
  return (a, b) => Number(isUncertain(a)) - Number(isUncertain(b)) || newestFirst(a, b);
}

function byDueDate(a: Message, b: Message): number {
  const [first, second] = [a.aiAnalysis?.dueDate ?? "", b.aiAnalysis?.dueDate ?? ""];
  return first < second ? -1 : first > second ? 1 : 0;
}

function newestFirst(a: Message, b: Message): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id > b.id ? -1 : a.id < b.id ? 1 : 0;
}

/**
 * Updates a changed message in every cached view before the server answers: it leaves some views and joins
 * others.
 */
export function applyMessageChange(
  queryClient: QueryClient,
  teamId: string,
  before: Message,
  after: Message,
): void {
  changeAtOnce(() => changeCached(queryClient, teamId, before, after));
}

function changeCached(queryClient: QueryClient, teamId: string, before: Message, after: Message): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ queryKey: messageKeys.lists(teamId) })) {
    const filter = query.queryKey[4] as InboxFilter;
    const { isInvalidated } = query.state;
    queryClient.setQueryData<PagedList<Message>>(
      query.queryKey,
      (list) => list && changed(list, filter, after),
    );
    // A reload that was canceled for this change is still due; setting data counts as one.
    if (isInvalidated) query.invalidate();
  }
  for (const query of cache.findAll({ queryKey: messageKeys.allCounts(teamId) })) {
    const channel = query.queryKey[4] as string | null;
    if (channel !== null && channel !== after.channel) continue;
    if (!fits((query.queryKey[5] ?? {}) as MessageNarrowing, after)) continue;
    queryClient.setQueryData<MessageCounts>(
      query.queryKey,
      (counts) => counts && counted(counts, before, after),
    );
  }
  queryClient.setQueryData<Message>(
    messageKeys.one(after.id),
    // The single call has the complete content; a list may not.
    (whole) =>
      whole && {
        ...whole,
        status: after.status,
        snoozedUntil: after.snoozedUntil,
        priority: after.priority,
        aiAnalysis: after.aiAnalysis,
      },
  );
}

/** A list with a message where it belongs now, or without it. */
export function changed(list: PagedList<Message>, filter: InboxFilter, message: Message): PagedList<Message> {
  const { view, channel, sort } = filter;
  const stays =
    inView(view, message) &&
    (channel === null || channel === message.channel) &&
    fits(filter, message) &&
    // The server's list by due date has only those with one.
    (sort !== "due" || Boolean(message.aiAnalysis?.dueDate));
  return stays ? withRow(list, message, orderOf(view, sort)) : withoutRow(list, message.id);
}

function counted(counts: MessageCounts, before: Message, after: Message): MessageCounts {
  const next = { ...counts };
  for (const view of ["requires_action", "resolved"] as const)
    next[view] += Number(inView(view, after)) - Number(inView(view, before));
  const doubted = (message: Message) => Number(inView("requires_action", message) && isUncertain(message));
  next.uncertain += doubted(after) - doubted(before);
  return next;
}
