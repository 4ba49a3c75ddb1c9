/** The groups of the integrations page, in its order. */
export const categoryNames = { email: "Email", messaging: "Messaging", social: "Social Media" };

export type ProviderCategory = keyof typeof categoryNames;

/** A provider's display texts. Its icon is in `web/channel-icons.ts`, its adapter in the integrations' `registry.ts`. */
export interface ProviderFacts {
  name: string;
  /** For a message's badge, if `name` is too long. */
  shortName?: string;
  description: string;
  category: ProviderCategory;
  /** When an account was connected with a form. Default: `name` with "connected". */
  connected?: string;
  /** When that failed. Default: "Failed to connect" with `name`. */
  failedToConnect?: string;
  /** When the user granted access to nothing that can be connected, for providers where that is easy to miss. */
  nothingShared?: string;
}

const describeProviders = <Id extends string>(facts: Record<Id, ProviderFacts>) => facts;

/** Every provider, in display order. A new one starts here; the compiler names the other two places. */
export const providerFacts = describeProviders({
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
    nothingShared:
      "You didn't share a WhatsApp Business number. Connect again and choose the account your number belongs to.",
  },
  instagram: {
    name: "Instagram",
    description:
      "Direct messages of a professional Instagram account. For the last 30 days, Instagram provides the latest 20 messages of each conversation.",
    category: "social",
    nothingShared:
      "None of the Facebook Pages you shared has a professional Instagram account. Link the account to its Page, then connect again and choose that Page.",
  },
  facebook_messenger: {
    name: "Facebook Messenger",
    shortName: "Messenger",
    description: "Messages to your Facebook Page and its replies.",
    category: "social",
    nothingShared:
      "You didn't share a Facebook Page. Connect again and choose at least one Page that you manage.",
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
    connected: "SMS Connected!",
    failedToConnect: "Failed to connect Twilio SMS",
  },
  imap: {
    name: "Email",
    description: "Inbox and sent mail from any provider, over IMAP.",
    category: "email",
  },
});

export type ProviderId = keyof typeof providerFacts;

export const providerIds = Object.keys(providerFacts) as [ProviderId, ...ProviderId[]];

/** The texts for an id from outside; undefined if no provider has it. */
export const factsOf = (id: string): ProviderFacts | undefined =>
  Object.hasOwn(providerFacts, id) ? providerFacts[id as ProviderId] : undefined;
