import type pg from "pg";
import { quotedName } from "./catalogue";
import { SealedError, type Secrets } from "./secrets";

/** A column with sealed texts. Their location is `prefix/` and the value of the column `by`. */
export interface SealedColumn {
  table: string;
  column: string;
  prefix: string;
  by: string;
}

/** How many texts were sealed again, and how many can't be opened because their key is lost. */
export interface ResealCounts {
  resealed: number;
  unreadable: number;
}

/** Rows per query. */
const together = 500;

/**
 * Seals every text that an older key has sealed again with the newest, so that older keys can be removed. It may be
 * cut anywhere and begun again, and others may write meanwhile: a text that has changed is left as it is.
 */
export async function resealAll(
  db: Pick<pg.Pool, "query">,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<ResealCounts> {
  const done: ResealCounts = { resealed: 0, unreadable: 0 };
  for (const of of columns) await resealColumn(db, secrets, of, done);
  return done;
}

async function resealColumn(
  db: Pick<pg.Pool, "query">,
  secrets: Secrets,
  { table, column, prefix, by }: SealedColumn,
  done: ResealCounts,
): Promise<void> {
  const [name, field, owner] = [quotedName(table), quotedName(column), quotedName(by)];
  for (let last = ""; ; ) {
    const { rows } = await db.query<{ owner: string; sealed: string }>(
      `select ${owner}::text as owner, ${field} as sealed from ${name}
       where split_part(${field}, '.', 2) <> $1 and ${field} collate "C" > $2
       order by ${field} collate "C" limit ${together}`,
      [secrets.keys[0], last],
    );
    for (const { owner: id, sealed } of rows) {
      const again = sealAgain(secrets, sealed, `${prefix}/${id}`);
      if (again === undefined) {
        done.unreadable++;
        continue;
      }
      const { rowCount } = await db.query(
        `update ${name} set ${field} = $1 where ${owner}::text = $2 and ${field} = $3`,
        [again, id, sealed],
      );
      done.resealed += rowCount ?? 0;
    }
    if (rows.length < together) return;
    last = rows.at(-1)?.sealed ?? "";
  }
}

/** Undefined if it can't be opened. */
function sealAgain(secrets: Secrets, sealed: string, location: string): string | undefined {
  try {
    return secrets.seal(secrets.open(sealed, location), location);
  } catch (error) {
    if (error instanceof SealedError) return undefined;
    throw error;
  }
}
