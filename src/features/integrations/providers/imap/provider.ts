import { z } from "zod";
import { counted } from "../../../../shared/counted";
import { normalizeAddress } from "../../../mail/mail-address";
import { type FoundAccount, providerModule, type Session } from "../provider";
import { fetchImap } from "./changes";
import type { Mailbox } from "./mailbox";
import { connectFields, Login, Server, TypedIn } from "./server";
import { type OpenMailbox, type Visit, watchInbox, withMailbox, withOpenMailbox } from "./visit";

/** Longest wait for the login while you connect (milliseconds). */
const patience = 20_000;

/** Any mailbox that supports IMAP. */
export const imap = providerModule({
  settings: {
    PRIVATE_HOSTS: z.enum(["allow", "refuse"], { error: "must be allow or refuse" }).default("refuse"),
  },
  create({ PRIVATE_HOSTS }) {
    const publicOnly = PRIVATE_HOSTS === "refuse";
    const visitOf = ({ settings, credentials, signal }: Session): Visit => ({
      server: Server.parse(settings),
      login: Login.parse(credentials),
      signal,
      publicOnly,
    });
    const open = new WeakMap<Session, OpenMailbox>();
    const inMailbox = <T>(session: Session, work: (mailbox: Mailbox) => Promise<T>) =>
      open.get(session)?.use(work) ?? withMailbox(visitOf(session), work);
    return {
      missing: [],
      connect: {
        kind: "direct",
        fields: connectFields,
        body: TypedIn,
        connect: (fields) => connectMailbox(TypedIn.parse(fields), publicOnly),
        known: ({ settings, address }) => {
          const { data } = Known.safeParse(settings);
          return data ? { host: data.host, port: String(data.port), user: data.user ?? address ?? "" } : {};
        },
      },
      // Only the mailbox's owner can end a password.
      disconnectNote:
        "Zippy deletes the password here. If you created an app password for Zippy, delete it at your email provider too.",
      keepOpen: (session, work) =>
        withOpenMailbox(visitOf(session), (mailbox) => {
          open.set(session, mailbox);
          return work();
        }),
      fetch: (session, cursor, since) =>
        inMailbox(session, async (mailbox) => ({
          ...(await fetchImap(mailbox, session, cursor, since)),
          watchable: mailbox.offersIdle,
        })),
      watch: (session, changed) => watchInbox(visitOf(session), changed),
      test: (session) =>
        inMailbox(session, async (mailbox) => {
          await mailbox.revive();
          const mails = await mailbox.inboxSize();
          return `${session.address ?? session.externalId}, ${counted(mails, "email")} in the inbox`;
        }),
    };
  },
});

/** Accounts from before the user name was kept are known by their address. */
const Known = Server.extend({ user: z.string().optional() });

async function connectMailbox(
  { host, port, user, password }: z.infer<typeof TypedIn>,
  publicOnly: boolean,
): Promise<FoundAccount> {
  const signal = AbortSignal.timeout(patience);
  const [server, login] = [
    { host, port },
    { user, password },
  ];
  await withMailbox({ server, login, signal, publicOnly }, (mailbox) => mailbox.inboxSize());
  const address = z.email().transform(normalizeAddress).safeParse(user).data ?? null;
  return {
    externalId: `${user}@${host}`.toLowerCase(),
    name: address ?? `${user} at ${host}`,
    address,
    credentials: login,
    // As somebody typed it: for some servers, upper case matters.
    settings: { ...server, user },
  };
}
