import { z } from "zod";
import { ProviderFailure } from "../providers/provider";

/** Checks that fail in a row before a message is set aside. */
const failuresBefore = 3;
/** How long one is asked for again with each check before it is given up (milliseconds). */
const lasting = 2 * 86_400_000;
/** Set aside at a time: a source that fails on more than so many is broken itself. */
const most = 500;

/** Messages, or their places, that a source has answered with an error of its own, again and again; part of a cursor. */
export const QuarantineEntries = z.array(
  z.object({ id: z.string(), until: z.iso.datetime(), sent: z.boolean().default(false) }),
);
export type QuarantineEntries = z.infer<typeof QuarantineEntries>;

export interface Quarantine {
  /** Those that are set aside now. */
  readonly kept: QuarantineEntries;
  /**
   * Does work about one message.
   *
   * @param sent - what is kept of one that is set aside: whether it stands in sent mail.
   * @returns undefined: the source fails on it, and it is set aside so that the others do not wait for it.
   */
  attempt<T>(id: string, work: () => Promise<T>, sent?: boolean): Promise<T | undefined>;
}

/** @param failures - checks that have failed in a row by now. */
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

/** Whether the source was reached and failed: where it cannot be reached, it has nothing to do with one message. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.kind === "unavailable" && error.options.status !== undefined;
