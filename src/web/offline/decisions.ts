import { newKey } from "./new-key";
import { drop, sendAll, update } from "./send-changes";
import { changed, type Fields, type QueuedChange, queuedChanges, reportSettled } from "./waiting-changes";

// What a person decides about a change that can't simply be sent.

/** Try again, for a change that was stuck or refused; the server has made nothing under its key. */
export async function tryAgain({ number }: QueuedChange): Promise<void> {
  await update(number, { state: "waiting", reason: undefined });
  await changed();
  await sendAll();
}

/** Send anyway, for an old change: as one that is made now. If it creates something, it may do so again. */
export async function sendAnyway({ number }: QueuedChange): Promise<void> {
  await update(number, { state: "waiting", reason: undefined, key: newKey(), at: Date.now() });
  await changed();
  await sendAll();
}

/** Keep mine: sends a change again, over what it met. A still newer one asks again, unless it changes many things. */
export function keepMine({ number, expected = {}, theirs }: QueuedChange): Promise<void> {
  const seen = theirs && Object.keys(expected).map((name) => [name, nowOf(name, theirs)]);
  return decide(number, { expected: seen && Object.fromEntries(seen) });
}

/** Sends a change of many things for those that nobody else has changed. */
export function skipChanged({ number, body }: QueuedChange): Promise<void> {
  return decide(number, { body: { ...body, skipChanged: true } });
}

/** The person has decided now; and the server has refused the change, so it was never made under its key. */
async function decide(number: number, change: Partial<QueuedChange>): Promise<void> {
  const decided = { state: "waiting", at: Date.now(), theirs: undefined, reason: undefined } as const;
  await update(number, { ...decided, ...change });
  await changed();
  await sendAll();
}

/** The value of a field as it is now. Calls name some otherwise than a message, or its analysis has them. */
export const nowOf = (name: string, theirs: Fields): unknown =>
  (theirs.aiAnalysis as Fields | null | undefined)?.[name] ??
  theirs[name === "until" ? "snoozedUntil" : name] ??
  null;

/** Removes a change, and those that follow on what it would have created. Keep theirs does the same. */
export async function removeChange({ number, draftId }: QueuedChange): Promise<void> {
  const gone = queuedChanges().filter(
    (one) => one.number === number || (draftId !== undefined && one.path.includes(draftId)),
  );
  for (const one of gone) await drop(one.number);
  await changed();
  reportSettled();
  void sendAll();
}
