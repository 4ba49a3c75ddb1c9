import { NativeSelect } from "@mantine/core";
import { channelName, offeredChannels } from "../channels";

export interface ChannelFilterProps {
  /** Messages per channel; only channels that have any. */
  counts: Record<string, number>;
  /** Null: all channels. */
  value: string | null;
  onChange: (channel: string | null) => void;
}

/** Filters by channel: slack, gmail and whatsapp always, any other once it has messages. */
export function ChannelFilter({ counts, value, onChange }: ChannelFilterProps) {
  return (
    <NativeSelect
      aria-label="Channel"
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[
        { value: "", label: "All channels" },
        ...offeredChannels(counts).map((channel) => ({ value: channel, label: channelName(channel) })),
      ]}
    />
  );
}
