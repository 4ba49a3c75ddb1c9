import pMap from "p-map";
import { day, hour } from "../../../shared/durations";
import { ProviderFailure, type StoredMessage } from "../providers/provider";

/** Interval between rechecks, for sources that don't report every deletion (milliseconds). */
const every = 6 * hour;
/** How far back a recheck goes (milliseconds). */
const reach = 30 * day;
/** Tolerance between sending and arrival times, for time zones and clock differences (milliseconds). */
const leeway = 2 * day;

/** Rechecks cover stored messages sent since this time. */
export const recheckFrom = (): Date => new Date(Date.now() - reach);

/** A list must start this early to include everything sent since a time. */
export const listedFrom = (sent: Date): Date => new Date(sent.getTime() - leeway);

/** Milliseconds until the next recheck is due. @param checked - start of the latest recheck (ISO 8601). */
export const recheckTimeLeft = (checked: string, now: number): number => Date.parse(checked) + every - now;

/** @param checked - start of the latest recheck (ISO 8601). */
export const isRecheckDue = (checked: string): boolean => Date.now() - Date.parse(checked) >= every;

/** Locations checked one by one per call, and in parallel. */
const checks = { together: 200, atATime: 4 };

/** Locations that turned out to be empty, and the last one checked; null if all were checked. */
export interface MissingMessage {
  emptied: string[];
  after: string | null;
}

/**
 * Finds empty locations. A location missing from the list is only a candidate and gets checked itself, so a
 * gap in a list removes nothing.
 *
 * @param listed - null if the mailbox couldn't be listed completely; then nothing is checked.
 * @param after - the last location that was already checked.
 */
export async function findEmptied(
  stored: StoredMessage[],
  listed: ReadonlySet<string> | null,
  after: string,
  isEmpty: (location: string) => Promise<boolean>,
): Promise<MissingMessage> {
  if (!listed) return { emptied: [], after: null };
  const missing = stored
    .flatMap(({ locations }) => locations)
    .filter((location) => location > after && !listed.has(location))
    .sort();
  const checked = missing.slice(0, checks.together);
  const emptied: string[] = [];
  await pMap(
    checked,
    async (location) => {
      if (await isEmpty(location)) emptied.push(location);
    },
    { concurrency: checks.atATime },
  );
  return { emptied, after: missing.length > checked.length ? (checked.at(-1) ?? null) : null };
}

/** A source that refuses to be listed removes nothing, and its new messages arrive as usual. */
export async function unlessRefused(found: Promise<MissingMessage>): Promise<MissingMessage> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === "refused") return { emptied: [], after: null };
    throw error;
  }
}

/** Most pages read per list. */
const mostPages = 40;

/**
 * Reads a list of locations to its end.
 *
 * @param page - fetches the page behind a link; undefined for the first.
 * @returns null if it is too long.
 */
export async function listLocations(
  page: (link: string | undefined) => Promise<{ locations: string[]; next: string | undefined }>,
): Promise<Set<string> | null> {
  const listed = new Set<string>();
  let link: string | undefined;
  for (let read = 0; read < mostPages; read++) {
    const { locations, next } = await page(link);
    for (const location of locations) listed.add(location);
    if (next === undefined) return listed;
    link = next;
  }
  return null;
}
