import { type KeptPiece, leftPieces } from "./kept-pieces";
import { createSender } from "./piece-sender";
import { lockOf } from "./recorder-state";

/**
 * Sends what a closed or crashed tab recorded but couldn't send any more. Leaves alone what another tab is
 * recording.
 *
 * @returns how many seconds were sent.
 */
export async function sendLeftPieces(): Promise<number> {
  let sent = 0;
  for (const [part, pieces] of await leftPieces().catch(() => new Map<string, KeptPiece[]>()))
    sent += await ifFree(part, () => sendPart(part, pieces));
  return sent;
}

async function sendPart(part: string, pieces: KeptPiece[]): Promise<number> {
  const [first] = pieces;
  if (!first) return 0;
  let refused = false;
  const refuse = () => {
    refused = true;
  };
  const sender = createSender(first.meetingId, part, {
    onState: () => undefined,
    onRefused: refuse,
    onLost: refuse,
  });
  sender.addKept(pieces);
  await sender.drained();
  sender.close();
  return refused ? 0 : pieces.length;
}

async function ifFree(part: string, work: () => Promise<number>): Promise<number> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockOf(part), { ifAvailable: true }, (lock) => (lock ? work() : 0));
}
