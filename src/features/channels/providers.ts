import type { ProviderCategory, ProviderId } from "./contract";

/** What Zippy calls a provider and says about it. Its icon is in `web/channel-icons.ts`. */
export interface ProviderFacts {
  name: string;
  /** On a message's badge, where `name` is too long. */
  shortName?: string;
  description: string;
  category: ProviderCategory;
}

/** Every provider, in the order the integrations page shows them. */
export const providerFacts: Record<ProviderId, ProviderFacts> = {
  gmail: { name: "Gmail", description: "Mail of Gmail and Google Workspace.", category: "email" },
  outlook: {
    name: "Outlook",
    description: "Mail of Microsoft 365, Outlook.com and Hotmail.",
    category: "email",
  },
  slack: {
    name: "Slack",
    description:
      "Collect messages and threads from the channels you invite Zippy to, and what people write to it directly.",
    category: "messaging",
  },
  whatsapp: {
    name: "WhatsApp",
    description:
      "Messages to your WhatsApp Business number, from the moment it is connected: WhatsApp does not hand out earlier ones.",
    category: "messaging",
  },
  telegram: {
    name: "Telegram",
    description:
      "Collect what people write to a bot, and in its groups and channels, from the moment you connect it. Telegram keeps no earlier history for bots.",
    category: "messaging",
  },
  sms: {
    name: "SMS / Twilio",
    shortName: "SMS",
    description: "Text messages to and from a phone number at Twilio.",
    category: "messaging",
  },
  instagram: {
    name: "Instagram",
    description:
      "Direct messages of a professional Instagram account. Of the last 30 days, Instagram tells the latest 20 messages of each conversation.",
    category: "social",
  },
  facebook_messenger: {
    name: "Facebook Messenger",
    shortName: "Messenger",
    description: "What people write to your Facebook Page, and what the Page answers.",
    category: "social",
  },
  imap: {
    name: "Email",
    description: "Mail of any provider, by IMAP: inbox and sent mail.",
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
