import {
  type Icon,
  IconArchive,
  IconBrandGmail,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandOffice,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconMessage,
} from "@tabler/icons-react";
import type { Channel } from "../channels";

const icons: Record<Channel, Icon> = {
  gmail: IconBrandGmail,
  outlook: IconBrandOffice,
  slack: IconBrandSlack,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  sms: IconDeviceMobileMessage,
  instagram: IconBrandInstagram,
  facebook_messenger: IconBrandMessenger,
  imap: IconMail,
  import: IconArchive,
};

/** A channel's icon; a speech bubble for an unknown one. */
export function channelIcon(channel: string): Icon {
  return (icons as Record<string, Icon | undefined>)[channel] ?? IconMessage;
}
