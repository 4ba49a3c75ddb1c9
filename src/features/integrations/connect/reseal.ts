import type { Executor } from "../../../server/database";
import { SealedError, type Secrets } from "../../../server/secrets";
import { createConnectionRepository } from "../repository";
import { createSealedAccessRepository, type SealedRow } from "./sealed-access-repository";
import { locationOf } from "./session";

/** Accounts per batch. */
const together = 500;

/**
 * Encrypts the secrets of all accounts again with the newest key, so that older keys can be removed. Skips
 * secrets whose key is lost; those accounts ask to be reconnected.
 */
export async function resealOld(db: Executor, secrets: Secrets): Promise<void> {
  let rows: SealedRow[];
  let after: string | undefined;
  do {
    rows = await createSealedAccessRepository(db).sealedAfter(after, together);
    for (const row of rows) if (isOld(secrets, row)) await reseal(db, secrets, row);
    after = rows.at(-1)?.accountId;
  } while (rows.length === together);
}

const isOld = (secrets: Secrets, { credentials, subscription }: SealedRow): boolean =>
  [credentials, subscription].some((sealed) => sealed !== null && secrets.isOld(sealed));

async function reseal(db: Executor, secrets: Secrets, { teamId, accountId }: SealedRow): Promise<void> {
  const location = locationOf(accountId);
  const renew = (sealed: string | null): string | null => {
    try {
      return sealed === null || !secrets.isOld(sealed)
        ? sealed
        : secrets.seal(secrets.open(sealed, location), location);
    } catch (error) {
      if (error instanceof SealedError) return sealed;
      throw error;
    }
  };
  await db.transaction(async (tx) => {
    const repository = createConnectionRepository(tx);
    const current = await repository.lock(teamId, accountId);
    if (!current) return;
    const { credentials, subscription } = current;
    await repository.update(teamId, accountId, {
      credentials: renew(credentials),
      subscription: renew(subscription),
    });
  });
}
