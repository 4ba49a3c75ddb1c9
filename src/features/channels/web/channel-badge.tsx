import { channelName } from "../channels";
import classes from "./channel-badge.module.css";
import { channelIcon } from "./channel-icons";

/** The channel of a message: its icon and name. */
export function ChannelBadge({ channel }: { channel: string }) {
  const Icon = channelIcon(channel);
  return (
    <span className={classes.badge}>
      <Icon size={14} aria-hidden />
      {channelName(channel)}
    </span>
  );
}
