import { z } from "zod";
import { hour } from "../../../shared/durations";
import { ProviderFailure } from "../providers/provider";
import type { Quarantine, QuarantineEntry } from "./quarantine-entry";

/** Consecutive failed checks before something is quarantined. */
export const failuresBefore = 3;
/** Most quarantined entries of an account. A source that fails on more is broken itself. */
const most = 500;
/** An entry is tried with every check at first, and then with growing pauses. */
const eagerTries = 10;
const longestPause = 24 * hour;

/** @param failures - consecutive failed checks so far. */
export function openQuarantine(before: QuarantineEntry[], failures: number): Quarantine {
  const entries = new Map(before.map((one) => [one.id, one]));
  const changed = new Set<string>();
  const isDue = ({ dismissed, retryAt }: QuarantineEntry) =>
    !dismissed && (retryAt === null || retryAt.getTime() <= Date.now());
  const isQuarantined = (id: string) => {
    const known = entries.get(id);
    return known !== undefined && !isDue(known);
  };
  const forget = (id: string): void => {
    if (entries.delete(id)) changed.add(id);
  };
  return {
    get due() {
      return [...entries.values()].filter(isDue);
    },
    isQuarantined,
    forget,
    keep(id, reason) {
      const known = entries.get(id);
      if (!known && entries.size >= most) return;
      const details = known?.details ?? {};
      entries.set(id, { id, details, reason, tries: 1, retryAt: null, dismissed: known?.dismissed ?? false });
      changed.add(id);
    },
    async attempt(id, work, details = {}) {
      if (isQuarantined(id)) return undefined;
      const known = entries.get(id);
      try {
        const result = await work();
        forget(id);
        return result;
      } catch (error) {
        if (!isAnswered(error)) throw error;
        if (!known && (failures < failuresBefore || entries.size >= most)) throw error;
        const tries = (known?.tries ?? 0) + 1;
        entries.set(id, {
          id,
          details: known?.details ?? details,
          reason: error instanceof ProviderFailure ? error.message : unexpected,
          tries,
          retryAt: retryAfter(details.seldom ? Number.POSITIVE_INFINITY : tries),
          dismissed: false,
        });
        changed.add(id);
        return undefined;
      }
    },
    takeChanges() {
      const ids = [...changed];
      changed.clear();
      return {
        kept: ids.flatMap((id) => entries.get(id) ?? []),
        left: ids.filter((id) => !entries.has(id)),
      };
    },
  };
}

/** The reason for something that Zippy itself failed on. */
export const unexpected = "Zippy can't read it. The server's log may say more.";

function retryAfter(tries: number): Date | null {
  if (tries <= eagerTries) return null;
  return new Date(Date.now() + Math.min(longestPause, hour * 2 ** Math.min(tries - eagerTries - 1, 10)));
}

/**
 * True if the source responded with an error, or with something unreadable. If it is unreachable or limits
 * requests, the entry isn't the cause.
 */
function isAnswered(error: unknown): boolean {
  if (error instanceof ProviderFailure)
    return error.kind === "refused" || (error.kind === "unavailable" && error.options.status !== undefined);
  return error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError;
}

/** Entries as cursors held them before they had a table. */
const StoredInCursor = z.object({
  quarantine: z.array(z.object({ id: z.string(), sent: z.boolean().default(false) })),
});

/** The entries of a cursor from an earlier version. */
export function entriesInCursor(cursor: unknown): QuarantineEntry[] {
  return (StoredInCursor.safeParse(cursor).data?.quarantine ?? []).map(({ id, sent }) => ({
    id,
    details: { sent },
    reason: unexpected,
    tries: 1,
    retryAt: null,
    dismissed: false,
  }));
}
