import { query } from "./collecting";
import type { TestApp } from "./test-app";

/** Makes the next check of an account include a recheck, as if hours had passed. */
export async function makeRecheckDue(app: Pick<TestApp, "databaseUrl">, accountId: string): Promise<void> {
  await query(
    app,
    `update connections set cursor = jsonb_set(cursor, '{checked}', '"2020-01-01T00:00:00.000Z"') where account_id = $1`,
    [accountId],
  );
}
