import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { atEnd } from "../support/at-end";

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** A mail server that keeps what it receives, or refuses everything. It stops with the test file. */
export async function startSmtp() {
  const mails: ReceivedMail[] = [];
  let refusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusing) return done(Object.assign(new Error("Mailbox unavailable"), { responseCode: 550 }));
        PostalMime.parse(Buffer.concat(chunks)).then(({ subject, text, html, headers }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          mails.push({
            ...{ to, subject: subject ?? "", text: text ?? "", html: html ?? "" },
            headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
          });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    refuse(on: boolean): void {
      refusing = on;
    },
  };
}
