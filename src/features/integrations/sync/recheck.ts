import pMap from "p-map";
import { ProviderFailure, type StoredMessage } from "../providers/provider";

const day = 86_400_000;

/** How often what is stored is held against what a source still lists, where it tells of no deletion by itself (milliseconds). */
const every = 6 * 3_600_000;
/** How far back it is (milliseconds). */
const reach = 30 * day;
/** How long before a message was sent its source may say that it came: days of other time zones, clocks that differ (milliseconds). */
const leeway = 2 * day;

/** The time from which on stored messages are held against their source. */
export const recheckFrom = (): Date => new Date(Date.now() - reach);

/** The time from which on a source has to list what was sent after another one. */
export const listedFrom = (sent: Date): Date => new Date(sent.getTime() - leeway);

/** The time that is left of a recheck until the next one is due (milliseconds). @param checked - when it was begun (ISO 8601). */
export const recheckTimeLeft = (checked: string, now: number): number => Date.parse(checked) + every - now;

/** @param checked - when it was last begun (ISO 8601). */
export const isRecheckDue = (checked: string): boolean => Date.now() - Date.parse(checked) >= every;

/** Places asked about one by one in one go, and at a time. */
const askedAbout = { together: 200, atATime: 4 };

/** Stored places that a mailbox does not list, and where to go on asking about them; null: all were asked about. */
export interface MissingMessage {
  emptied: string[];
  after: string | null;
}

/**
 * Finds places that are empty. A list only says which to ask about: none is believed to be empty because it is missing
 * there, so that a list with a gap removes nothing.
 *
 * @param listed - null: the mailbox could not be listed to its end, and nobody is asked.
 * @param after - places up to this one were asked about.
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
  const asked = missing.slice(0, askedAbout.together);
  const emptied: string[] = [];
  await pMap(
    asked,
    async (location) => {
      if (await isEmpty(location)) emptied.push(location);
    },
    { concurrency: askedAbout.atATime },
  );
  return { emptied, after: missing.length > asked.length ? (asked.at(-1) ?? null) : null };
}

/** Whoever will not be listed loses nothing by it, and what is new comes as ever. */
export async function unlessRefused(found: Promise<MissingMessage>): Promise<MissingMessage> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === "refused") return { emptied: [], after: null };
    throw error;
  }
}

/** Pages that are read of one list at the most. */
const mostPages = 40;

/**
 * Reads a list of places to its end.
 *
 * @param page - the page behind a link; undefined: the first.
 * @returns null: it is too long.
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
