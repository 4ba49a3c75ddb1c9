import { capitalize } from "../../shared/wording";
import { factsOf, type ProviderId } from "./providers";

/** The source of a message: a provider, or an imported archive. */
export type Channel = ProviderId | "import";

/** The channels the filter always offers. Source: specification, section 2. */
export const namedChannels = ["slack", "gmail", "whatsapp"];

/** A channel's name on a badge; an unknown id is capitalized. */
export function channelName(channel: string): string {
  const facts = factsOf(channel);
  if (facts) return facts.shortName ?? facts.name;
  return capitalize(channel.replaceAll("_", " "));
}

/** The choices of the channel filter: the fixed ones, then any other that has messages, by name. */
export function offeredChannels(counts: Record<string, number>): string[] {
  const others = Object.keys(counts).filter((channel) => !namedChannels.includes(channel));
  return [...namedChannels, ...others.sort((a, b) => channelName(a).localeCompare(channelName(b)))];
}
