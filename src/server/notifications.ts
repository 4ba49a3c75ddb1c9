import { sql } from "drizzle-orm";
import pg from "pg";
import type { Executor } from "./database";

/** Delay before the listening connection is reopened (milliseconds). */
const reconnectDelay = 500;
/** Interval between two checks of the listening connection, and the longest wait for an answer (milliseconds). */
const heartbeat = { every: 15_000, answer: 10_000 };

type Listener = (payload: string) => void;

/** PostgreSQL's LISTEN/NOTIFY, which lets processes that share a database signal each other. */
export interface Notifications {
  /** Calls `listener` with every payload sent on the channel. */
  on(channel: string, listener: Listener): Promise<void>;
  /** Calls `listener` after a lost connection is back. Notifications sent in between are lost. */
  onReconnect(listener: () => void): void;
  close(): Promise<void>;
}

/** What a channel's listeners are notified of, for a query that does more than that. */
export interface Notices {
  channel: string;
  payloads: string[];
}

/** Notifies a channel's listeners in every process, once the transaction commits. */
export async function notify(tx: Executor, channel: string, payload = ""): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Opens the single listening connection. When it breaks or stops answering, keeps reconnecting until it succeeds. */
export async function listenToDatabase(
  url: string,
  log: (line: string) => void,
  pulse = heartbeat,
): Promise<Notifications> {
  const listeners = new Map<string, Listener[]>();
  const reconnected: (() => void)[] = [];
  let client: pg.Client | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: pulse.answer,
      query_timeout: pulse.answer,
    });
    next.on("notification", ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? "");
    });
    next.on("error", (error) => log(`the listening connection broke: ${error.message}`));
    next.once("end", () => {
      if (closed || client !== next) return;
      client = undefined;
      void reconnect();
    });
    try {
      await next.connect();
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    // Closed while it connected. Nobody else would close this connection.
    if (closed) await next.end().catch(() => undefined);
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, reconnectDelay));
      if (closed) return;
      try {
        await connect();
        if (closed) return;
        for (const listener of reconnected) listener();
        return;
      } catch (error) {
        log(`reconnecting the listening connection failed: ${String(error)}`);
      }
    }
  }

  /** A connection that silently died, for example behind a firewall, reports no error. */
  async function beat(): Promise<void> {
    const listening = client;
    if (!listening) return;
    try {
      await listening.query("select 1");
    } catch (error) {
      if (closed || client !== listening) return;
      log(`the listening connection doesn't answer: ${String(error)}`);
      client = undefined;
      void listening.end().catch(() => undefined);
      await reconnect();
    }
  }

  await connect();
  const beating = setInterval(() => void beat(), pulse.every).unref();
  return {
    async on(channel, listener) {
      const known = listeners.get(channel);
      if (known) known.push(listener);
      else {
        listeners.set(channel, [listener]);
        await client?.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
    },
    onReconnect: (listener) => void reconnected.push(listener),
    async close() {
      closed = true;
      clearInterval(beating);
      await client?.end().catch(() => undefined);
    },
  };
}
