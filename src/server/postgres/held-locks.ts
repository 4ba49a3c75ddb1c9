import type pg from "pg";

/** The connection that holds this process's locks on one database, and how many callers need it. */
interface Session {
  client: Promise<pg.PoolClient>;
  users: number;
  /** Lets the next caller open another one. */
  forget(): void;
  /** What to do once when the connection breaks, and the locks are gone. */
  onLost: Set<() => void>;
  /** Notices that it broke. */
  lose(): void;
}

/** One connection for all locks of a pool: work that lasts for hours must not keep the others' connections. */
const sessions = new WeakMap<pg.Pool, Session>();
/** The keys that this process holds. PostgreSQL gives a session its own lock a second time. */
const held = new WeakMap<pg.Pool, Set<string>>();

/**
 * Acquires a lock for this process. The lock ends with its connection, so a crash releases it at once.
 *
 * @param key - as in `isUnlocked`.
 * @param onLost - is called if the connection breaks while the lock is held. It still has to be released.
 * @returns a function that releases it; undefined while it is held, by this process or another one.
 */
export async function tryLock(
  pool: pg.Pool,
  key: string,
  onLost: () => void = () => undefined,
): Promise<(() => void) | undefined> {
  const own = held.get(pool) ?? new Set();
  held.set(pool, own);
  if (own.has(key)) return undefined;
  own.add(key);
  const session = enter(pool);
  let isHeld = false;
  try {
    const { rows } = await (await session.client).query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
      [key],
    );
    // The connection may have ended right behind the answer.
    isHeld = rows[0]?.held === true && sessions.get(pool) === session;
  } finally {
    if (!isHeld) {
      own.delete(key);
      leave(session);
    }
  }
  if (!isHeld) return undefined;
  let isReleased = false;
  const lost = () => {
    if (!isReleased) onLost();
  };
  session.onLost.add(lost);
  return () => {
    if (isReleased) return;
    isReleased = true;
    session.onLost.delete(lost);
    // The next attempt follows on the same connection, after this.
    own.delete(key);
    void unlock(session, key).then(() => leave(session));
  };
}

/** A lock whose connection is gone is free already. */
const unlock = (session: Session, key: string): Promise<unknown> =>
  session.client
    .then((client) => client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key]))
    .catch(() => undefined);

function enter(pool: pg.Pool): Session {
  const session = sessions.get(pool) ?? open(pool);
  session.users++;
  return session;
}

function open(pool: pg.Pool): Session {
  const forget = (): void => {
    if (sessions.get(pool) === session) sessions.delete(pool);
  };
  const lose = (): void => {
    forget();
    const concerned = [...session.onLost];
    session.onLost.clear();
    for (const onLost of concerned) onLost();
  };
  const session: Session = { client: pool.connect(), users: 0, forget, onLost: new Set(), lose };
  sessions.set(pool, session);
  // A broken connection has lost its locks.
  session.client.then((client) => client.on("error", lose).on("end", lose), forget);
  return session;
}

/** Gives the connection back once nobody needs it. */
function leave(session: Session): void {
  if (--session.users > 0) return;
  session.forget();
  session.client.then(giveBack(session), () => undefined);
}

const giveBack =
  ({ lose }: Session) =>
  async (client: pg.PoolClient): Promise<void> => {
    client.off("error", lose).off("end", lose);
    // Also what the server granted although its answer got lost, once nobody needs the connection.
    await client.query("select pg_advisory_unlock_all()").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  };
