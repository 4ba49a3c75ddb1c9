import { z } from "zod";
import { type FailureCause, ProviderFailure } from "../provider";
import { privateHost } from "./private-hosts";
import type { Server } from "./server";

/** What imapflow, TLS and the network tell of a failure. */
const FailureResponse = z.object({
  code: z.string().optional().catch(undefined),
  authenticationFailed: z.boolean().optional().catch(undefined),
  /** NO or BAD where the server has answered. */
  responseStatus: z.string().optional().catch(undefined),
  serverResponseCode: z.string().optional().catch(undefined),
  /** What the server wrote. */
  responseText: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  tlsFailed: z.boolean().optional().catch(undefined),
  /** Milliseconds. */
  throttleReset: z.number().optional().catch(undefined),
});
type FailureResponse = z.infer<typeof FailureResponse>;

/** Response codes of a refused login that say nothing about the password. Source: RFC 5530, RFC 9051 section 7.1 */
const laterCodes = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN"];
/** How Gmail, Dovecot and Exchange say the same without such a code. */
const laterWords = /too many|temporar|try again|authenticated but not connected/i;

/** Turns what reading a mailbox throws into what it means here. Nothing the server wrote is repeated: it may hold anything. */
export function imapFailure(error: unknown, server: Server): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const failed = FailureResponse.safeParse(error).data ?? {};
  const [kind, sentence] = meaningOf(failed, server);
  const { throttleReset, code, responseStatus, serverResponseCode } = failed;
  return new ProviderFailure(kind, sentence, {
    cause: new Error(["imap", code, responseStatus, serverResponseCode].filter(Boolean).join(" ")),
    retryAfterSeconds: throttleReset === undefined ? undefined : Math.ceil(throttleReset / 1000),
  });
}

type Meaning = [FailureCause, string];

function meaningOf(failed: FailureResponse, server: Server): Meaning {
  const { host } = server;
  if (failed.code === "ETHROTTLE") return ["rate_limited", `${host} asks to wait before the next request.`];
  const login = loginMeaning(failed, host);
  if (login) return login;
  const sentence =
    certificateSentence(failed.code ?? "", host) ??
    (failed.tlsFailed ? withoutEncryption(server) : networkSentence(failed.code ?? "", server));
  if (sentence) return ["unavailable", sentence];
  if (failed.responseStatus) return ["unavailable", `${host} has a problem on its side.`];
  return ["unavailable", `The connection to ${host} was lost.`];
}

/** imapflow marks whatever happens during the login, a lost connection too; only an answer of NO is a refusal. */
function loginMeaning({ authenticationFailed, ...failed }: FailureResponse, host: string): Meaning | null {
  if (!authenticationFailed) return null;
  const { responseStatus, serverResponseCode = "", responseText = "", response = "", code } = failed;
  const later =
    laterCodes.includes(serverResponseCode.toUpperCase()) || laterWords.test(`${responseText} ${response}`);
  if (later || responseStatus === "BAD") return ["unavailable", `${host} cannot log anybody in right now.`];
  if (responseStatus === "NO")
    return [
      "reconnect",
      `${host} does not accept the user name or the password. Check both; many providers want an app password, made in the account's security settings.`,
    ];
  return code ? null : ["refused", `${host} offers no login by password. Ask whoever runs it.`];
}

/** Codes of OpenSSL as Node names them. Source: nodejs.org/api/tls.html#x509-certificate-error-codes */
function certificateSentence(code: string, host: string): string | null {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${host} is made out to another name. Enter the server's name as your mail provider writes it.`;
  if (code === "CERT_HAS_EXPIRED")
    return `The certificate of ${host} has expired. Whoever runs that server has to renew it.`;
  if (/CERT|ISSUER|LEAF_SIGNATURE/.test(code))
    return `The certificate of ${host} is not trusted here. Whoever runs Zippy can name its authority in NODE_EXTRA_CA_CERTS.`;
  return null;
}

const withoutEncryption = ({ host, port }: Server): string =>
  `${host} offers no encryption on port ${port}, and Zippy sends no password without it. Try port 993.`;

function networkSentence(code: string, { host, port }: Server): string | null {
  if (code === privateHost)
    return `${host} is in a private network, and this server reads mail only from the internet.`;
  if (code === "ENOTFOUND") return `There is no server named ${host}. Check it for a typing mistake.`;
  if (code === "EAI_AGAIN") return `The name ${host} could not be looked up. Try again in a minute.`;
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code))
    return `Nothing answers at ${host} on port ${port}. Check both.`;
  if (/^(?:CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEDOUT)$/.test(code))
    return `${host} did not answer on port ${port} in time. Check both; 993 is the usual port.`;
  if (/^(?:EPROTO|ERR_SSL)/.test(code)) return `${host} does not speak TLS on port ${port}. Check the port.`;
  if (code === "ETIMEOUT") return `${host} takes too long to answer.`;
  return null;
}
