import { useMemo } from "react";
import { isKept } from "../../../../web/offline/change-queue";
import type { BulkTarget, Message } from "../../contract";
import { mostChanged } from "../../message-changes";
import { type InboxFilter, narrowingOf } from "../message-cache";
import { useMessageCounts } from "../message-counts";
import { type ManyChange, useChangeMany } from "./bulk-queries";
import type { Bulk } from "./use-bulk";

/** Changing what is chosen, by the bar's buttons or by a key. */
export interface ChangeChosen {
  /** How many messages are chosen; undefined: all that match, whose number isn't known yet. */
  count: number | undefined;
  pending: boolean;
  run: (change: ManyChange, onLeftOut?: (count: number) => void) => void;
}

/**
 * Changes the chosen messages in one undo step; afterwards, none is chosen, unless private ones were left out, whose
 * number `onLeftOut` gets.
 *
 * @param messages - those that are loaded; if all that are chosen are, the change can wait for a connection.
 */
export function useChangeChosen(
  teamId: string,
  filter: InboxFilter,
  messages: Message[],
  bulk: Pick<Bulk, "all" | "ids" | "has" | "clear">,
): ChangeChosen {
  const { mutate, isPending: pending } = useChangeMany(teamId);
  const wanted = bulk.all?.filter ?? filter;
  const counts = useMessageCounts(teamId, wanted.channel, narrowingOf(wanted));
  const count = bulk.all ? counts.data?.[wanted.view] : bulk.ids.size;

  return useMemo(() => {
    const run: ChangeChosen["run"] = (change, onLeftOut) => {
      if (pending || !count) return;
      const { view, channel } = wanted;
      const chosen = messages.filter(bulk.has);
      const ids = bulk.all ? chosen.map(({ id }) => id) : [...bulk.ids];
      const named = !bulk.all || (ids.length >= count && ids.length <= mostChanged);
      const filtered = { view, ...(channel && { channel }), ...narrowingOf(wanted) };
      const target: BulkTarget = named ? { ids } : { filter: filtered, expected: count };
      mutate(
        { target, messages: chosen, change },
        {
          onSuccess: (answer) => {
            const leftOut = isKept(answer) ? 0 : (answer.leftOut ?? 0);
            if (leftOut > 0) onLeftOut?.(leftOut);
            else bulk.clear();
          },
        },
      );
    };
    return { count, pending, run };
  }, [count, pending, wanted, messages, bulk, mutate]);
}
