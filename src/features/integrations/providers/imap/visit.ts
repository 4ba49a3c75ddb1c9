import type { ImapFlow } from "imapflow";
import { maxMailBytes } from "../../../mail/raw-mail";
import { ProviderFailure } from "../provider";
import { imapFailure } from "./failure";
import { type Mailbox, mailboxOf, sendsTooMuch } from "./mailbox";
import { publicLookup, refusePrivate } from "./private-hosts";
import { isLoopback, type Login, type Server, tlsPort } from "./server";

/** Longest waits: for the connection, its first word, any further word, everything together, and a goodbye (milliseconds). */
const patience = { connection: 10_000, greeting: 10_000, silence: 60_000, whole: 300_000, goodbye: 2000 };
/** Most bytes of one answer beside the mail in it. */
const frame = 1024 * 1024;

export interface Visit {
  server: Server;
  login: Login;
  signal: AbortSignal;
  /** Only servers on the internet are called. */
  publicOnly?: boolean;
}

/**
 * Logs in, has work done, and logs out, whatever becomes of it. Nothing in the mailbox is changed.
 *
 * @throws ProviderFailure
 */
export async function withMailbox<T>(
  { server, login, signal, publicOnly = false }: Visit,
  work: (mailbox: Mailbox) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(patience.whole);
  const during = AbortSignal.any([signal, limit]);
  const client = await createClient(server, login, publicOnly);
  let broke: unknown;
  client.on("error", (error: Error) => {
    broke ??= error;
  });
  const close = () => client.close();
  during.addEventListener("abort", close);
  const measure = setInterval(() => {
    if (sendsTooMuch(client)) close();
  }, 200);
  try {
    during.throwIfAborted();
    if (publicOnly) refusePrivate(server.host);
    await client.connect();
    const result = await work(mailboxOf(client));
    await leave(client);
    return result;
  } catch (error) {
    if (limit.aborted && !(error instanceof ProviderFailure)) throw imapFailure({ code: "ETIMEOUT" }, server);
    throw imapFailure(broke ?? error, server);
  } finally {
    clearInterval(measure);
    during.removeEventListener("abort", close);
    client.close();
  }
}

async function createClient(
  { host, port }: Server,
  { user, password }: Login,
  publicOnly: boolean,
): Promise<ImapFlow> {
  // Loaded with the first visit: nobody else pays for it at the start.
  const { ImapFlow } = await import("imapflow");
  const local = isLoopback(host);
  const secure = port === tlsPort;
  return new ImapFlow({
    host,
    port,
    secure,
    // On this machine whatever is offered is taken; anywhere else there is no login without encryption.
    ...(secure || local ? {} : { doSTARTTLS: true }),
    // Meant for TLS, these are the options of the connection beneath it too.
    tls: { rejectUnauthorized: !local, ...(publicOnly ? { lookup: publicLookup } : {}) },
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

/** Says goodbye, but does not wait long for the answer. */
async function leave(client: ImapFlow): Promise<void> {
  const enough = setTimeout(() => client.close(), patience.goodbye);
  await client.logout().catch(() => {});
  clearTimeout(enough);
}
