import { z } from "zod";

/** Something that a source fails on: a message, a location, a thread or a conversation. */
export interface QuarantineEntry {
  id: string;
  /** What the provider needs to try it again, as JSON. */
  details: Record<string, unknown>;
  reason: string;
  tries: number;
  /** Not before this time; null: with the next check. */
  retryAt: Date | null;
  /** A person doesn't want it any more, so it isn't tried again. */
  dismissed: boolean;
}

/** What changed in a quarantine since it was last stored. */
export interface QuarantineChanges {
  kept: QuarantineEntry[];
  /** Ids of entries that could be read, or are gone. */
  left: string[];
}

/** What fails beyond the entries that are kept one by one. */
export interface UnlistedEntries {
  /** A check without a position must start this early to read it; null if there is nothing. */
  readonly since: Date | null;
  /** Counts an entry that isn't kept. */
  note(id: string): void;
  /** True if everything since then is to be read again, from now on. */
  startOver(): boolean;
  /** Notes that everything is read. */
  end(): void;
}

export interface Quarantine {
  readonly unlisted: UnlistedEntries;
  /** True if the source fails on nothing. */
  readonly isEmpty: boolean;
  /** The entries to try again now. */
  readonly due: readonly QuarantineEntry[];
  /** True if a source failed on it, and it isn't to be tried now. */
  isQuarantined(id: string): boolean;
  /**
   * Runs work for one entry. Does nothing for one that is set aside. An entry that gets no answer is tried twice, and
   * counts as the cause only if the account answers other calls at the same time.
   *
   * @param details - stored with a new entry, for trying it again. `seldom`: trying it costs the whole check,
   * so it is tried once a day.
   * @returns undefined if the source fails on it. It is then quarantined, so that it doesn't block others.
   */
  attempt<T>(id: string, work: () => Promise<T>, details?: Record<string, unknown>): Promise<T | undefined>;
  /** Sets something aside at once, because the source says that it can't be read. */
  keep(id: string, reason: string): void;
  /** Removes an entry whose message is gone at the source. */
  forget(id: string): void;
  /** Returns what changed since the last call. */
  takeChanges(): QuarantineChanges;
}

/** The entry that stands for everything that isn't kept one by one. No source has such an id. */
export const unlistedId = " unlisted";

/**
 * `count`: how much failed. `since`: it is in what a check without a position reads from this time on (ISO 8601).
 * `reading`: this is being read again.
 */
const Details = z.object({ count: z.int(), since: z.iso.datetime(), reading: z.boolean() });
type Details = z.infer<typeof Details>;

/** How many problems this entry stands for; 0 if it stands only for itself. */
export const countIn = (details: unknown): number => Details.safeParse(details).data?.count ?? 0;

export interface UnlistedTools {
  stored: QuarantineEntry | undefined;
  /** Everything before this time is read. */
  readBefore: Date;
  /** Enough entries are gone that reading again is worth it. */
  hasRoom: boolean;
  put(entry: QuarantineEntry): void;
  forget(): void;
}

/**
 * Counts what fails when an account has set aside as much as is kept one by one, and remembers from when on it must be
 * read again. So a source that fails on thousands costs one entry, and loses nothing.
 */
export function openUnlisted({ stored, readBefore, hasRoom, put, forget }: UnlistedTools): UnlistedEntries {
  const noted = new Set<string>();
  let details = stored && !stored.dismissed ? (Details.safeParse(stored.details).data ?? null) : null;
  // Dismissing the entry means that nobody wants what failed so far. A later failure is a new entry.
  if (stored?.dismissed) forget();

  function keep(changed: Details): void {
    details = changed;
    put({
      id: unlistedId,
      details: changed,
      reason: reasonOf(changed),
      tries: 1,
      retryAt: null,
      dismissed: false,
    });
  }

  return {
    get since() {
      return details && new Date(details.since);
    },
    note(id) {
      if (noted.has(id)) return;
      noted.add(id);
      const { count, since, reading } = details ?? {
        count: 0,
        since: readBefore.toISOString(),
        reading: false,
      };
      const earliest = Date.parse(since) < readBefore.getTime() ? since : readBefore.toISOString();
      keep({ count: count + 1, since: earliest, reading });
    },
    startOver() {
      if (!details || details.reading || !hasRoom) return false;
      keep({ ...details, count: 0, reading: true });
      return true;
    },
    end() {
      if (!details?.reading) return;
      if (details.count > 0) return keep({ ...details, reading: false });
      details = null;
      forget();
    },
  };
}

function reasonOf({ count, since, reading }: Details): string {
  const from = new Date(since).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  if (reading)
    return `Zippy is reading everything since ${from} again, because too much failed to list it all.`;
  const more = count === 1 ? "One more entry fails" : `${count} more entries fail`;
  return `${more}, too many to list. Once half of this list is gone, Zippy reads everything since ${from} again.`;
}
