import type { Session } from "./provider";

/** Lookups in parallel, of one account. */
const atATime = 4;

interface Entry<Name> {
  name: Name;
  until: number;
}

/**
 * Keeps the latest names. One whose time is over is still better than an id, so it stays until a look-up replaces it.
 *
 * @param most - how many.
 */
export function createNameCache<Name>(most: number) {
  const entries = new Map<string, Entry<Name>>();
  return {
    /** The name by its key; undefined if it was never looked up. */
    get: (key: string): Name | undefined => entries.get(key)?.name,

    /** False if a name was never looked up, or too long ago. */
    isCurrent: (key: string): boolean => (entries.get(key)?.until ?? 0) > Date.now(),

    /** @param lifetime - how long it is current (milliseconds). */
    set(key: string, name: Name, lifetime: number): void {
      entries.delete(key);
      entries.set(key, { name, until: Date.now() + lifetime });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Runs look-ups a few at a time. @throws what the first one that fails throws; the others of its few go on. */
export async function runLookups(lookups: (() => Promise<void>)[]): Promise<void> {
  for (let from = 0; from < lookups.length; from += atATime)
    await Promise.all(lookups.slice(from, from + atATime).map((lookUp) => lookUp()));
}

/** What a name is kept under. Accounts may see different names of one person. */
export const nameKey = ({ accountId }: Pick<Session, "accountId">, id: string): string =>
  `${accountId} ${id}`;
