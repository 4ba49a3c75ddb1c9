import type { BlobKind } from "../../server/blobs";
import {
  type CatalogueColumn,
  type CatalogueTable,
  type ForeignKey,
  parentsFirst,
  quotedName,
} from "../../server/catalogue";
import { isSecret, notExported, notOfTeams, privateRows, sharedRows } from "./exceptions";

/** A table with rows of teams, and how to find one team's. */
export interface TeamTable {
  name: string;
  /** SQL condition over the row `t`; `$1` is the team. */
  ofTeam: string;
  /** SQL condition over the row `t`: the rows that the person `$2` may see. Undefined: all. */
  readable: string | undefined;
  exported: boolean;
  /** The columns that are exported. */
  columns: string[];
  /** Columns that refer to people. */
  people: string[];
  /** True if rows refer to others of the same table. */
  refersToItself: boolean;
  /** A column that numbers the rows in the order they were added. */
  order: string | undefined;
}

/** What the walk over the tables has found. */
export interface TeamTables {
  /** Every table comes after those it refers to. */
  tables: TeamTable[];
  /** Tables that neither belong to a team nor are listed as an exception. */
  unowned: string[];
}

/**
 * Whose rows name the blobs of each kind. Both are found by themselves: a key of JSON or a column that names a
 * blob must end in `blob`.
 */
export const blobOwners: Record<BlobKind, string> = {
  upload: "imports.files",
  audio: "meeting_parts.blob",
};

/** Finds every table that holds rows of a team: by its `team_id`, or through what its rows belong to. */
export function findTeamTables(catalogue: CatalogueTable[]): TeamTables {
  const conditions = new Map<string, string>([["teams", "t.id = $1"]]);
  for (const { name, columns } of catalogue)
    if (!(name in notOfTeams) && columns.some((column) => column.name === "team_id"))
      conditions.set(name, "t.team_id = $1");
  for (let found = true; found; ) {
    found = false;
    for (const { name, foreignKeys } of catalogue) {
      if (conditions.has(name) || name in notOfTeams) continue;
      const owner = foreignKeys.find(({ references }) => conditions.has(references));
      if (!owner) continue;
      conditions.set(name, within(owner, conditions.get(owner.references) as string));
      found = true;
    }
  }
  const owned = catalogue.filter(({ name }) => conditions.has(name));
  const unowned = catalogue.filter(({ name }) => !conditions.has(name) && !(name in notOfTeams));
  const readable = readableRows(owned);
  return {
    tables: parentsFirst(owned).map((table) => ({
      name: table.name,
      ofTeam: conditions.get(table.name) as string,
      readable: readable(table.name),
      // Without a secret that each row needs, it couldn't be restored.
      exported: !(table.name in notExported) && !table.columns.some((column) => isNeeded(table.name, column)),
      columns: table.columns
        .filter(({ generated, identity, name }) => !generated && !identity && !isSecret(table.name, name))
        .map(({ name }) => name),
      people: table.foreignKeys.flatMap(({ references, columns }) => (references === "users" ? columns : [])),
      refersToItself: table.foreignKeys.some(({ references }) => references === table.name),
      order: table.columns.find(({ identity }) => identity)?.name,
    })),
    unowned: unowned.map(({ name }) => name),
  };
}

const isNeeded = (table: string, { name, required, hasDefault }: CatalogueColumn): boolean =>
  required && !hasDefault && isSecret(table, name);

/** The condition that a row belongs to one that meets another condition. */
function within({ columns, references, referencedColumns }: ForeignKey, condition: string): string {
  const own = columns.map((name) => `t.${quoted(name)}`).join(", ");
  const theirs = referencedColumns.map((name) => `t.${quoted(name)}`).join(", ");
  return `(${own}) in (select ${theirs} from ${quoted(references)} t where ${condition})`;
}

/**
 * A row is private if it says so, if the row that extends it does, or if it belongs to a private row. What says itself
 * to whom it is visible may belong to a row whose extension has become private since.
 */
function readableRows(tables: CatalogueTable[]): (name: string) => string | undefined {
  const own = new Map<string, string[]>();
  const saysItself = new Set<string>();
  const add = (name: string, condition: string) => own.set(name, [...(own.get(name) ?? []), condition]);
  for (const { name, columns, primaryKey, foreignKeys } of tables) {
    if (privateRows[name]) add(name, privateRows[name]);
    if (!columns.some((column) => column.name === "visible_to")) continue;
    saysItself.add(name);
    add(name, "(t.visible_to is null or t.visible_to = $2)");
    for (const { columns: keys, references, referencedColumns } of foreignKeys)
      if (keys.join() === primaryKey.join() && references !== "teams")
        add(
          references,
          `not exists (select from ${quoted(name)} x where x.${quoted(keys[0] as string)} = t.${quoted(referencedColumns[0] as string)} and x.visible_to <> $2)`,
        );
  }
  const byName = new Map(tables.map((table) => [table.name, table]));
  const conditionOf = (name: string, seen: string[]): string | undefined => {
    const inherited = (byName.get(name)?.foreignKeys ?? []).flatMap((key) => {
      if (key.references === name || seen.includes(key.references)) return [];
      if (key.references in sharedRows && saysItself.has(name)) return [];
      const condition = conditionOf(key.references, [...seen, name]);
      if (!condition) return [];
      const missing = key.columns.map((column) => `t.${quoted(column)} is null`);
      return [`(${[...missing, within(key, condition)].join(" or ")})`];
    });
    const all = [...(own.get(name) ?? []), ...inherited];
    return all.length > 0 ? all.join(" and ") : undefined;
  };
  return (name) => {
    const condition = conditionOf(name, []);
    return condition && sharedRows[name] ? `(${condition} or ${sharedRows[name]})` : condition;
  };
}

/** A name as SQL. All come from the catalogue. */
export const quoted = quotedName;
