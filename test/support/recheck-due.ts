import { query } from "./collecting";
import type { TestApp } from "./test-app";

/** The next check of an account also holds what is stored against what its source still lists, as after hours. */
export async function makeRecheckDue(app: Pick<TestApp, "databaseUrl">, accountId: string): Promise<void> {
  await query(
    app,
    `update connections set cursor = jsonb_set(cursor, '{checked}', '"2020-01-01T00:00:00.000Z"') where account_id = $1`,
    [accountId],
  );
}
