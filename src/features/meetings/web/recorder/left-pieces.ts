import { type KeptPiece, leftPieces } from "./kept-pieces";
import { createSender } from "./piece-sender";
import { keptArrived, lockOf } from "./recorder-state";

const left = (userId: string) => leftPieces(userId).catch(() => new Map<string, KeptPiece[]>());
const leftOf = async (userId: string, meetingId: string) =>
  [...(await left(userId))].filter(([, [first]]) => first?.meetingId === meetingId);

/**
 * Sends what a closed or crashed tab recorded but couldn't send any more, and what a team had no room for. Leaves
 * alone what another tab is recording.
 *
 * @returns how many seconds were sent.
 */
export async function sendLeftPieces(userId: string): Promise<number> {
  let sent = 0;
  for (const [part, pieces] of await left(userId))
    sent += await ifFree(part, async () => (await sendPart(userId, part, pieces)).sent);
  return sent;
}

/** Sound that only this browser has. */
export interface KeptSound {
  seconds: number;
  /** Why the server doesn't have it, as a sentence. */
  reason: string;
}

/**
 * Sends the kept sound of one meeting, once. The server skips what it has, so another tab may be sending it too.
 *
 * @returns how many seconds were sent, and what is still kept; null: nothing.
 */
export async function sendKeptOf(
  userId: string,
  meetingId: string,
): Promise<{ sent: number; kept: KeptSound | null }> {
  let sent = 0;
  let reason: string | null = null;
  for (const [part, pieces] of await leftOf(userId, meetingId)) {
    const outcome = await sendPart(userId, part, pieces, { once: true });
    sent += outcome.sent;
    reason = outcome.reason ?? reason;
  }
  const seconds = (await leftOf(userId, meetingId)).reduce((sum, [, pieces]) => sum + pieces.length, 0);
  return { sent, kept: seconds > 0 && reason ? { seconds, reason } : null };
}

/** Sends the pieces of a part until the server answers; with `once`, until the first failure. */
async function sendPart(
  userId: string,
  part: string,
  pieces: KeptPiece[],
  { once = false } = {},
): Promise<{ sent: number; reason: string | null }> {
  const [first] = pieces;
  if (!first) return { sent: 0, reason: null };
  let lost = false;
  let reason: string | null = null;
  let giveUp = (): void => undefined;
  const failed = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const sender = createSender(first.meetingId, part, {
    onState(_waiting, trouble) {
      reason = trouble;
      if (trouble && once) giveUp();
    },
    onRefused: () => undefined,
    onLost() {
      lost = true;
    },
  });
  sender.addKept(pieces);
  await Promise.race([sender.drained(), failed]);
  sender.close();
  if (!reason && (await leftOf(userId, first.meetingId)).length === 0) keptArrived(first.meetingId);
  return { sent: reason || lost ? 0 : pieces.length, reason };
}

async function ifFree(part: string, work: () => Promise<number>): Promise<number> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockOf(part), { ifAvailable: true }, (lock) => (lock ? work() : 0));
}
