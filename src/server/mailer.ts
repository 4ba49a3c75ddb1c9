import nodemailer from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport";

/** Longest wait for the mail server (milliseconds). */
const patience = 20_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Default: a new one. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** Sends a mail. @throws Error if the mail server didn't accept it. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * Sends mail through the operator's mail server. A password is only sent over TLS.
 *
 * @param url - such as smtps://user:password@mail.example.com.
 * @param from - the sender, such as `Zippy <zippy@example.com>`.
 */
export function createMailer(url: string, from: string): SendMail {
  // Given to the SMTP transport itself: beside an address, `createTransport` takes no options of a connection.
  const smtp = new SMTPTransport({
    ...{ url, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
    // Otherwise a password goes out in plain text where nobody offers STARTTLS.
    requireTLS: new URL(url).password !== "",
  });
  const transport = nodemailer.createTransport(smtp);
  return async (mail) => {
    const { accepted } = await transport.sendMail({ from, ...mail });
    if (accepted.length === 0) throw new Error("the mail server accepted no recipient");
  };
}
