import { and, asc, gt, isNotNull, or } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { SealedError, type Secrets } from "../../../server/secrets";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { connections } from "../tables";
import { locationOf } from "./session";

/** Accounts looked at together. */
const together = 500;

type SealedRow = Pick<ConnectionRow, "accountId" | "teamId" | "credentials" | "subscription">;

/**
 * Encrypts what is kept of every account, of whatever team, under the newest key, so that the older ones can be put away.
 * What was sealed under a key that is gone stays as it is: its account asks to be connected again.
 */
export async function resealOld(db: Executor, secrets: Secrets): Promise<void> {
  let rows: SealedRow[];
  let after: string | undefined;
  do {
    rows = await keptAfter(db, after);
    for (const row of rows) if (isOld(secrets, row)) await reseal(db, secrets, row);
    after = rows.at(-1)?.accountId;
  } while (rows.length === together);
}

const keptAfter = (db: Executor, after: string | undefined): Promise<SealedRow[]> =>
  db
    .select({
      accountId: connections.accountId,
      teamId: connections.teamId,
      credentials: connections.credentials,
      subscription: connections.subscription,
    })
    .from(connections)
    .where(
      and(
        after === undefined ? undefined : gt(connections.accountId, after),
        or(isNotNull(connections.credentials), isNotNull(connections.subscription)),
      ),
    )
    .orderBy(asc(connections.accountId))
    .limit(together);

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
