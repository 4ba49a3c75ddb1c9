import { counted } from "../../../shared/counted";
import { recordNouns } from "../record-nouns";
import type { SyncedCounts } from "./sync-connection";

/** What a sync brought, as a sentence. */
export function syncedInWords(name: string, counts: SyncedCounts): string {
  const parts = (Object.keys(recordNouns) as (keyof typeof recordNouns)[]).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? counted(count, ...recordNouns[kind]) : [];
  });
  if (parts.length === 0) return `${name} has nothing new.`;
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
  return `Synced ${list} with ${name}.`;
}
