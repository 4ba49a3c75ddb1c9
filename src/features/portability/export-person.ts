import type pg from "pg";
import { type CatalogueTable, readCatalogue } from "../../server/catalogue";
import { type ZipEntry, zipped } from "../../server/zip/zip-writer";
import { isSecret, notOfTeams } from "./exceptions";
import { createRowsRepository, type RowsOf } from "./rows-repository";
import { findTeamTables, quoted, type TeamTable } from "./team-tables";

/** Whose data is exported, from which of their teams. */
export interface PersonExport {
  userId: string;
  teamIds: string[];
  now: Date;
}

/** A file of the export: the rows of one table, of the account or of one team. */
interface OwnTable {
  file: string;
  table: TeamTable;
  of: RowsOf;
}

type Connection = Pick<pg.ClientBase, "query">;

/** Rows of the account belong to no team. */
const noTeam = "00000000-0000-0000-0000-000000000000";

/** How many rows a person's own export will have. */
export async function countOwnRows(connection: Connection, person: PersonExport): Promise<number> {
  const rows = createRowsRepository(connection);
  let sum = 0;
  for (const { table, of } of await ownTables(connection, person)) sum += await rows.count(table, of);
  return sum;
}

/**
 * A person's own data as a zip, read in pieces: their account, and of each of their teams the rows that name them or
 * that only they may see. docs/export-format.md describes it.
 */
export async function* exportPerson(connection: Connection, person: PersonExport): AsyncGenerator<Buffer> {
  yield* zipped(entriesOf(connection, person));
}

async function* entriesOf(connection: Connection, person: PersonExport): AsyncGenerator<ZipEntry> {
  const rows = createRowsRepository(connection);
  const files: { file: string; rows: number }[] = [];
  for (const { file, table, of } of await ownTables(connection, person)) {
    const listed = { file, rows: 0 };
    yield {
      name: file,
      async *content() {
        for await (const step of rows.read(table, of)) {
          listed.rows += step.length;
          yield `${step.join("\n")}\n`;
        }
      },
    };
    files.push(listed);
  }
  const { userId, teamIds, now } = person;
  const manifest = {
    format: "zippy-own-export",
    version: 1,
    exportedAt: now.toISOString(),
    userId,
    teamIds,
    files,
  };
  yield {
    name: "manifest.json",
    async *content() {
      yield `${JSON.stringify(manifest, null, 2)}\n`;
    },
  };
}

async function ownTables(connection: Connection, { userId, teamIds }: PersonExport): Promise<OwnTable[]> {
  const catalogue = await readCatalogue(connection);
  const { tables } = findTeamTables(catalogue);
  const members = new Map(catalogue.map((table) => [table.name, memberColumns(table)]));
  const ofTeams = teamIds.flatMap((teamId) =>
    tables.flatMap((table) => {
      const own = ownRows(table, members.get(table.name) ?? []);
      if (!own) return [];
      return { file: `teams/${teamId}/${table.name}.jsonl`, table: own, of: { teamId, reader: userId } };
    }),
  );
  const ofAccount = catalogue.flatMap((table) => {
    const own = accountRows(table);
    return own
      ? { file: `account/${table.name}.jsonl`, table: own, of: { teamId: noTeam, reader: userId } }
      : [];
  });
  return [...ofAccount, ...ofTeams];
}

/** The rows of a team's table that name the person `$2`, or that only they may see; undefined if none can. */
function ownRows(table: TeamTable, members: string[]): TeamTable | undefined {
  const naming = new Set([...table.people, ...members]);
  if (table.columns.includes("visible_to")) naming.add("visible_to");
  if (!table.exported || naming.size === 0) return undefined;
  const mine = [...naming].map((column) => `t.${quoted(column)} = $2`).join(" or ");
  return { ...table, ofTeam: `(${table.ofTeam}) and (${mine})`, readable: table.readable ?? "true" };
}

/** The columns that name a person as a member of the team. */
const memberColumns = ({ foreignKeys }: CatalogueTable): string[] =>
  foreignKeys
    .filter(({ references }) => references === "team_members")
    .flatMap(({ columns, referencedColumns }) =>
      columns.filter((_, at) => referencedColumns[at] === "user_id"),
    );

/** Tables about a person's account, by the column with the person. What is no team's, but in a team's table too, counts. */
const accountTables: Record<string, string> = {
  users: "id",
  identities: "user_id",
  sessions: "user_id",
  notification_choices: "user_id",
  digests: "user_id",
  consents: "user_id",
};

/** Tables with rows about people that their own export leaves out, with the reason. */
export const notInOwnExport: Record<string, string> = {
  push_subscriptions: "Where browsers get notifications: anyone who has such an address can send to it.",
};

/** The account's rows of a table; undefined if it has none. */
function accountRows({ name, columns }: CatalogueTable): TeamTable | undefined {
  const person = accountTables[name];
  if (!person) return undefined;
  const noTeams = name in notOfTeams ? "" : " and t.team_id is null";
  return {
    ...{ name, exported: true, people: [], refersToItself: false, readable: "true" },
    // The team says nothing here, but each query has it.
    ofTeam: `$1::uuid is not null and t.${quoted(person)} = $2${noTeams}`,
    columns: columns
      .filter((column) => !column.generated && !column.identity && !isSecret(name, column.name))
      .map((column) => column.name),
    order: columns.find(({ identity }) => identity)?.name,
  };
}

/** Tables outside of teams that name people, but are neither exported nor excepted; a test expects none. */
export function forgottenTables(catalogue: CatalogueTable[]): string[] {
  return catalogue
    .filter(
      ({ name, foreignKeys }) =>
        name in notOfTeams &&
        foreignKeys.some(({ references }) => references === "users") &&
        !(name in accountTables) &&
        !(name in notInOwnExport),
    )
    .map(({ name }) => name);
}
