import type pg from "pg";
import { type CatalogueTable, readCatalogue } from "../../server/catalogue";
import { quoted, type TeamTable } from "./team-tables";

type Connection = Pick<pg.ClientBase, "query">;

/** Writes the rows of an export. Needs a transaction. */
export function createRestoreRepository(connection: Connection) {
  return {
    catalogue: (): Promise<CatalogueTable[]> => readCatalogue(connection),

    async teamExists(teamId: string): Promise<boolean> {
      const { rowCount } = await connection.query("select from teams where id = $1", [teamId]);
      return (rowCount ?? 0) > 0;
    },

    /**
     * Adds the people that aren't here yet, known by their address.
     *
     * @returns the ids of those who have another id here, by their id in the export.
     */
    async addPeople(lines: string[]): Promise<Map<string, string>> {
      const { rows } = await connection.query<{ given: string; known: string }>(
        `with given as (select * from json_populate_recordset(null::users, $1::json)),
         added as (
           insert into users (id, email, first_name, last_name, profile_image_url, time_zone, shortcut_keys, created_at)
           select id, lower(email), first_name, last_name, profile_image_url, time_zone, shortcut_keys, coalesce(created_at, now())
           from given where not exists (select from users u where u.email = lower(given.email))
           returning id)
         select given.id as given, u.id as known from given join users u on u.email = lower(given.email) where u.id <> given.id`,
        [asArray(lines)],
      );
      return new Map(rows.map(({ given, known }) => [given, known]));
    },

    /** Adds rows, given as JSON texts. Only the named columns are written; the others get their defaults. */
    async insert(table: string, columns: string[], lines: string[]): Promise<number> {
      const list = columns.map(quoted).join(", ");
      const { rowCount } = await connection.query(
        `insert into ${quoted(table)} (${list})
         select ${list} from json_populate_recordset(null::${quoted(table)}, $1::json)`,
        [asArray(lines)],
      );
      return rowCount ?? 0;
    },

    /** Collects rows whose table refers to itself, so that one statement can insert them in any order. */
    async collect(table: string, lines: string[]): Promise<void> {
      await connection.query(`create temp table if not exists ${staging(table)} (rows json) on commit drop`);
      await connection.query(`insert into ${staging(table)} values ($1::json)`, [asArray(lines)]);
    },

    /** Inserts what {@link collect} collected, in one statement. @returns how many rows. */
    async insertCollected(table: string, columns: string[]): Promise<number> {
      const list = columns.map(quoted).join(", ");
      const { rowCount } = await connection.query(
        `insert into ${quoted(table)} (${list}) select ${columns.map((name) => `r.${quoted(name)}`).join(", ")}
         from ${staging(table)} s, json_populate_recordset(null::${quoted(table)}, s.rows) r`,
      );
      return rowCount ?? 0;
    },

    /** The address of a team's owner, and how many teams they own with it. */
    async ownerOf(teamId: string): Promise<{ email: string; teams: number } | undefined> {
      const { rows } = await connection.query<{ email: string; teams: number }>(
        `select u.email, (select count(*)::int from team_members o where o.user_id = u.id and o.role = 'owner'
             and not exists (select from team_deletions d where d.team_id = o.team_id)) as teams
         from team_members m join users u on u.id = m.user_id where m.team_id = $1 and m.role = 'owner'`,
        [teamId],
      );
      return rows[0];
    },

    /** How many rows of a table belong to the team. */
    async count(table: TeamTable, teamId: string): Promise<number> {
      const { rows } = await connection.query<{ count: string }>(
        `select count(*) from ${quoted(table.name)} t where ${table.ofTeam}`,
        [teamId],
      );
      return Number(rows[0]?.count ?? 0);
    },
  };
}

const staging = (table: string): string => quoted(`restored_${table}`);
const asArray = (lines: string[]): string => `[${lines.join(",")}]`;
