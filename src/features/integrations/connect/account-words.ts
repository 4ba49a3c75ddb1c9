import { type ProviderId, providerFacts } from "../../channels/providers";
import type { ConnectionRow } from "../repository";

/** An account in the audit log. For a private account, the log names only its channel. */
export function accountWords({
  provider,
  name,
  visibleTo,
}: Pick<ConnectionRow, "provider" | "name" | "visibleTo">): string {
  const channel = providerFacts[provider as ProviderId].name;
  return visibleTo === null ? `${channel}, ${name}` : `${channel}, a private account`;
}
