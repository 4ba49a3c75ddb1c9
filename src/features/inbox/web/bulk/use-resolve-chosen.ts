import { useMemo } from "react";
import type { Message } from "../../contract";
import { mostResolved } from "../../message-changes";
import { type InboxFilter, narrowingOf } from "../message-cache";
import { useMessageCounts } from "../message-counts";
import { useResolveMany } from "./bulk-queries";
import type { Bulk } from "./use-bulk";

/** Resolving what is chosen, by the bar's button or by `E`. */
export interface ResolveChosen {
  /** How many messages are chosen. */
  count: number;
  pending: boolean;
  run: () => void;
}

/**
 * Resolves the chosen messages in one undo step; afterwards, none is chosen.
 *
 * @param messages - those that are loaded; if all that are chosen are, the change can wait for a connection.
 */
export function useResolveChosen(
  teamId: string,
  filter: InboxFilter,
  messages: Message[],
  bulk: Bulk,
): ResolveChosen {
  const { mutate, isPending: pending } = useResolveMany(teamId);
  const target = bulk.all?.filter ?? filter;
  const counts = useMessageCounts(teamId, target.channel, narrowingOf(target));
  const count = bulk.all ? (counts.data?.[target.view] ?? 0) : bulk.ids.size;

  return useMemo(() => {
    const run = () => {
      if (pending || count === 0 || target.view === "resolved") return;
      const { view, channel } = target;
      const chosen = messages.filter(bulk.has);
      const ids = bulk.all ? chosen.map(({ id }) => id) : [...bulk.ids];
      const named = !bulk.all || (ids.length >= count && ids.length <= mostResolved);
      const filtered = { view, ...(channel && { channel }), ...narrowingOf(target) };
      mutate(
        { target: named ? { ids } : { filter: filtered, expected: count }, messages: chosen },
        { onSuccess: bulk.clear },
      );
    };
    return { count, pending, run };
  }, [count, pending, target, messages, bulk, mutate]);
}
