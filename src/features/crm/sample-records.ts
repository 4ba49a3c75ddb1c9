import { and, eq } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { CrmRecords } from "./crms/crm";
import { createRecordRepository } from "./records/record-repository";
import { crmConnections } from "./tables";

/** Invented records of a CRM that doesn't exist. */
export type SampleRecords = {
  [Kind in "companies" | "contacts" | "deals"]: CrmRecords[Kind][];
};

/** Stores invented records as those of a CRM that is not connected, so that nothing is ever synced. */
export async function storeSampleRecords(
  tx: Executor,
  teamId: string,
  { companies, contacts, deals }: SampleRecords,
): Promise<void> {
  const [connection] = await tx
    .insert(crmConnections)
    .values({
      ...{ teamId, provider: "other", externalId: "sample", accountName: "Sample CRM" },
      ...{ status: "disconnected", sample: true },
    })
    .onConflictDoNothing()
    .returning({ id: crmConnections.id });
  if (!connection) return;
  const records = createRecordRepository(tx, { teamId, id: connection.id });
  await records.store("companies", companies, 1);
  await records.store("contacts", contacts, 1);
  await records.store("deals", deals, 1);
}

/** Removes them. @returns the ids of their connections. */
export async function removeSampleRecords(tx: Executor, teamId: string): Promise<string[]> {
  const removed = await tx
    .delete(crmConnections)
    .where(and(eq(crmConnections.teamId, teamId), eq(crmConnections.sample, true)))
    .returning({ id: crmConnections.id });
  return removed.map(({ id }) => id);
}
