import { listedFrom, recheckFrom } from "../../sync/recheck";
import type { Changes, Session, StoredMessage } from "../provider";
import { messageIdIn } from "./departures";
import { type ImapLocation, locationOf, readLocation } from "./locations";
import type { Mailbox } from "./mailbox";

/**
 * Limits of one recheck: folders opened, Message-IDs read, time (milliseconds), and Message-IDs per request.
 */
const most = { folders: 300, mails: 20_000, time: 120_000, together: 500 };

/** The mailbox operations that a recheck uses. */
type RecheckMailbox = Pick<Mailbox, "open" | "search" | "messageIds">;
type Departures = Required<Pick<Changes, "emptied" | "moved">>;
const nothing: Departures = { emptied: [], moved: [] };

/**
 * Finds recent emails that are now in no folder except a trash folder, and emails that moved to another
 * folder. Returns nothing if any folder couldn't be read completely, because the result would be a guess.
 *
 * @param kept - paths of all folders except trash and junk.
 */
export async function recheckFolders(
  mailbox: RecheckMailbox,
  session: Pick<Session, "stored">,
  kept: string[],
): Promise<Departures> {
  const mails = (await session.stored(recheckFrom())).filter(isRecognizable);
  if (mails.length === 0) return nothing;
  try {
    return await findMails(mailbox, mails, kept);
  } catch (error) {
    // The server responded but refused a command, so we leave everything unchanged.
    if ((error as { responseStatus?: unknown }).responseStatus === "NO") return nothing;
    throw error;
  }
}

/** Without a usable Message-ID, a deleted email can't be distinguished from one that moved. */
const isRecognizable = ({ externalId, locations }: StoredMessage): boolean =>
  locations.length > 0 && /^[!-~]{1,299}$/.test(messageIdIn(externalId));

async function findMails(
  mailbox: RecheckMailbox,
  mails: StoredMessage[],
  kept: string[],
): Promise<Departures> {
  const present = await presentOf(mailbox, mails, kept);
  const empty = ({ locations }: StoredMessage) => locations.filter((location) => !present.has(location));
  const missing = mails.filter((mail) => empty(mail).length === mail.locations.length);
  const left = mails.flatMap(empty);
  if (missing.length === 0) return { emptied: left, moved: [] };
  const elsewhere = await findElsewhere(mailbox, kept, present, missing);
  if (!elsewhere) return nothing;
  const moved = missing.flatMap(({ externalId }) => {
    const location = elsewhere.get(messageIdIn(externalId));
    return location === undefined ? [] : [{ externalId, location }];
  });
  return { emptied: left, moved };
}

/** Returns the locations of these emails that still contain them. */
async function presentOf(
  mailbox: RecheckMailbox,
  mails: StoredMessage[],
  kept: string[],
): Promise<Set<string>> {
  const byFolder = new Map<string, ImapLocation[]>();
  for (const location of mails.flatMap(({ locations }) =>
    locations.flatMap((one) => readLocation(one) ?? []),
  )) {
    const others = byFolder.get(location.path);
    if (others) others.push(location);
    else byFolder.set(location.path, [location]);
  }
  const present = new Set<string>();
  for (const [path, locations] of byFolder) {
    if (!kept.includes(path)) continue;
    const { uidValidity } = await mailbox.open(path);
    const uids = locations.filter((location) => location.uidValidity === uidValidity).map(({ uid }) => uid);
    if (uids.length === 0) continue;
    uids.sort((a, b) => a - b);
    const there = new Set(await mailbox.search({ uid: `${uids[0]}:${uids.at(-1)}`, deleted: false }));
    for (const uid of uids) if (there.has(uid)) present.add(locationOf(path, uidValidity, uid));
  }
  return present;
}

/**
 * Searches every folder for emails. Reads and compares Message-IDs here, because the search of many servers
 * misses some or matches only complete ones.
 *
 * @returns the location by Message-ID; null if anything couldn't be read.
 */
async function findElsewhere(
  mailbox: RecheckMailbox,
  kept: string[],
  taken: ReadonlySet<string>,
  missing: StoredMessage[],
): Promise<Map<string, string> | null> {
  if (kept.length > most.folders) return null;
  const wanted = new Set(missing.map(({ externalId }) => messageIdIn(externalId)));
  const oldest = new Date(Math.min(...missing.map(({ sentAt }) => sentAt.getTime())));
  const found = new Map<string, string>();
  const end = Date.now() + most.time;
  let room = most.mails;
  for (const path of kept) {
    // A server this slow would exceed the time limit of the whole visit and fail the check.
    if (Date.now() > end) return null;
    const { uidValidity } = await mailbox.open(path);
    const uids = await mailbox.search({ since: listedFrom(oldest), deleted: false });
    room -= uids.length;
    if (room < 0) return null;
    const ids = await fetchIds(mailbox, uids);
    if (uids.some((uid) => !ids.has(uid))) return null;
    for (const [uid, messageId] of ids) {
      const location = locationOf(path, uidValidity, uid);
      // Skip locations of another stored email that shares the Message-ID but has a different text.
      if (messageId && wanted.has(messageId) && !taken.has(location)) found.set(messageId, location);
    }
  }
  return found;
}

async function fetchIds(mailbox: RecheckMailbox, uids: number[]): Promise<Map<number, string | null>> {
  const ids = new Map<number, string | null>();
  for (let from = 0; from < uids.length; from += most.together)
    for (const [uid, id] of await mailbox.messageIds(uids.slice(from, from + most.together)))
      ids.set(uid, id);
  return ids;
}
