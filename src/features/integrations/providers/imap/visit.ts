import type { ImapFlow } from "imapflow";
import { publicLookup, refusePrivate } from "../../../../server/typed-hosts";
import { maxMailBytes } from "../../../mail/raw-mail";
import { ProviderFailure } from "../provider";
import { imapFailure } from "./failure";
import { type Mailbox, mailboxOf, sendsTooMuch } from "./mailbox";
import { isLoopback, type Login, type Server, tlsPort } from "./server";

/** Time limits (milliseconds): connecting, greeting, silence between bytes, the whole visit, logging out. */
const patience = { connection: 10_000, greeting: 10_000, silence: 60_000, whole: 300_000, goodbye: 2000 };
/** Most bytes of one response besides the email in it. */
const frame = 1024 * 1024;

export interface Visit {
  server: Server;
  login: Login;
  signal: AbortSignal;
  /** Only connect to servers on the public internet. */
  publicOnly?: boolean;
}

/**
 * Logs in, runs `work` and logs out, even if the work fails. Never changes the mailbox.
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
    throw imapFailure(broke ?? error, server, client.greeting !== undefined);
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

/** Logs out, but doesn't wait long for the response. */
async function leave(client: ImapFlow): Promise<void> {
  const enough = setTimeout(() => client.close(), patience.goodbye);
  await client.logout().catch(() => {});
  clearTimeout(enough);
}
