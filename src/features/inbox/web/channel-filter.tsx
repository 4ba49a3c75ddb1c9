import { NativeSelect } from "@mantine/core";
import { channelName, offeredChannels } from "../../channels/channels";
import { useMessageCounts } from "./message-queries";

interface ChannelFilterProps {
  teamId: string;
  /** Null: all channels. */
  value: string | null;
  onChange: (channel: string | null) => void;
}

/** Chooses a channel: slack, gmail and whatsapp always, any other once it has messages. */
export function ChannelFilter({ teamId, value, onChange }: ChannelFilterProps) {
  const { data } = useMessageCounts(teamId, null);
  const channels = offeredChannels(data?.channels ?? {});
  return (
    <NativeSelect
      aria-label="Channel"
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[
        { value: "", label: "All channels" },
        ...channels.map((channel) => ({ value: channel, label: channelName(channel) })),
      ]}
    />
  );
}
