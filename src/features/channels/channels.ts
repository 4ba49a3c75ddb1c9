/** What a message's channel is called. A channel is a provider's id, or `import` for archives. */
const names: Record<string, string> = {
  gmail: "Gmail",
  imap: "Email",
  outlook: "Outlook",
  slack: "Slack",
  whatsapp: "WhatsApp",
  telegram: "Telegram",
  sms: "SMS",
  instagram: "Instagram",
  facebook_messenger: "Messenger",
  import: "Import",
};

/** The channels the filter always offers. Source: specification, section 2. */
export const namedChannels = ["slack", "gmail", "whatsapp"];

/** The name people know a channel by; an unknown id with its first letter raised. */
export function channelName(channel: string): string {
  const words = channel.replaceAll("_", " ");
  return names[channel] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the channel filter offers: the named ones, then any other that has messages, by name. */
export function offeredChannels(counts: Record<string, number>): string[] {
  const others = Object.keys(counts).filter((channel) => !namedChannels.includes(channel));
  return [...namedChannels, ...others.sort((a, b) => channelName(a).localeCompare(channelName(b)))];
}
