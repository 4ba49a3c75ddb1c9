import type pg from "pg";
import { exportedAs, exportedLine } from "./exceptions";
import { quoted, type TeamTable } from "./team-tables";

/** Whose rows are read. `reader` sees no other person's private rows; null: sees all. */
export interface RowsOf {
  teamId: string;
  reader: string | null;
}

/** Bytes that one step of reading aims at, so that memory doesn't grow with the length of the rows. */
const stepBytes = 1024 * 1024;
const firstRows = 100;
const mostRows = 2000;

/** The rows of teams in any table, by what the database itself says of it. */
export function createRowsRepository(connection: Pick<pg.ClientBase, "query">) {
  const filter = ({ ofTeam, readable }: TeamTable, { teamId, reader }: RowsOf) =>
    readable && reader
      ? { where: `${ofTeam} and ${readable}`, values: [teamId, reader] }
      : { where: ofTeam, values: [teamId] };

  return {
    async count(table: TeamTable, of: RowsOf): Promise<number> {
      const { where, values } = filter(table, of);
      const { rows } = await connection.query<{ count: string }>(
        `select count(*) from ${quoted(table.name)} t where ${where}`,
        values,
      );
      return Number(rows[0]?.count ?? 0);
    },

    /** The rows as JSON texts, in steps of a few megabytes. Needs a transaction. */
    async *read(table: TeamTable, of: RowsOf): AsyncGenerator<string[]> {
      const { where, values } = filter(table, of);
      const columns = table.columns
        .map((name) => `${exportedAs[`${table.name}.${name}`] ?? `t.${quoted(name)}`} as ${quoted(name)}`)
        .join(", ");
      const shown = exportedLine[table.name] ?? ((line: string) => line);
      const order = table.order ? ` order by t.${quoted(table.order)}` : "";
      await connection.query(
        `declare exported no scroll cursor for select row_to_json(r)::text as line
         from (select ${columns} from ${quoted(table.name)} t where ${where}${order}) r`,
        values,
      );
      const fetchRows = (rows: number) => {
        const answer = connection.query<[string]>({ text: `fetch ${rows} from exported`, rowMode: "array" });
        // It may fail before anybody waits for it.
        answer.catch(() => undefined);
        return answer;
      };
      let fetched = fetchRows(firstRows);
      try {
        for (;;) {
          const { rows } = await fetched;
          if (rows.length === 0) break;
          const lines = rows.map(([line]) => shown(line));
          const bytes = lines.reduce((sum, line) => sum + line.length, 1);
          // The database prepares the next step while this one is written.
          fetched = fetchRows(Math.max(1, Math.min(mostRows, Math.floor((stepBytes * rows.length) / bytes))));
          yield lines;
        }
      } finally {
        // Nobody waits for a step that was fetched for nothing; its failure ends the transaction anyway.
        await fetched.catch(() => undefined);
      }
      await connection.query("close exported");
    },

    /** The people that the rows name, as JSON texts. */
    async people(tables: TeamTable[], of: RowsOf): Promise<string[]> {
      const named = tables.flatMap((table) =>
        table.people.map((column) => {
          const where = filter(table, of).where;
          return `select t.${quoted(column)} from ${quoted(table.name)} t where ${where}`;
        }),
      );
      const { rows } = await connection.query<{ line: string }>(
        `select row_to_json(r)::text as line from (
           select id, email, first_name, last_name, profile_image_url, time_zone, shortcut_keys, created_at from users
           where id in (${named.join(" union ")}) order by created_at, id) r`,
        named.some((text) => text.includes("$2")) ? [of.teamId, of.reader] : [of.teamId],
      );
      return rows.map(({ line }) => line);
    },
  };
}
