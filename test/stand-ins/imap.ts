import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { atEnd } from "../support/at-end";
import { selfMadeCertificate } from "./imap-certificate";
import { type Account, type Folder, fetched, inSet, newAccount, searched } from "./imap-folders";

/** A fault for a command. */
export type ImapFault =
  /** Cuts the connection before or in the middle of the response. */
  | { kind: "cut"; when: "before" | "in-answer" }
  /** Delays the response by this many milliseconds. */
  | { kind: "slow"; ms: number }
  /** Sends this response instead, such as "NO [UNAVAILABLE] later". */
  | { kind: "answer"; text: string };

export type ImapStandIn = Awaited<ReturnType<typeof startImap>>;

interface Delivery {
  folder?: string;
  receivedAt?: Date;
  flags?: string[];
  claims?: number;
}

/**
 * A mail server on this machine that supports exactly the commands the product sends. It stops with the test
 * file. Source: RFC 3501; for STARTTLS and folder attributes RFC 2595 and RFC 6154.
 *
 * @param startTls - offers STARTTLS with a self-signed certificate.
 * @param idle - offers IDLE. Source: RFC 2177
 */
export async function startImap({ startTls = false, idle = false } = {}) {
  const accounts = new Map<string, Account>();
  const faults: { matching: RegExp; fault: ImapFault; left: number }[] = [];
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  /** Connections that wait for changes of a folder. */
  const waiting = new Map<Folder, Set<(line: string) => void>>();
  const certificate = startTls ? selfMadeCertificate("mail.example.com") : null;
  let validity = 1000;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, { accounts, seen, certificate, faultOf, waiting: idle ? waiting : null });
  });
  function faultOf(command: string): ImapFault | undefined {
    const rule = faults.find(({ matching, left }) => left > 0 && matching.test(command));
    if (rule) rule.left--;
    return rule?.fault;
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const folderOf = (user: string, path: string): Folder =>
    accounts.get(user)?.folders.find((folder) => folder.path === path) as Folder;
  return {
    port: (server.address() as AddressInfo).port,
    /** The received commands without their tags and passwords. */
    seen,
    /** Number of connections that wait for new emails. */
    idling: () => [...waiting.values()].reduce((sum, { size }) => sum + size, 0),
    /** Number of open connections. */
    open: () => sockets.size,
    addAccount: (user: string, password: string) => void accounts.set(user, newAccount(password, ++validity)),
    setPassword(user: string, password: string) {
      (accounts.get(user) as Account).password = password;
    },
    /** Adds an email to a folder. @returns its UID. */
    deliver(
      user: string,
      raw: string | Buffer,
      { folder = "INBOX", receivedAt, flags = [], claims }: Delivery = {},
    ) {
      const into = folderOf(user, folder);
      const uid = into.uidNext++;
      const bytes = Buffer.from(raw);
      const date = /^Date: (.+)$/m.exec(bytes.toString("latin1", 0, 5000))?.[1];
      const written = date ? new Date(date) : new Date();
      const came = receivedAt ?? (Number.isNaN(written.getTime()) ? new Date() : written);
      into.mails.push({ uid, raw: bytes, receivedAt: came, flags: new Set(flags), claims });
      for (const push of waiting.get(into) ?? []) push(`${into.mails.length} EXISTS`);
      return uid;
    },
    /** Removes an email from a folder and adds it to another one, if given. */
    move(user: string, from: string, uid: number, to?: string) {
      const { mails } = folderOf(user, from);
      const [mail] = mails.splice(
        mails.findIndex((one) => one.uid === uid),
        1,
      );
      const into = to && folderOf(user, to);
      if (into && mail) into.mails.push({ ...mail, uid: into.uidNext++ });
    },
    flag: (user: string, path: string, uid: number, flag: string) =>
      void folderOf(user, path)
        .mails.find((mail) => mail.uid === uid)
        ?.flags.add(flag),
    unflag: (user: string, path: string, uid: number, flag: string) =>
      void folderOf(user, path)
        .mails.find((mail) => mail.uid === uid)
        ?.flags.delete(flag),
    /** Gives all emails in a folder new UIDs, as after a restore. */
    renumber(user: string, path: string) {
      const folder = folderOf(user, path);
      folder.uidValidity = ++validity;
      folder.uidNext = 1;
      for (const mail of folder.mails) mail.uid = folder.uidNext++;
    },
    /** Makes the next matching commands fail. */
    fail: (matching: RegExp, fault: ImapFault, times = 1) =>
      void faults.push({ matching, fault, left: times }),
    /** Cuts every connection. */
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    heal: () => void faults.splice(0),
  };
}

interface ConnectionOptions {
  accounts: Map<string, Account>;
  seen: string[];
  certificate: { cert: string; key: string } | null;
  faultOf(command: string): ImapFault | undefined;
  /** Null: IDLE isn't offered. */
  waiting: Map<Folder, Set<(line: string) => void>> | null;
}

