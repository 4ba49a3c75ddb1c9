import type { QueryClient } from "@tanstack/react-query";
import { type PagedList, withoutRow, withRow } from "../../../web/paged-list";
import type { Message, MessageCounts, MessageView } from "../contract";
import { inView, isUncertain } from "../message-views";

/** What the inbox shows: one view, of one channel or all (null). */
export interface InboxFilter {
  view: MessageView;
  channel: string | null;
}

/** Cache keys for messages; live events address them by prefix. */
export const messageKeys = {
  team: (teamId: string) => ["team", teamId, "messages"],
  lists: (teamId: string) => ["team", teamId, "messages", "list"],
  list: (teamId: string, filter: InboxFilter) => ["team", teamId, "messages", "list", filter],
  allCounts: (teamId: string) => ["team", teamId, "messages", "counts"],
  counts: (teamId: string, channel: string | null) => ["team", teamId, "messages", "counts", channel],
  one: (id: string) => ["message", id],
  context: (id: string) => ["message", id, "context"],
};

/** The order of the server's lists: newest first; under Requires Action, uncertain messages last. */
export function orderOf(view: MessageView): (a: Message, b: Message) => number {
  if (view !== "requires_action") return newestFirst;
  return (a, b) => Number(isUncertain(a)) - Number(isUncertain(b)) || newestFirst(a, b);
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
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ queryKey: messageKeys.lists(teamId) })) {
    const filter = query.queryKey[4] as InboxFilter;
    queryClient.setQueryData<PagedList<Message>>(
      query.queryKey,
      (list) => list && changed(list, filter, after),
    );
  }
  for (const query of cache.findAll({ queryKey: messageKeys.allCounts(teamId) })) {
    const channel = query.queryKey[4] as string | null;
    if (channel !== null && channel !== after.channel) continue;
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
        priority: after.priority,
        aiAnalysis: after.aiAnalysis,
      },
  );
}

function changed(list: PagedList<Message>, { view, channel }: InboxFilter, message: Message) {
  const stays = inView(view, message) && (channel === null || channel === message.channel);
  return stays ? withRow(list, message, orderOf(view)) : withoutRow(list, message.id);
}

function counted(counts: MessageCounts, before: Message, after: Message): MessageCounts {
  const next = { ...counts };
  for (const view of ["requires_action", "resolved"] as const)
    next[view] += Number(inView(view, after)) - Number(inView(view, before));
  return next;
}
