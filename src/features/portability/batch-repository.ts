import type pg from "pg";
import { quoted, type TeamTable } from "./team-tables";

type Connection = Pick<pg.Pool, "query">;

/** Rows that one statement deletes: few, so that nobody waits long for its locks. */
export const deletedAtOnce = 1000;

/** Deletes rows of any table in batches. */
export function createBatchRepository(connection: Connection) {
  const deleteBatch = async (table: string, where: string, value: string | string[]): Promise<number> => {
    const name = quoted(table);
    const { rowCount } = await connection.query(
      `delete from ${name} where ctid = any(array(select t.ctid from ${name} t where ${where} limit ${deletedAtOnce}))`,
      [value],
    );
    return rowCount ?? 0;
  };
  return {
    /** Deletes some of a team's rows. @returns how many; 0 if there are none left. */
    deleteOfTeam: (table: TeamTable, teamId: string) => deleteBatch(table.name, table.ofTeam, teamId),

    /** Deletes some of the rows that only one person may see. */
    deletePrivate: (table: string, userId: string) => deleteBatch(table, "t.visible_to = $1", userId),

    /** The ids of accounts of all teams that only one person may see. */
    async privateAccounts(userId: string): Promise<string[]> {
      const { rows } = await connection.query<{ id: string }>(
        "select account_id as id from connections where visible_to = $1",
        [userId],
      );
      return rows.map(({ id }) => id);
    },

    /** Deletes some of the rows about accounts. */
    deleteOfAccounts: (table: string, column: string, accountIds: string[]) =>
      deleteBatch(table, `t.${quoted(column)} = any($1::uuid[])`, accountIds),

    /** Deletes the accounts that no message or copy refers to any more. */
    deleteUnusedAccounts: (accountIds: string[]) =>
      deleteBatch(
        "accounts",
        `t.id = any($1::uuid[]) and not exists (select from messages m where m.account_id = t.id)
          and not exists (select from message_copies m where m.account_id = t.id)`,
        accountIds,
      ),

    /** Removes a person's id from a column that has no foreign key. */
    async forgetPerson(table: string, column: string, userId: string): Promise<void> {
      const [name, field] = [quoted(table), quoted(column)];
      await connection.query(`update ${name} set ${field} = null where ${field} = $1`, [userId]);
    },

    /** The rows of a team as JSON, for tables with few of them. */
    async rows(table: TeamTable, teamId: string): Promise<string[]> {
      const { rows } = await connection.query<{ line: string }>(
        `select row_to_json(t)::text as line from ${quoted(table.name)} t where ${table.ofTeam}`,
        [teamId],
      );
      return rows.map(({ line }) => line);
    },
  };
}
