import { z } from "zod";
import { isDataFault } from "../../../server/query-failure";
import { hour } from "../../../shared/durations";
import { ProviderFailure } from "../providers/provider";
import { openUnlisted, type Quarantine, type QuarantineEntry, unlistedId } from "./quarantine-entry";

/** Consecutive failed checks before something is quarantined. */
export const failuresBefore = 3;
/** Most entries of an account that are kept one by one. What fails beyond them is read again later. */
export const mostKept = 500;
/** An entry is tried with every check at first, and then with growing pauses. */
const eagerTries = 10;
const longestPause = 24 * hour;
/** Most entries per check that don't answer. Each costs a time limit, and if there are more, the source is down. */
const mostSilent = 5;

export interface QuarantineTools {
  /** Whether the account answers now, so that what fails is the cause itself. Default: it does. */
  othersAnswer?: () => Promise<boolean>;
  /** Everything before this time is read. Default: nothing is. */
  readBefore?: Date;
}

/** @param failures - consecutive failed checks so far. */
export function openQuarantine(
  before: QuarantineEntry[],
  failures: number,
  { othersAnswer = async () => true, readBefore = new Date(0) }: QuarantineTools = {},
): Quarantine {
  const entries = new Map(before.map((one) => [one.id, one]));
  const changed = new Set<string>();
  let silent = 0;
  let probe: Promise<boolean> | undefined;
  const listed = () => [...entries.values()].filter(({ id, dismissed }) => !dismissed && id !== unlistedId);
  const isDue = ({ id, dismissed, retryAt }: QuarantineEntry) =>
    id !== unlistedId && !dismissed && (retryAt === null || retryAt.getTime() <= Date.now());
  const isQuarantined = (id: string) => {
    const known = entries.get(id);
    return known !== undefined && (!isDue(known) || silent >= mostSilent);
  };
  const put = (entry: QuarantineEntry): void => {
    entries.set(entry.id, entry);
    changed.add(entry.id);
  };
  const forget = (id: string): void => {
    if (entries.delete(id)) changed.add(id);
  };
  const unlisted = openUnlisted({
    stored: entries.get(unlistedId),
    readBefore,
    hasRoom: listed().length <= mostKept / 2,
    put,
    forget: () => forget(unlistedId),
  });
  /** Attempts that fail together ask once. */
  const answersElsewhere = () => {
    probe ??= othersAnswer()
      .catch(() => false)
      .finally(() => {
        probe = undefined;
      });
    return probe;
  };
  /** What fails because the source is down isn't the cause. @throws the failure. */
  async function requireCause(error: unknown): Promise<void> {
    const blame = blameOf(error);
    if (blame === "entry") return;
    const isOneTooMany = isSilent(error) && silent >= mostSilent;
    if (blame === "elsewhere" || isOneTooMany || !(await answersElsewhere())) throw error;
  }
  /** Works once more after no answer, because the source may have been down for a moment. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isSilent(error)) throw error;
      await requireCause(error);
      return work();
    }
  }
  /** Sets aside what failed. @throws the failure if it isn't the cause. */
  async function quarantine(id: string, details: Record<string, unknown>, error: unknown): Promise<void> {
    await requireCause(error);
    const known = entries.get(id);
    const tries = (known?.tries ?? 0) + 1;
    if (isSilent(error)) silent++;
    if (!known && listed().length >= mostKept) return unlisted.note(id);
    const pauses = details.seldom ? Number.POSITIVE_INFINITY : isSilent(error) ? tries + eagerTries : tries;
    put({
      id,
      details: known?.details ?? details,
      reason: error instanceof ProviderFailure ? error.message : unexpected,
      tries,
      retryAt: retryAfter(pauses),
      dismissed: false,
    });
  }
  return {
    get isEmpty() {
      return entries.size === 0;
    },
    get due() {
      return [...entries.values()].filter(isDue);
    },
    unlisted,
    isQuarantined,
    forget,
    keep(id, reason) {
      const known = entries.get(id);
      if (!known && listed().length >= mostKept) return unlisted.note(id);
      const { details, dismissed } = known ?? { details: {}, dismissed: false };
      put({ id, details, reason, tries: 1, retryAt: null, dismissed });
    },
    async attempt(id, work, details = {}) {
      if (isQuarantined(id)) return undefined;
      const isNew = !entries.has(id);
      if (isNew && failures < failuresBefore) return work();
      try {
        const result = await (isNew ? insist(work) : work());
        forget(id);
        return result;
      } catch (error) {
        await quarantine(id, details, error);
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
 * What a failure is about. `entry`: the source refuses it, or it is unreadable. `unclear`: it, if the source answers
 * everything else. `elsewhere`: something that would also fail without it, such as the database or a limit of requests.
 */
function blameOf(error: unknown): "entry" | "unclear" | "elsewhere" {
  if (error instanceof ProviderFailure) {
    if (error.kind === "refused") return "entry";
    return error.kind === "unavailable" || error.kind === "rejected" ? "unclear" : "elsewhere";
  }
  const isAborted = error instanceof DOMException;
  return !isAborted && isDataFault(error) ? "entry" : "elsewhere";
}

/** True if there was no answer, only a time limit or a lost connection. */
const isSilent = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.kind === "unavailable" && error.options.status === undefined;

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