/** Handles one connection, command by command. */
function serve(plain: Socket, { accounts, seen, certificate, faultOf, waiting }: ConnectionOptions): void {
  let socket = plain;
  let account: Account | undefined;
  let selected: Folder | undefined;
  let awaiting: string | null = null;
  let idling: { tag: string; end: () => void } | null = null;
  let text = "";
  let work = Promise.resolve();
  const receive = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      work = work.then(() => take(line)).catch(() => void socket.destroy());
    }
  };
  plain.on("data", receive);
  plain.on("error", () => {});
  plain.on("close", () => idling?.end());
  plain.write(`* OK [CAPABILITY ${capabilities()}] ready\r\n`);

  function capabilities(): string {
    const encryption = certificate && socket === plain ? " STARTTLS" : "";
    return `IMAP4rev1 ID NAMESPACE SPECIAL-USE AUTH=PLAIN${waiting ? " IDLE" : ""}${encryption}`;
  }

  async function take(line: string): Promise<void> {
    if (awaiting !== null) return logIn(awaiting, line);
    if (idling) return endIdle(idling);
    const [, tag = "*", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    seen.push(command);
    const fault = faultOf(command);
    if (fault?.kind === "cut" && fault.when === "before") return void socket.destroy();
    if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === "answer") return void socket.write(`${tag} ${fault.text}\r\n`);
    if (/^AUTHENTICATE PLAIN$/i.test(command)) {
      awaiting = tag;
      return void socket.write("+ \r\n");
    }
    if (command === "IDLE" && waiting && selected) return startIdle(tag, selected, waiting);
    if (command === "STARTTLS" && certificate) return encrypt(tag, certificate);
    const answer = Buffer.concat([answerTo(command), Buffer.from(`${tag} OK done\r\n`)]);
    if (fault?.kind !== "cut") return void socket.write(answer);
    socket.write(answer.subarray(0, Math.floor(answer.length / 2)));
    setTimeout(() => socket.destroy(), 20);
  }

  function startIdle(tag: string, folder: Folder, all: NonNullable<typeof waiting>): void {
    const push = (line: string) => void socket.write(`* ${line}\r\n`);
    const listeners = all.get(folder) ?? new Set();
    all.set(folder, listeners.add(push));
    idling = { tag, end: () => void listeners.delete(push) };
    socket.write("+ idling\r\n");
  }

  /** The only line that may follow is DONE. */
  function endIdle({ tag, end }: { tag: string; end: () => void }): void {
    end();
    idling = null;
    socket.write(`${tag} OK done\r\n`);
  }

  /** Source: RFC 4616 */
  function logIn(tag: string, line: string): void {
    awaiting = null;
    const [, user = "", password] = Buffer.from(line, "base64").toString("utf8").split("\0");
    const found = accounts.get(user);
    account = found?.password === password ? found : undefined;
    const fault = faultOf("(credentials)");
    if (fault?.kind === "cut") return void socket.destroy();
    if (fault?.kind === "answer") return void socket.write(`${tag} ${fault.text}\r\n`);
    // Some servers echo the credentials.
    const answer = account ? "OK welcome" : `NO [AUTHENTICATIONFAILED] wrong: ${user} ${password}`;
    socket.write(`${tag} ${answer}\r\n`);
  }

  function encrypt(tag: string, secureContext: { cert: string; key: string }): void {
    plain.write(`${tag} OK begin\r\n`);
    plain.off("data", receive);
    const secured = new TLSSocket(plain, { isServer: true, ...secureContext });
    secured.on("error", () => plain.destroy());
    secured.on("data", receive);
    socket = secured;
  }

  function answerTo(command: string): Buffer {
    const [name = "", ...rest] = command.replace(/^UID /, "UID-").split(" ");
    const line = rest.join(" ");
    const kind = name.toUpperCase();
    if (kind === "CAPABILITY") return Buffer.from(`* CAPABILITY ${capabilities()}\r\n`);
    if (kind === "ID") return Buffer.from('* ID ("name" "stand-in")\r\n');
    if (kind === "LOGOUT") {
      setTimeout(() => socket.end(), 10);
      return Buffer.from("* BYE\r\n");
    }
    if (!account) throw new Error("nobody has logged in");
    if (kind === "NAMESPACE") return Buffer.from('* NAMESPACE (("" "/")) NIL NIL\r\n');
    if (kind === "LIST") return Buffer.from(account.folders.map(listed).join(""));
    if (kind === "LSUB") return Buffer.alloc(0);
    if (kind === "STATUS")
      return Buffer.from(`* STATUS INBOX (MESSAGES ${account.folders[0]?.mails.length})\r\n`);
    if (kind === "EXAMINE") {
      const path = line.replaceAll('"', "");
      selected = account.folders.find((folder) => folder.path === path);
      if (!selected) throw new Error(`no folder ${path}`);
      return Buffer.from(opened(selected));
    }
    if (!selected) throw new Error("no folder is open");
    if (kind === "UID-SEARCH") {
      const uids = searched(selected, line).map(({ uid }) => uid);
      return Buffer.from(`* SEARCH${uids.map((uid) => ` ${uid}`).join("")}\r\n`);
    }
    if (kind === "UID-FETCH" || kind === "FETCH") return fetchFrom(selected, kind === "FETCH", line);
    throw new Error(`the stand-in does not know ${command}`);
  }
}

const listed = ({ path, use }: Folder): string => `* LIST (${use ?? ""}) "/" "${path}"\r\n`;

const opened = ({ mails, uidValidity, uidNext }: Folder): string =>
  [
    "FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)",
    `${mails.length} EXISTS`,
    "0 RECENT",
    `OK [UIDVALIDITY ${uidValidity}] valid`,
    `OK [UIDNEXT ${uidNext}] next`,
  ]
    .map((line) => `* ${line}\r\n`)
    .join("");

function fetchFrom({ mails }: Folder, bySequence: boolean, line: string): Buffer {
  const [range = "", ...items] = line.split(" ");
  const greatest = bySequence ? mails.length : (mails.at(-1)?.uid ?? 0);
  return Buffer.concat(
    mails.flatMap((mail, at) =>
      inSet(range, bySequence ? at + 1 : mail.uid, greatest) ? [fetched(mail, at + 1, items.join(" "))] : [],
    ),
  );
}
