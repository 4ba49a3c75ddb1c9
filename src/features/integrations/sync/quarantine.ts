import { z } from "zod";
import { day } from "../../../shared/durations";
import { ProviderFailure } from "../providers/provider";

/** Consecutive failed checks before a message is quarantined. */
const failuresBefore = 3;
/** How long each check retries a quarantined message before giving up (milliseconds). */
const lasting = 2 * day;
/** Most quarantined messages at a time. A source that fails on more is broken itself. */
const most = 500;

/** Messages, or their locations, for which a source repeatedly returned an error. Part of a cursor. */
export const QuarantineEntries = z.array(
  z.object({ id: z.string(), until: z.iso.datetime(), sent: z.boolean().default(false) }),
);
export type QuarantineEntries = z.infer<typeof QuarantineEntries>;

export interface Quarantine {
  /** The current entries. */
  readonly kept: QuarantineEntries;
  /**
   * Runs work for one message.
   *
   * @param sent - stored with a quarantined message: whether it is in sent mail.
   * @returns undefined if the source fails on it. It is then quarantined, so that it doesn't block others.
   */
  attempt<T>(id: string, work: () => Promise<T>, sent?: boolean): Promise<T | undefined>;
}

/** @param failures - consecutive failed checks so far. */
export function openQuarantine(before: QuarantineEntries, failures: number): Quarantine {
  const kept = new Map(before.map((one) => [one.id, one]));
  return {
    get kept() {
      return [...kept.values()];
    },
    async attempt(id, work, sent = false) {
      try {
        const result = await work();
        kept.delete(id);
        return result;
      } catch (error) {
        if (!isAnswered(error)) throw error;
        const known = kept.get(id);
        if (!known && (failures < failuresBefore || kept.size >= most)) throw error;
        if (!known) kept.set(id, { id, sent, until: new Date(Date.now() + lasting).toISOString() });
        else if (Date.parse(known.until) < Date.now()) kept.delete(id);
        return undefined;
      }
    },
  };
}

/** True if the source responded with an error. If it is unreachable, the message isn't the cause. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.kind === "unavailable" && error.options.status !== undefined;
