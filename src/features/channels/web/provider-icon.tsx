import { channelIcon } from "./channel-icons";

/** A provider's icon, next to its name. */
export function ProviderIcon({ provider, size = 22 }: { provider: string; size?: number }) {
  const Icon = channelIcon(provider);
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
