import { ApiError, call } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { currentUser } from "../../../auth/contract";
import { appendAudio, mostPieces } from "../../contract";
import { base64Of } from "../transcript-file";
import { forgetPieces, type KeptPiece, keepPiece } from "./kept-pieces";
import type { Refusal } from "./recorder-store";
import { recorderTexts } from "./recorder-texts";

/** The pause before another attempt (milliseconds). */
const retryAfter = 2000;

interface SenderEvents {
  /** How many seconds wait, and why they do; null: no trouble. */
  onState: (waiting: number, trouble: string | null) => void;
  /** The server takes no more of this recording. */
  onRefused: (sentence: string, refusal: Refusal) => void;
  /** The server lost the beginning of the part, so a new part must begin. */
  onLost: () => void;
}

/** Sends the pieces of one part in order, each until the server has confirmed it. */
export function createSender(meetingId: string, part: string, events: SenderEvents) {
  let queue: KeptPiece[] = [];
  let sending = false;
  let ended = false;
  /** Why only this browser can have what waits: no room for it, or somebody else signed in. Null: it is sent. */
  let keptBack: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drained: (() => void)[] = [];

  function settle(trouble: string | null) {
    events.onState(queue.length, trouble);
    if (queue.length > 0 && !ended) return;
    for (const done of drained) done();
    drained = [];
  }

  async function sendSome(): Promise<void> {
    const batch = queue.slice(0, mostPieces);
    const [first] = batch;
    if (!first) return;
    const pieces = await Promise.all(
      batch.map(async ({ data, level, until }) => ({ data: await base64Of(new Blob([data])), level, until })),
    );
    const { received } = await call(appendAudio, {
      params: { id: meetingId },
      body: { part, format: first.format, from: first.number, pieces },
    });
    if (received < first.number) {
      ended = true;
      queue = [];
      events.onLost();
    }
    queue = queue.filter(({ number }) => number >= received);
    await forgetPieces(part, ended ? undefined : received).catch(() => undefined);
  }

  async function work(): Promise<void> {
    clearTimeout(timer);
    if (sending || ended) return;
    sending = true;
    try {
      while (queue.length > 0 && !ended) {
        await sendSome();
        settle(null);
      }
    } catch (error) {
      if (isFinal(error)) {
        ended = true;
        // The team may make room, and the person may sign in again. What this browser keeps is sent when Meetings
        // opens again.
        if (isFull(error)) keptBack = reasonOf(error);
        else if (await isOfSomebodyElse(error, queue[0])) keptBack = recorderTexts.somebodyElse;
        else {
          queue = [];
          await forgetPieces(part).catch(() => undefined);
        }
        events.onRefused(keptBack ?? reasonOf(error), isFull(error) ? "no_room" : "elsewhere");
      } else timer = setTimeout(() => void work(), retryAfter);
      settle(keptBack ?? reasonOf(error as Error));
    } finally {
      sending = false;
    }
  }

  const again = () => void work();
  window.addEventListener("online", again);
  return {
    /** Adds the next piece. */
    add(piece: KeptPiece): void {
      queue.push(piece);
      if (keptBack) events.onState(queue.length, keptBack);
      // A browser without storage still sends.
      void keepPiece(piece)
        .catch(() => undefined)
        .then(work);
    },
    /** Adds pieces that are kept already. */
    addKept(pieces: KeptPiece[]): void {
      queue.push(...pieces);
      void work();
    },
    /** Resolves when nothing waits any more. */
    drained(): Promise<void> {
      if (queue.length === 0 || ended) return Promise.resolve();
      return new Promise((resolve) => drained.push(resolve));
    },
    /** Gives up what waits. */
    async discard(): Promise<void> {
      ended = true;
      queue = [];
      clearTimeout(timer);
      await forgetPieces(part).catch(() => undefined);
      settle(null);
    },
    close(): void {
      window.removeEventListener("online", again);
      clearTimeout(timer);
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

/** The recording is over, gone, somebody else's or too large; trying again at once wouldn't help. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403, 404, 409, 413, 415].includes(error.status);
}

/** Whether the server refuses a piece only because somebody else has signed in here since it was recorded. */
async function isOfSomebodyElse({ status }: ApiError, piece: KeptPiece | undefined): Promise<boolean> {
  if (status !== 403 && status !== 404) return false;
  if (piece?.userId === undefined) return status === 403;
  const user = await call(currentUser, {}).catch(() => undefined);
  return user?.id !== piece.userId;
}

const isFull = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 413;
