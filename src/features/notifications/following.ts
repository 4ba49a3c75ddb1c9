import type { LatestPosition, Position } from "./repository";

/**
 * Follows the journal and the facts without missing one that is committed after later ones: numbers are given when a row
 * is written, so a long transaction may commit a low one last. What came before a position is done with only once every
 * transaction that ran at that time has ended and the position has been looked at again. Causes are stored once, so
 * looking twice adds nothing.
 *
 * @param start - where the first look begins.
 * @returns a function to call with each latest position, which collects what is new since the position it gives.
 */
export function createFollowing(start: Position) {
  let done = start;
  let open: LatestPosition | undefined;
  return async (now: LatestPosition, collect: (since: Position) => Promise<void>): Promise<void> => {
    if (isPast(done, now)) await collect(done);
    if (open && now.running < open.next) return;
    if (open) done = open;
    open = now;
  };
}

const isPast = (before: Position, now: Position): boolean =>
  now.journal !== before.journal || now.facts !== before.facts;
