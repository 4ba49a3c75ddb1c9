import type { ImapFlow } from "imapflow";
import { hostGuard } from "../../../../server/typed-hosts";
import { maxMailBytes } from "../../../mail/raw-mail";
import { ProviderFailure } from "../provider";
import { imapFailure } from "./failure";
import { tlsPort } from "./known-servers";
import { type Line, type Mailbox, mailboxOf, sendsTooMuch } from "./mailbox";
import { isLoopback, type Login, type Server } from "./server";

/**
 * Time limits (milliseconds): connecting, greeting, silence between bytes, one piece of work, logging out. Tests shorten
 * them instead of waiting.
 */
export const patience = {
  connection: 10_000,
  greeting: 10_000,
  silence: 60_000,
  whole: 300_000,
  goodbye: 2000,
};
/** A server that ends this many waits in a row within this time (milliseconds) doesn't really wait. */
const mostShortWaits = 10;
const shortWait = 1000;
/** Most bytes that a server may report during one {@link shortWait}. */
const mostReports = 1024 * 1024;
/** Most bytes of one response besides the email in it. */
const frame = 1024 * 1024;

export interface Visit {
  server: Server;
  login: Login;
  signal: AbortSignal;
  /** Only connect to servers on the public internet. */
  publicOnly?: boolean;
}

/** A mailbox that stays open for several pieces of work. */
export interface OpenMailbox {
  /**
   * Runs one piece of work, such as fetching a page. Each has its own limits of time and bytes.
   *
   * @throws ProviderFailure
   */
  use<T>(work: (mailbox: Mailbox) => Promise<T>): Promise<T>;
}

/**
 * Logs in, runs `work` and logs out, even if the work fails. Never changes the mailbox. The connection is made when
 * the work first uses it.
 *
 * @throws ProviderFailure, or what `work` throws.
 */
export async function withOpenMailbox<T>(visit: Visit, work: (open: OpenMailbox) => Promise<T>): Promise<T> {
  const connection = await createConnection(visit);
  let mailbox: Promise<Mailbox> | undefined;
  const open: OpenMailbox = {
    async use(part) {
      const limits = limit(connection);
      try {
        mailbox ??= connection.connect();
        return await part(await mailbox);
      } catch (error) {
        if (limits.outOfTime() && !(error instanceof ProviderFailure))
          throw imapFailure({ code: "ETIMEOUT" }, visit.server);
        throw connection.toFailure(error);
      } finally {
        limits.end();
      }
    },
  };
  try {
    const result = await work(open);
    if (mailbox && connection.client.usable) await leave(connection.client);
    return result;
  } finally {
    connection.end();
  }
}

/** The same for a single piece of work. */
export const withMailbox = <T>(visit: Visit, work: (mailbox: Mailbox) => Promise<T>): Promise<T> =>
  withOpenMailbox(visit, (open) => open.use(work));

/**
 * Waits in the inbox (IDLE, RFC 2177). Calls `changed` when the wait begins and for each email that arrives or leaves.
 * Ends when the visit's signal aborts, or at once if the server doesn't offer it.
 *
 * @throws ProviderFailure when the connection is lost.
 */
export async function watchInbox(visit: Visit, changed: () => void): Promise<void> {
  const { client, connect, toFailure, end } = await createConnection(visit);
  client.on("exists", changed);
  client.on("expunge", changed);
  try {
    const mailbox = await connect();
    if (!mailbox.offersIdle) return await leave(client);
    await mailbox.open("INBOX");
    // Something may have arrived between the last check and now.
    changed();
    await waitForChanges(client);
    throw new Error("the connection ended");
  } catch (error) {
    if (!visit.signal.aborted) throw toFailure(error);
  } finally {
    end();
  }
}

/** A connection that closes when the visit's signal aborts. */
interface Connection extends Line {
  /** Connects and logs in. */
  connect(): Promise<Mailbox>;
  /** The failure for an error; what broke the connection explains it better. */
  toFailure(error: unknown): ProviderFailure;
  end(): void;
}

