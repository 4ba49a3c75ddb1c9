import { ProviderFailure, type Session } from "../provider";
import { locationOf } from "./locations";
import type { Mailbox } from "./mailbox";

/** The open folder, and what is set aside in it. */
export interface OpenFolder {
  mailbox: Pick<Mailbox, "folder" | "open" | "revive">;
  path: string;
  uidValidity: string;
  /** Earlier checks failed, so what makes one fail is looked for. */
  careful: boolean;
  session: Pick<Session, "quarantine">;
}

/** True if the server asks to wait. */
export const isThrottle = (error: unknown): boolean => (error as { code?: unknown }).code === "ETHROTTLE";

/** True if the server has refused a command. A request to wait is no refusal. */
export const isRefusal = (error: unknown): boolean =>
  typeof (error as { responseStatus?: unknown }).responseStatus === "string" && !isThrottle(error);

/** The server fails on an email: it refuses to read it, or doesn't answer. */
export class UnreadError extends ProviderFailure {}

/**
 * Reads emails together. After failed checks, reads the halves of what fails, down to the email that makes it fail,
 * which is set aside: one email among 50 takes a dozen requests, not 50.
 *
 * @param alone - UIDs to read one by one, because the server has failed on them before.
 * @returns what was read, without emails that are set aside.
 */
export async function readHalves<T>(
  folder: OpenFolder,
  uids: number[],
  alone: ReadonlySet<number>,
  read: (uids: number[]) => Promise<T[]>,
): Promise<T[]> {
  const { session, careful } = folder;
  const others = uids.filter((uid) => !alone.has(uid));
  const found = await (careful ? halves(others) : read(others));
  for (const uid of uids.filter((one) => alone.has(one))) found.push(...(await one(uid)));
  await enter(folder);
  return found;

  async function attempt(part: number[]): Promise<T[]> {
    await enter(folder);
    return read(part).catch((cause: unknown) => {
      if (isThrottle(cause)) throw cause;
      const kind = isRefusal(cause) ? "refused" : "unavailable";
      throw new UnreadError(kind, "The mail server fails on this email.", { cause });
    });
  }

  async function one(uid: number): Promise<T[]> {
    const location = locationOf(folder.path, folder.uidValidity, uid);
    return (await session.quarantine.attempt(location, () => attempt([uid]), { seldom: true })) ?? [];
  }

  async function halves(part: number[]): Promise<T[]> {
    const [first] = part;
    if (first === undefined) return [];
    if (part.length === 1) return one(first);
    try {
      return await attempt(part);
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      const middle = Math.ceil(part.length / 2);
      return [...(await halves(part.slice(0, middle))), ...(await halves(part.slice(middle)))];
    }
  }
}

/**
 * Opens a folder again if an email in it has ended the connection.
 *
 * @throws ProviderFailure
 */
export async function enter({
  mailbox,
  path,
  uidValidity,
}: Pick<OpenFolder, "mailbox" | "path" | "uidValidity">): Promise<void> {
  await mailbox.revive();
  if (mailbox.folder === path) return;
  const opened = await mailbox.open(path).catch((cause: unknown) => {
    throw new ProviderFailure("unavailable", "The connection to the mail server was lost.", { cause });
  });
  if (opened.uidValidity !== uidValidity) throw reindexed();
}

/** The server has given the folder's mails other numbers (UIDVALIDITY), so no cursor holds. */
export const reindexed = (): ProviderFailure =>
  new ProviderFailure("cursor_lost", "The mailbox was re-indexed; Zippy is reading it again.");
