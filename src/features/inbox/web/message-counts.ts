import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { countMessages, type MessageNarrowing } from "../contract";
import { messageKeys } from "./message-cache";

/** The number of messages per view, of one channel or all (null), and per channel. */
export function useMessageCounts(teamId: string, channel: string | null, narrowing: MessageNarrowing = {}) {
  return useQuery({
    queryKey: messageKeys.counts(teamId, channel, narrowing),
    queryFn: kept(({ signal }) =>
      call(countMessages, {
        params: { teamId },
        query: { ...(channel && { channel }), ...narrowing },
        signal,
      }),
    ),
  });
}
