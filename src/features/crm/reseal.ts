import type { Executor } from "../../server/database";
import type { Secrets } from "../../server/secrets";
import { openAccess, sealAccess } from "./access";
import { CrmFailure } from "./crms/crm";
import { createCrmRepository } from "./repository";

/**
 * Encrypts the access to all CRMs again with the newest key, so that older keys can be removed. Skips access whose key
 * is lost; its next sync asks to connect again.
 */
export async function resealOldAccess(db: Executor, secrets: Secrets): Promise<void> {
  for (const { teamId, id } of (await createCrmRepository(db).withAccess()).filter(
    ({ credentials }) => credentials !== null && secrets.isOld(credentials),
  ))
    await db.transaction(async (tx) => {
      const crms = createCrmRepository(tx);
      const row = await crms.lock(teamId, id);
      if (!row?.credentials || !secrets.isOld(row.credentials)) return;
      try {
        const access = openAccess(secrets, row);
        await crms.update(teamId, id, { credentials: sealAccess(secrets, id, access) });
      } catch (error) {
        if (!(error instanceof CrmFailure)) throw error;
      }
    });
}
