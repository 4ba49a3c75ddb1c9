import type { Readable } from "node:stream";
import { AppError } from "../../../shared/app-error";

/** Largest delivery of most providers (bytes), and how much of a larger one is read before its turn. */
export const usualLimit = 256 * 1024;
/** How many larger deliveries are read at a time, of all senders and of one. Who sent one is only known at its end. */
const largeAtOnce = { all: 4, perAddress: 2 };
/** How long a large delivery may wait for its turn, and take from then on (milliseconds). */
const turnTime = 30_000;

const tooLarge = () => new AppError("too_large", "The delivery is too large.");
const tooSlow = () => new AppError("timeout", "The delivery took too long to arrive. Try again.");

interface PendingTurn {
  address: string;
  begin: () => void;
}

/** Gives turns to a few at a time, and to fewer of one address, in the order in which they came. */
export function createTurns(limits: { all: number; perAddress: number }) {
  const reading: string[] = [];
  let waiting: PendingTurn[] = [];

  const hasRoom = (address: string): boolean =>
    reading.length < limits.all && reading.filter((one) => one === address).length < limits.perAddress;

  function beginNext(): void {
    const next = waiting.find(({ address }) => hasRoom(address));
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    reading.push(next.address);
    next.begin();
    beginNext();
  }

  /** Calls `begin` once it is the turn of this address. @returns a function that ends the turn, or the wait for it. */
  return (address: string, begin: () => void): (() => void) => {
    let began = false;
    const own: PendingTurn = {
      address,
      begin() {
        began = true;
        begin();
      },
    };
    waiting.push(own);
    beginNext();
    return () => {
      waiting = waiting.filter((one) => one !== own);
      if (began) reading.splice(reading.indexOf(address), 1);
      began = false;
      beginNext();
    };
  };
}

export type Turns = ReturnType<typeof createTurns>;
export const newTurns = (): Turns => createTurns(largeAtOnce);

/**
 * Reads a body whose length the sender may not have said. From {@link usualLimit} on, it goes on only at its turn, so
 * that senders who prove nothing can't fill the memory. Leaves the rest of a too large one unread, because ending the
 * request would end the response too.
 *
 * @param limit - bytes.
 * @throws AppError `too_large` above the limit, `timeout` if it is slow.
 */
export function readBody(
  payload: Readable,
  limit: number,
  { turns, address }: { turns: Turns; address: string },
): Promise<Buffer> {
  let endTurn: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const body = new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const refuse = (error: AppError): void => {
      payload.removeAllListeners("data").pause();
      reject(error);
    };
    payload.on("data", (part: Buffer) => {
      length += part.length;
      if (length > limit) return refuse(tooLarge());
      parts.push(part);
      if (length <= usualLimit || endTurn) return;
      payload.pause();
      timer = setTimeout(() => refuse(tooSlow()), turnTime).unref();
      endTurn = turns(address, () => {
        clearTimeout(timer);
        timer = setTimeout(() => refuse(tooSlow()), turnTime).unref();
        payload.resume();
      });
    });
    payload.once("end", () => resolve(Buffer.concat(parts)));
    payload.once("error", reject);
    payload.once("close", () => reject(new Error("the delivery broke off")));
  });
  return body.finally(() => {
    clearTimeout(timer);
    endTurn?.();
  });
}

/** Refuses a body whose said length is above the limit, before anything of it is read. */
export function refuseLonger(saidLength: string | undefined, limit: number): void {
  if (Number(saidLength ?? 0) > limit) throw tooLarge();
}
