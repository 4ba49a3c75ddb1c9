import {
  IconBrandGmail,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandOffice,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconPlugConnected,
} from "@tabler/icons-react";

const icons: Record<string, typeof IconMail> = {
  gmail: IconBrandGmail,
  outlook: IconBrandOffice,
  imap: IconMail,
  slack: IconBrandSlack,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  sms: IconDeviceMobileMessage,
  instagram: IconBrandInstagram,
  facebook_messenger: IconBrandMessenger,
};

/** The sign of a channel; a plug for one that has none. */
export function ProviderIcon({ provider, size = 22 }: { provider: string; size?: number }) {
  const Icon = icons[provider] ?? IconPlugConnected;
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
