import type { ConnectionRow } from "../repository";

/** Most runs at a time per slot. A slow provider or host holds up only its own accounts. */
export const runsPerSlot = { host: 3, provider: 12 };

/**
 * The slot of an account: the host that someone typed, or the provider. Accounts that share one can hold up one
 * another.
 */
export const slotOf = ({ provider, settings }: Pick<ConnectionRow, "provider" | "settings">): string =>
  typeof settings.host === "string" ? `${provider} ${settings.host}` : provider;

/** The number of runs that a slot has room for. */
export const roomOf = (slot: string): number =>
  slot.includes(" ") ? runsPerSlot.host : runsPerSlot.provider;
