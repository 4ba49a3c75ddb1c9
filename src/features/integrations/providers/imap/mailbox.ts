import type { ImapFlow, SearchObject } from "imapflow";
import { messageIdOf } from "../../../mail/inspect-mail";
import { maxMailBytes } from "../../../mail/raw-mail";

/**
 * Most bytes we accept from a server during one visit, whatever sizes it announces. Anyone can run a server.
 */
const mostBytes = 3 * maxMailBytes;

/** True if the server has sent more than any of our requests can return. */
export const sendsTooMuch = (client: ImapFlow): boolean => client.stats().received > mostBytes;

/** The folders of a mailbox, by purpose. */
export interface Folders {
  /** Folders with correspondence: the inbox and sent mail. */
  read: { path: string; sent: boolean }[];
  /** Paths of trash and junk folders. */
  bins: string[];
  /** Paths of all other folders. */
  kept: string[];
}

/** Metadata of an email, available without reading it. `size` is in bytes. */
export interface MailFacts {
  uid: number;
  size: number;
  receivedAt: Date | null;
}

/** A command was refused, or the connection is gone. */
class UnansweredError extends Error {
  readonly responseStatus: string | undefined;
  constructor(client: ImapFlow) {
    super("unanswered");
    this.responseStatus = client.isClosed ? undefined : "NO";
  }
}

/** A connection that can be made again. */
export interface Line {
  readonly client: ImapFlow;
  /** @throws ProviderFailure */
  reconnect(): Promise<void>;
}

export type Mailbox = ReturnType<typeof mailboxOf>;

/** The operations we use on a mailbox. */
export function mailboxOf(line: Line) {
  /**
   * Throws for failures that imapflow reports as empty results: some refused commands, and lost connections.
   */
  async function sure<T>(answer: Promise<T | false | undefined>): Promise<T> {
    const result = await answer;
    const { client } = line;
    const gone = client.isClosed || sendsTooMuch(client);
    if (result === false || result === undefined || gone) throw new UnansweredError(client);
    return result;
  }

  return {
    /** Whether the server reports new emails while a connection waits. */
    offersIdle: line.client.capabilities.has("IDLE"),

    /** Connects again if something has ended the connection. @throws ProviderFailure */
    async revive(): Promise<void> {
      if (!line.client.usable) await line.reconnect();
    },

    /** The path of the open folder. */
    get folder(): string | undefined {
      const { mailbox, usable } = line.client;
      return usable && mailbox ? mailbox.path : undefined;
    },

    async folders(): Promise<Folders> {
      const all = (await sure(line.client.list())).filter(
        ({ flags }) => !flags.has("\\Noselect") && !flags.has("\\NonExistent"),
      );
      const having = (use: string) => all.filter(({ specialUse }) => specialUse === use);
      const bins = [...having("\\Trash"), ...having("\\Junk")].map(({ path }) => path);
      const read = [
        { path: having("\\Inbox")[0]?.path ?? "INBOX", sent: false },
        ...having("\\Sent").map(({ path }) => ({ path, sent: true })),
      ];
      // Some servers don't list the inbox.
      const kept = new Set([...read, ...all].map(({ path }) => path).filter((path) => !bins.includes(path)));
      return { read, bins, kept: [...kept] };
    },

    /** Number of emails in the inbox. */
    async inboxSize(): Promise<number> {
      return (await sure(line.client.status("INBOX", { messages: true }))).messages ?? 0;
    },

    /** Opens a folder for the calls that follow. */
    async open(path: string): Promise<{ uidValidity: string; mails: number }> {
      const { uidValidity, exists } = await sure(line.client.mailboxOpen(path, { readOnly: true }));
      return { uidValidity: String(uidValidity), mails: exists };
    },

    /** UIDs in ascending order. */
    search: (query: SearchObject): Promise<number[]> =>
      sure(line.client.search(query, { uid: true }) as Promise<number[] | false | undefined>),

    /** In the order of the UIDs. Omits emails that are gone by now. */
    async facts(uids: number[]): Promise<MailFacts[]> {
      if (uids.length === 0) return [];
      const fields = { uid: true, size: true, internalDate: true };
      const found = await sure(line.client.fetchAll(uids.join(","), fields, { uid: true }));
      const byUid = new Map(found.map((mail) => [mail.uid, mail]));
      return uids.flatMap((uid) => {
        const mail = byUid.get(uid);
        return mail ? [{ uid, size: mail.size ?? 0, receivedAt: dateOf(mail.internalDate) }] : [];
      });
    },

    /**
     * Complete emails by UID, or only the beginning of very large ones. Omits emails that are gone by now.
     */
    async sources(uids: number[]): Promise<Map<number, Buffer>> {
      if (uids.length === 0) return new Map();
      const fields = { uid: true, source: { maxLength: maxMailBytes } };
      const found = await sure(line.client.fetchAll(uids.join(","), fields, { uid: true }));
      return new Map(found.flatMap(({ uid, source }) => (source ? [[uid, source] as const] : [])));
    },

    /** Message-IDs of the latest emails in the open folder. */
    async lastMessageIds(mails: number, atMost: number): Promise<string[]> {
      if (mails === 0) return [];
      const range = `${Math.max(1, mails - atMost + 1)}:*`;
      const found = await sure(line.client.fetchAll(range, { uid: true, headers: ["message-id"] }));
      return found.flatMap(({ headers }) => (headers && messageIdOf(headers)) ?? []);
    },

    /** Message-IDs by UID; null for an email without one. Omits emails that are gone by now. */
    async messageIds(uids: number[]): Promise<Map<number, string | null>> {
      if (uids.length === 0) return new Map();
      const fields = { uid: true, headers: ["message-id"] };
      const found = await sure(line.client.fetchAll(uids.join(","), fields, { uid: true }));
      return new Map(found.map(({ uid, headers }) => [uid, headers ? messageIdOf(headers) : null]));
    },
  };
}

function dateOf(given: Date | string | undefined): Date | null {
  const date = given === undefined ? null : new Date(given);
  return date && !Number.isNaN(date.getTime()) ? date : null;
}
