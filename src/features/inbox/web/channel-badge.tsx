import {
  IconArchive,
  IconBrandGmail,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconMessage,
} from "@tabler/icons-react";
import { channelName } from "../../channels/channels";
import classes from "./channel-badge.module.css";

const icons: Record<string, typeof IconMail> = {
  gmail: IconBrandGmail,
  outlook: IconMail,
  imap: IconMail,
  slack: IconBrandSlack,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  sms: IconDeviceMobileMessage,
  instagram: IconBrandInstagram,
  facebook_messenger: IconBrandMessenger,
  import: IconArchive,
};

/** Which channel something came through: its sign and name. */
export function ChannelBadge({ channel }: { channel: string }) {
  const Icon = icons[channel] ?? IconMessage;
  return (
    <span className={classes.badge}>
      <Icon size={14} aria-hidden />
      {channelName(channel)}
    </span>
  );
}
