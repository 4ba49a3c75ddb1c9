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

export interface Quarantine {
  /** The entries to try again now. */
  readonly due: readonly QuarantineEntry[];
  /** True if a source failed on it, and it isn't to be tried now. */
  isQuarantined(id: string): boolean;
  /**
   * Runs work for one entry. Does nothing for one that is set aside.
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
