import type { LatestPosition, Position } from "./repository";

/** Pause between looks at the same numbers while the same transaction runs (milliseconds). */
const betweenSameLooks = 30_000;
/** How long a transaction that runs on is waited for (milliseconds). Another program may have forgotten one. */
const patience = 300_000;

/**
 * Follows the journal and the facts without missing one that is committed after later ones: numbers are given when a row
 * is written, so a long transaction may commit a low one last. What came before a position is done with only once every
 * transaction that ran at that time has ended and the position has been looked at again. Causes are stored once, so
 * looking twice adds nothing.
 *
 * @param start - where the first look begins.
 * @param keep - stores a position that is done with, before the next look begins there.
 * @param clock - milliseconds since any moment, of a clock that isn't set back.
 * @returns a function to call with each latest position, which collects what is new since the position it gives.
 */
export function createFollowing({
  start,
  keep,
  clock = () => performance.now(),
}: {
  start: Position;
  keep: (done: Position) => Promise<void>;
  clock?: () => number;
}) {
  let done = start;
  let open: (LatestPosition & { since: number }) | undefined;
  let looked: (LatestPosition & { at: number }) | undefined;

  /** Whether what is new has been looked at, and nothing can have been committed below it since. */
  const isKnown = (now: LatestPosition, at: number): boolean =>
    looked !== undefined &&
    !isPast(looked, now) &&
    looked.running === now.running &&
    at - looked.at < betweenSameLooks;

  return async (now: LatestPosition, collect: (since: Position) => Promise<void>): Promise<void> => {
    const at = clock();
    if (isPast(done, now) && !isKnown(now, at)) {
      await collect(done);
      looked = { ...now, at };
    }
    if (open && now.running < open.next && at - open.since < patience) return;
    if (open && isPast(done, open)) {
      await keep(open);
      done = open;
    }
    open = { ...now, since: at };
  };
}

const isPast = (before: Position, now: Position): boolean =>
  now.journal !== before.journal || now.facts !== before.facts;
