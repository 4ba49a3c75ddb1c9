import type { ProviderCategory, ProviderId } from "./contract";

/** A provider's display texts. Its icon is in `web/channel-icons.ts`. */
export interface ProviderFacts {
  name: string;
  /** For a message's badge, if `name` is too long. */
  shortName?: string;
  description: string;
  category: ProviderCategory;
}

/** Every provider, in the order of the integrations page. */
export const providerFacts: Record<ProviderId, ProviderFacts> = {
  gmail: { name: "Gmail", description: "Your Gmail or Google Workspace mail.", category: "email" },
  outlook: {
    name: "Outlook",
    description: "Your Microsoft 365, Outlook.com or Hotmail mail.",
    category: "email",
  },
  slack: {
    name: "Slack",
    description: "Messages and threads from the channels you invite Zippy to, and direct messages to Zippy.",
    category: "messaging",
  },
  whatsapp: {
    name: "WhatsApp",
    description:
      "Messages to your WhatsApp Business number, from the moment you connect it. WhatsApp doesn't provide earlier ones.",
    category: "messaging",
  },
  telegram: {
    name: "Telegram",
    description:
      "Messages people send to a bot, and in its groups and channels, from the moment you connect it. Telegram keeps no earlier history for bots.",
    category: "messaging",
  },
  sms: {
    name: "SMS / Twilio",
    shortName: "SMS",
    description: "Text messages to and from your Twilio phone number.",
    category: "messaging",
  },
  instagram: {
    name: "Instagram",
    description:
      "Direct messages of a professional Instagram account. For the last 30 days, Instagram provides the latest 20 messages of each conversation.",
    category: "social",
  },
  facebook_messenger: {
    name: "Facebook Messenger",
    shortName: "Messenger",
    description: "Messages to your Facebook Page and its replies.",
    category: "social",
  },
  imap: {
    name: "Email",
    description: "Inbox and sent mail from any provider, over IMAP.",
    category: "email",
  },
};

export const providerIds = Object.keys(providerFacts) as ProviderId[];

/** The groups of the integrations page, in its order. */
export const categoryNames: Record<ProviderCategory, string> = {
  email: "Email",
  messaging: "Messaging",
  social: "Social Media",
};
