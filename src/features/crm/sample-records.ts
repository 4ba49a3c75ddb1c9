import type { Executor } from "../../server/database";
import type { CrmRecords, ListedKind } from "./crms/crm";
import { createRecordRepository } from "./records/record-repository";
import { createCrmRepository } from "./repository";

/** Invented records of a CRM that doesn't exist. */
export type SampleRecords = { [Kind in ListedKind]: CrmRecords[Kind][] };

/** Stores invented records under a CRM that isn't connected, so that nothing is ever synced. */
export async function storeSampleRecords(
  tx: Executor,
  teamId: string,
  { companies, contacts, deals }: SampleRecords,
): Promise<void> {
  const id = await createCrmRepository(tx).insertSample(teamId);
  if (id === undefined) return;
  const records = createRecordRepository(tx, { teamId, id });
  await records.store("companies", companies, 1);
  await records.store("contacts", contacts, 1);
  await records.store("deals", deals, 1);
}

/** Removes them. @returns the ids of their connections. */
export const removeSampleRecords = (tx: Executor, teamId: string): Promise<string[]> =>
  createCrmRepository(tx).removeSamples(teamId);
