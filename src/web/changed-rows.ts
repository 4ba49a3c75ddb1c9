import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** The `meta` of a list on screen that takes single changed rows, rather than loading all its pages again. */
export interface RowListMeta extends Record<string, unknown> {
  /** Fetches these rows and shows each where it belongs now. */
  takeRows: (ids: string[]) => Promise<void>;
}

/** More changed rows than this reload a list as a whole. */
const mostRows = 20;

/** The rows that events have named under each prefix of query keys since it was last reloaded. */
export function createChangedRows() {
  /** Undefined: events named a change, but not which rows. */
  const changed = new Map<string, Set<string> | undefined>();
  return {
    /** @param row - the only row that has changed; undefined: any may have. */
    add(prefix: string, row: string | undefined) {
      if (row === undefined) changed.set(prefix, undefined);
      else if (changed.has(prefix)) changed.get(prefix)?.add(row);
      else changed.set(prefix, new Set([row]));
    },
    /** @returns the rows, from now on forgotten; undefined if any may have changed. */
    take(prefix: string): string[] | undefined {
      const rows = changed.get(prefix);
      changed.delete(prefix);
      return rows && rows.size <= mostRows ? [...rows] : undefined;
    },
  };
}

/**
 * Reloads what is on screen under a prefix of query keys. Lists that take single rows only fetch those.
 *
 * @param rows - all that have changed; undefined: any may have. Empty: lists that take rows need none, because live
 * events name them.
 */
export async function reloadChanged(
  queryClient: QueryClient,
  queryKey: QueryKey,
  rows: string[] | undefined,
): Promise<void> {
  const lists = rows ? rowLists(queryClient, queryKey) : [];
  await Promise.all([
    queryClient.invalidateQueries({ queryKey, predicate: (query) => !lists.includes(query) }),
    ...lists.map((list) => takeRows(queryClient, list, rows ?? [])),
  ]);
}

/** The lists on screen that take rows, and have all that they show. */
function rowLists(queryClient: QueryClient, queryKey: QueryKey): Query[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey, type: "active" })
    .filter(({ meta, state }) => meta?.takeRows && state.data !== undefined && !state.isInvalidated);
}

async function takeRows(queryClient: QueryClient, { meta, queryKey }: Query, rows: string[]): Promise<void> {
  if (rows.length === 0) return;
  try {
    await (meta as RowListMeta).takeRows(rows);
  } catch {
    await queryClient.invalidateQueries({ queryKey, exact: true });
  }
}
