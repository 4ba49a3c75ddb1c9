import type { SyncedCounts } from "./sync-connection";

const nouns = {
  contacts: ["contact", "contacts"],
  companies: ["company", "companies"],
  deals: ["deal", "deals"],
  tasks: ["task", "tasks"],
} as const;

/** What a sync brought, as a sentence. */
export function syncedInWords(name: string, counts: SyncedCounts): string {
  const parts = (Object.keys(nouns) as (keyof typeof nouns)[]).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? `${count.toLocaleString("en-US")} ${nouns[kind][count === 1 ? 0 : 1]}` : [];
  });
  if (parts.length === 0) return `${name} has nothing new.`;
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
  return `Synced ${list} with ${name}.`;
}
