import { z } from "zod";
import { refusalSentence } from "../../../../server/typed-hosts";
import { type FailureCause, ProviderFailure } from "../provider";
import type { Server } from "./server";

/** The parts of an imapflow, TLS or network error that we use. */
const FailureResponse = z.object({
  code: z.string().optional().catch(undefined),
  authenticationFailed: z.boolean().optional().catch(undefined),
  /** NO or BAD if the server responded. */
  responseStatus: z.string().optional().catch(undefined),
  serverResponseCode: z.string().optional().catch(undefined),
  /** The server's own text. */
  responseText: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  tlsFailed: z.boolean().optional().catch(undefined),
  /** Milliseconds. */
  throttleReset: z.number().optional().catch(undefined),
});
type FailureResponse = z.infer<typeof FailureResponse>;

/**
 * Response codes for a failed login that is not about the password. Source: RFC 5530, RFC 9051 section 7.1
 */
const laterCodes = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN"];
/** The same condition as Gmail, Dovecot and Exchange phrase it without a response code. */
const laterWords = /too many|temporar|try again|authenticated but not connected/i;

/**
 * Translates an error from imapflow into a failure. Never repeats the server's text, which could contain
 * anything.
 *
 * @param greeted - whether the server has greeted as a mail server does.
 */
export function imapFailure(error: unknown, server: Server, greeted = true): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const failed = FailureResponse.safeParse(error).data ?? {};
  const [kind, sentence] = meaningOf(failed, server, greeted);
  const { throttleReset, code, responseStatus, serverResponseCode } = failed;
  return new ProviderFailure(kind, sentence, {
    cause: new Error(["imap", code, responseStatus, serverResponseCode].filter(Boolean).join(" ")),
    retryAfterSeconds: throttleReset === undefined ? undefined : Math.ceil(throttleReset / 1000),
    // As with HTTP, the server was reached.
    ...(responseStatus !== undefined && { status: 200 }),
  });
}

type Meaning = [FailureCause, string];

function meaningOf(failed: FailureResponse, server: Server, greeted: boolean): Meaning {
  const { host } = server;
  if (failed.code === "ETHROTTLE") return ["rate_limited", `${host} is limiting requests for now.`];
  const login = loginMeaning(failed, host);
  if (login) return login;
  const sentence =
    certificateSentence(failed.code ?? "", host) ??
    (failed.tlsFailed ? withoutEncryption(server) : networkSentence(failed.code ?? "", server));
  if (sentence) return ["unavailable", sentence];
  if (!greeted) return ["unavailable", noMailServer(server)];
  if (failed.responseStatus) return ["unavailable", `${host} has a problem on its side.`];
  return ["unavailable", `The connection to ${host} was lost.`];
}

/**
 * imapflow flags every error during login, even a lost connection. Only a NO response means the login was
 * refused.
 */
function loginMeaning({ authenticationFailed, ...failed }: FailureResponse, host: string): Meaning | null {
  if (!authenticationFailed) return null;
  const { responseStatus, serverResponseCode = "", responseText = "", response = "", code } = failed;
  const later =
    laterCodes.includes(serverResponseCode.toUpperCase()) || laterWords.test(`${responseText} ${response}`);
  if (later || responseStatus === "BAD") return ["unavailable", `${host} can't accept logins right now.`];
  if (responseStatus === "NO")
    return [
      "rejected",
      `${host} rejected the user name or password. Check both. Many providers require an app password, which you create in your account's security settings.`,
    ];
  return code ? null : ["refused", `${host} doesn't support password login. Ask its administrator.`];
}

/** OpenSSL error codes as Node reports them. Source: nodejs.org/api/tls.html#x509-certificate-error-codes */
function certificateSentence(code: string, host: string): string | null {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${host} is for a different name. Enter the server name exactly as your email provider gives it.`;
  if (code === "CERT_HAS_EXPIRED")
    return `The certificate of ${host} has expired. Its administrator has to renew it.`;
  if (/CERT|ISSUER|LEAF_SIGNATURE/.test(code))
    return `The certificate of ${host} isn't trusted. Ask your administrator to add its certificate authority with NODE_EXTRA_CA_CERTS.`;
  return null;
}

const withoutEncryption = ({ host, port }: Server): string =>
  `${host} offers no encryption on port ${port}, and Zippy never sends a password unencrypted. Try port 993.`;

const unreached =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEDOUT|EPROTO|ERR_SSL.*)$/;

/**
 * The same sentence for a port that is closed, silent or in use by another protocol, so that nobody can use
 * Zippy to scan a network.
 */
const noMailServer = ({ host, port }: Server): string =>
  `No mail server answers at ${host} on port ${port}. Check both; 993 is the usual port.`;

function networkSentence(code: string, { host, port }: Server): string | null {
  const refusal = refusalSentence({ code }, host);
  if (refusal) return refusal;
  if (code === "ENOTFOUND") return `There is no server named ${host}. Check the spelling.`;
  if (code === "EAI_AGAIN") return `The name ${host} could not be looked up. Try again in a minute.`;
  if (unreached.test(code)) return noMailServer({ host, port });
  if (code === "ETIMEOUT") return `${host} takes too long to answer.`;
  return null;
}
