import type { CrmConnection, CrmCounts, KeptCrm } from "./contract";
import { crmFacts } from "./crm-facts";
import type { CrmConnectionRow } from "./repository";

const none: CrmCounts = { contacts: 0, companies: 0, deals: 0, tasks: 0 };

/** A connection in the contract's form. */
export function toConnection(row: CrmConnectionRow, counts: CrmCounts = none): CrmConnection {
  return {
    id: row.id,
    provider: row.provider,
    accountName: row.accountName,
    status: row.status === "connected" ? "connected" : "error",
    lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
    nextSyncAt: row.nextSyncAt?.toISOString() ?? null,
    syncInterval: row.syncInterval,
    syncSettings: { syncContacts: row.syncContacts, syncDeals: row.syncDeals, syncTasks: row.syncTasks },
    problem: problemOf(row),
    progress: row.progress,
    counts,
  };
}

/** The same for a connection that only keeps records. */
export function toKept(row: CrmConnectionRow, counts: CrmCounts = none): KeptCrm {
  const { id, provider, accountName, sample } = row;
  return { id, provider, accountName, sample, counts };
}

/** Why the last sync stopped, and what helps. */
function problemOf({
  provider,
  lastFailure,
}: Pick<CrmConnectionRow, "provider" | "lastFailure">): CrmConnection["problem"] {
  if (!lastFailure) return null;
  const { newKey, addPermission, name } = crmFacts[provider];
  const advice: Record<typeof lastFailure.kind, string> = {
    key_refused: newKey,
    permission_missing: addPermission,
    not_filled_in: "Connect it again with another address.",
    rate_limited: "You don't have to do anything. The sync continues where it stopped.",
    unavailable: "You don't have to do anything. Zippy tries again and continues where it stopped.",
    unreadable: `Zippy tries again. If it stays like this, tell your administrator that ${name} has changed its answers.`,
    page_lost: "Zippy starts this part over.",
    record_gone: "Zippy tries again.",
    refused: `Zippy tries again. If it stays like this, check the account in ${name}.`,
    unexpected: "Zippy tries again. If it stays like this, tell your administrator.",
  };
  return { message: lastFailure.message, advice: advice[lastFailure.kind] };
}
