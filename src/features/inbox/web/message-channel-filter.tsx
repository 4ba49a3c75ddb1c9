import { ChannelFilter, type ChannelFilterProps } from "../../channels/web/channel-filter";
import { useMessageCounts } from "./message-counts";

/** The channel filter, with the channels the team has messages from. */
export function MessageChannelFilter({
  teamId,
  ...props
}: Omit<ChannelFilterProps, "counts"> & { teamId: string }) {
  const { data } = useMessageCounts(teamId, null);
  return <ChannelFilter counts={data?.channels ?? {}} {...props} />;
}
