import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { isUnlocked } from "../database";
import { tryLock } from "./held-locks";

/** Waits between the attempts to get a lost mark back (milliseconds). */
const betweenAttempts = 200;

const keyOf = (id: string): string => `process ${id}`;

/** SQL condition: true if no process with this id lives, as far as the database sees. @param id - an expression. */
export const isGone = (id: SQL): SQL => isUnlocked(sql`${keyOf("")} || ${id}`);

/** Shows the others that this process lives: a lock, which ends with it however it ends. */
export interface ProcessMark {
  id: string;
  /** False until it is held, and for a moment after its connection broke. */
  isHeld(): boolean;
  release(): void;
}

/** Marks this process in the database, and again whenever the connection breaks. Resolves once it is marked. */
export async function markProcess(pool: pg.Pool): Promise<ProcessMark> {
  const id = randomUUID();
  const ended = new AbortController();
  let release: (() => void) | undefined;

  async function take(): Promise<void> {
    while (!ended.signal.aborted) {
      const lost = () => {
        release?.();
        release = undefined;
        void take();
      };
      release = await tryLock(pool, keyOf(id), lost).catch(() => undefined);
      if (release) break;
      await sleep(betweenAttempts, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    if (ended.signal.aborted) release?.();
  }

  await take();
  return {
    id,
    isHeld: () => release !== undefined,
    release() {
      ended.abort();
      release?.();
      release = undefined;
    },
  };
}
