import { connectDirectly, until } from "../support/collecting";
import { firstInbox } from "../support/mail-journey";
import { startTestApp } from "../support/test-app";
import { type ImapStandIn, startImap } from "./imap";

export const imapPassword = "corréct horse battery";

/** Starts the product with a mail server on this machine. */
export async function startMailboxes(options: Parameters<typeof startImap>[0] = {}) {
  const imap = await startImap(options);
  const app = await startTestApp();
  let people = 0;

  /** Signs in a user with their own mailbox. `connect` connects it. */
  async function startMailbox() {
    const ana = `ana${++people}@example.com`;
    imap.addAccount(ana, imapPassword);
    imap.heal();
    const person = await app.signIn();
    const fields = { host: "127.0.0.1", port: imap.port, user: ana, password: imapPassword };
    const connect = () => connectDirectly(person, "imap", fields);
    const tryToConnect = (given: Record<string, unknown>) =>
      person.post<{ id: string; message: string }>("/api/integrations/imap/connect", {
        teamId: person.teamId,
        ...fields,
        ...given,
      });
    const deliver = (raw: string | Buffer, how?: Parameters<ImapStandIn["deliver"]>[2]) =>
      imap.deliver(ana, raw, how);
    return { app, imap, ana, person, connect, tryToConnect, deliver };
  }

  /** The same, with the mailbox connected and read once. */
  async function startConnected(mails: string[] = []) {
    const mailbox = await startMailbox();
    for (const one of mails) mailbox.deliver(one);
    const account = await mailbox.connect();
    await firstInbox(mailbox.person);
    imap.seen.splice(0);
    return { ...mailbox, account };
  }

  return { app, imap, startMailbox, startConnected };
}

/** Waits until all connections to the mail server are closed. */
export const allClosed = (imap: ImapStandIn): Promise<number> =>
  until(
    async () => imap.open(),
    (open) => open === 0,
  );