/** Prepares a connection. The caller ends it. */
async function createConnection(visit: Visit): Promise<Connection> {
  const { server, signal, publicOnly = false } = visit;
  let client = await createClient(visit);
  let broke: unknown;
  const listen = () => {
    const current = client;
    current.on("error", (error: Error) => {
      if (current === client) broke ??= error;
    });
  };
  const login = async () => {
    signal.throwIfAborted();
    hostGuard(publicOnly).refuse(server.host);
    await client.connect();
  };
  const close = () => client.close();
  signal.addEventListener("abort", close);
  listen();
  const connection: Connection = {
    get client() {
      return client;
    },
    async connect() {
      await login();
      return mailboxOf(connection);
    },
    async reconnect() {
      client.close();
      client = await createClient(visit);
      broke = undefined;
      listen();
      await login().catch((error: unknown) => {
        throw connection.toFailure(error);
      });
    },
    toFailure: (error) => imapFailure(broke ?? error, server, client.greeting !== undefined),
    end() {
      signal.removeEventListener("abort", close);
      client.close();
    },
  };
  return connection;
}

/** Waits until the connection is lost. Each wait ends with the keepalive, about once a minute. */
async function waitForChanges(client: ImapFlow): Promise<void> {
  const measure = setInterval(() => {
    if (client.stats(true).received > mostReports) client.close();
  }, shortWait);
  try {
    for (let short = 0; client.usable && short < mostShortWaits; ) {
      const began = Date.now();
      if ((await client.idle()) === false) return;
      short = Date.now() - began < shortWait ? short + 1 : 0;
    }
  } finally {
    clearInterval(measure);
  }
}

/** Closes a connection if one piece of work takes too long on it, or if the server sends too much for it. */
function limit(line: Line): { outOfTime(): boolean; end(): void } {
  let outOfTime = false;
  let current: ImapFlow | undefined;
  let clock: NodeJS.Timeout | undefined;
  const begin = () => {
    const { client } = line;
    current = client;
    // Starts counting from zero.
    client.stats(true);
    clearTimeout(clock);
    clock = setTimeout(() => {
      outOfTime = true;
      client.close();
    }, patience.whole);
  };
  begin();
  const measure = setInterval(() => {
    // Each connection has its own limits, because a new one is made for every mail that ends one.
    if (line.client !== current) begin();
    if (sendsTooMuch(line.client)) line.client.close();
  }, 200);
  return {
    outOfTime: () => outOfTime,
    end() {
      clearTimeout(clock);
      clearInterval(measure);
    },
  };
}

async function createClient({
  server: { host, port },
  login: { user, password },
  publicOnly = false,
}: Visit): Promise<ImapFlow> {
  // Load imapflow on first use to keep startup fast.
  const { ImapFlow } = await import("imapflow");
  const local = isLoopback(host);
  const secure = port === tlsPort;
  return new ImapFlow({
    host,
    port,
    secure,
    // On this machine, any transport is fine. Anywhere else, never log in unencrypted.
    ...(secure || local ? {} : { doSTARTTLS: true }),
    // imapflow passes these TLS options to the TCP connection too, which is how `lookup` takes effect.
    tls: { rejectUnauthorized: !local, lookup: hostGuard(publicOnly).lookup },
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: "Zippy" },
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    disableIMAP4rev2: true,
    connectionTimeout: patience.connection,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    maxLineLength: 16 * frame,
    maxLiteralSize: maxMailBytes + frame,
    maxResponseSize: maxMailBytes + 32 * frame,
  });
}

/** Logs out, but doesn't wait long for the response. */
async function leave(client: ImapFlow): Promise<void> {
  const enough = setTimeout(() => client.close(), patience.goodbye);
  await client.logout().catch(() => {});
  clearTimeout(enough);
}
