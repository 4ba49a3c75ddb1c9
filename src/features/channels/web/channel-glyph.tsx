import { channelName } from "../channels";
import classes from "./channel-glyph.module.css";
import { channelIcon } from "./channel-icons";

/** A channel's icon in its brand's color; its name is in the tooltip and read aloud. */
export function ChannelGlyph({ channel, size = 18 }: { channel: string; size?: number }) {
  const Icon = channelIcon(channel);
  return (
    <span className={classes.glyph} data-channel={channel} title={channelName(channel)}>
      <Icon size={size} stroke={1.75} aria-hidden />
      <span className="z-visually-hidden">{channelName(channel)}</span>
    </span>
  );
}
