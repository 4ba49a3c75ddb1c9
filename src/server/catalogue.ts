import type pg from "pg";

/** A column as the database describes it. */
export interface CatalogueColumn {
  name: string;
  /** Such as `uuid` or `timestamp with time zone`. */
  type: string;
  required: boolean;
  hasDefault: boolean;
  /** Computed from other columns, so it can't be written. */
  generated: boolean;
  /** Numbered by the database in the order of insertion. */
  identity: boolean;
}

/** `columns` refer to `referencedColumns` of the table `references`, in this order. */
export interface ForeignKey {
  columns: string[];
  references: string;
  referencedColumns: string[];
}

/** A table of the product, with its keys. */
export interface CatalogueTable {
  name: string;
  columns: CatalogueColumn[];
  primaryKey: string[];
  foreignKeys: ForeignKey[];
}

type Connection = Pick<pg.ClientBase, "query">;

/** Reads what tables there are, by name. They include those that later features add. */
export async function readCatalogue(connection: Connection): Promise<CatalogueTable[]> {
  const { rows } = await connection.query<CatalogueTable>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'required', a.attnotnull, 'hasDefault', a.atthasdef and a.attgenerated = '',
          'generated', a.attgenerated <> '', 'identity', a.attidentity <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(a.attname order by array_position(k.conkey, a.attnum))
        from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.conrelid = c.oid and k.contype = 'p'), '[]') as "primaryKey",
      coalesce((select json_agg(json_build_object('references', f.relname,
          'columns', (select json_agg(a.attname order by array_position(k.conkey, a.attnum))
            from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)),
          'referencedColumns', (select json_agg(a.attname order by array_position(k.confkey, a.attnum))
            from pg_attribute a where a.attrelid = k.confrelid and a.attnum = any(k.confkey))) order by k.conname)
        from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows;
}

/** The tables in an order in which each comes after those it refers to. */
export function parentsFirst(tables: CatalogueTable[]): CatalogueTable[] {
  const sorted: CatalogueTable[] = [];
  const left = [...tables];
  while (left.length > 0) {
    const next = left.findIndex(({ name, foreignKeys }) =>
      foreignKeys.every(
        ({ references }) => references === name || !left.some((other) => other.name === references),
      ),
    );
    if (next < 0) throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name)}`);
    sorted.push(...left.splice(next, 1));
  }
  return sorted;
}

/** A name as SQL. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
