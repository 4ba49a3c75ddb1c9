import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { atEnd } from "../support/at-end";
import { freePort, until } from "../support/collecting";

/** Whether Dovecot's IMAP server can be started here. It needs root, to switch to the users it runs as. */
export const hasDovecot =
  process.getuid?.() === 0 && spawnSync("dovecot", ["--version"], { stdio: "ignore" }).status === 0;

/** `nobody`, who owns the mailboxes. Dovecot refuses root. */
const nobody = 65_534;
export const dovecotPassword = "correct-horse-battery";

/** Starts Dovecot on this machine with empty mailboxes that accept any user name. It stops with the test file. */
export async function startDovecot() {
  const folder = mkdtempSync(join(tmpdir(), "zippy-dovecot-"));
  chmodSync(folder, 0o755);
  const [state, mail, log, config] = ["state", "mail", "log", "config"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [state, mail]) mkdirSync(path);
  chownSync(mail, nobody, nobody);
  const port = await freePort();
  writeFileSync(config, settings({ state, mail, log, port }));
  const server = spawn("dovecot", ["-F", "-c", config], { stdio: "ignore" });
  atEnd(async () => {
    server.kill();
    await once(server, "exit");
  });
  const readLog = () => readFileSync(log, "utf8");
  await until(
    async () => (await connect("starting", port).catch(() => null)) !== null,
    (started) => started,
  );

  return {
    port,
    /** Number of logins so far. */
    logins: (user: string) => readLog().split(`Login: user=<${user}>`).length - 1,
    /** Puts emails into the inbox as a delivery agent does. `at`: when they arrived. */
    deliver(user: string, mails: { raw: string; at: Date }[]) {
      const inbox = join(mail, user);
      for (const part of ["", "new", "cur", "tmp"]) own(mkdir(join(inbox, part)));
      for (const [index, { raw, at }] of mails.entries()) {
        const seconds = Math.floor(at.getTime() / 1000);
        const file = join(inbox, "new", `${seconds}.M${String(index).padStart(6, "0")}P${process.pid}.test`);
        writeFileSync(file, raw.replaceAll(/\r?\n/g, "\r\n"));
        own(file);
        // Dovecot's INTERNALDATE.
        utimesSync(file, at, at);
      }
    },
    /** A mail program of the same user. */
    client: (user: string) => connect(user, port),
  };
}

function mkdir(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

const own = (path: string): void => chownSync(path, nobody, nobody);

async function connect(user: string, port: number): Promise<ImapFlow> {
  const auth = { user, pass: dovecotPassword };
  const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, auth, logger: false });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Source: doc.dovecot.org/2.3/configuration_manual */
const settings = ({ state, mail, log, port }: { state: string; mail: string; log: string; port: number }) => `
base_dir = ${state}
state_dir = ${state}
log_path = ${log}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}/%u
passdb {
  driver = static
  args = password=${dovecotPassword}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${mail}/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = subscribe
    special_use = \\Sent
  }
  mailbox Trash {
    auto = subscribe
    special_use = \\Trash
  }
}
`;
