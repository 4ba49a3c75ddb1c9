import { TokenRefused, withAccessToken } from "../../connect/access-token";
import { longestAnswer, tooLong } from "../limited-answers";
import { ProviderFailure, type Session } from "../provider";
import { failureOf, parseJson, unreachable } from "../provider-request";
import { unreadableAnswer } from "../readable-answers";
import type { OutlookConsent } from "./consent";
import type { OutlookSettings } from "./settings";

/** Milliseconds. */
const patience = 30_000;
/** Makes ids survive a move to another folder. Source: learn.microsoft.com/graph/outlook-immutable-id */
const immutableIds = 'IdType="ImmutableId"';

/** The requested item does not exist (404). */
export class MissingError extends Error {
  override name = "MissingError";
}

export interface GraphRequest {
  method?: string;
  body?: unknown;
  /** Most entries per page. */
  pageSize?: number;
  /** Most bytes to read from the response; the rest is dropped. Undefined: a longer response is a failure. */
  atMost?: number;
}

export type Graph = ReturnType<typeof openGraph>;

/** Microsoft Graph with one account's access. */
export function openGraph(
  { GRAPH_BASE_URL }: OutlookSettings,
  { refresh }: Pick<OutlookConsent, "refresh">,
  session: Session,
) {
  /**
   * @param path - a path, or a full URL from Graph. Only the path is used, so the token can't reach another
   * host.
   * @throws MissingError, ProviderFailure
   */
  async function bytes(path: string, request: GraphRequest = {}): Promise<Buffer> {
    const { pathname, search } = new URL(path, GRAPH_BASE_URL);
    return withAccessToken(session, refresh, (accessToken) =>
      call(`${GRAPH_BASE_URL}${pathname}${search}`, accessToken, request, session.signal),
    );
  }

  return {
    bytes,
    async json(path: string, request: GraphRequest = {}): Promise<unknown> {
      return parseJson("Outlook", (await bytes(path, request)).toString("utf8"));
    },
  };
}

async function call(
  url: string,
  accessToken: string,
  { method = "GET", body, pageSize, atMost }: GraphRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      method,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      headers: {
        authorization: `Bearer ${accessToken}`,
        prefer: pageSize ? `${immutableIds}, odata.maxpagesize=${pageSize}` : immutableIds,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await read(response, atMost ?? longestAnswer);
    if (atMost === undefined && answer.length > longestAnswer) throw tooLong("Outlook", response.status);
    if (!response.ok) throw refusal(response, answer.toString("utf8", 0, 2000));
    // Emails arrive as text/plain, so a web page is never an email.
    if (/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) throw unreadableAnswer("Outlook");
    return answer;
  } catch (cause) {
    if (cause instanceof ProviderFailure || cause instanceof TokenRefused || cause instanceof MissingError)
      throw cause;
    throw unreachable("Outlook", cause);
  }
}

/**
 * Error codes for a position that Graph no longer knows. Source:
 * learn.microsoft.com/graph/delta-query-overview
 */
const forgotten = /syncStateNotFound|syncStateInvalid|resyncRequired/i;

/**
 * Error codes for an account without a mailbox that Graph can read, such as one without a licence or on a company's own
 * Exchange Server. They come with the status of a missing email. Source:
 * learn.microsoft.com/exchange/troubleshoot/user-and-shared-mailboxes/rest-api-is-not-yet-supported-for-this-mailbox-error
 */
const withoutMailbox = /MailboxNot(Enabled|Supported)ForRESTAPI/i;

function refusal(response: Response, detail: string): Error {
  if (response.status === 410 || forgotten.test(detail))
    return new ProviderFailure("cursor_lost", "Outlook can't tell what has changed since the last check.", {
      cause: new Error(detail),
    });
  if (withoutMailbox.test(detail))
    return new ProviderFailure(
      "refused",
      "This Microsoft account has no mailbox that Zippy can read. Connect one with a mailbox at Microsoft 365 or Outlook.com, or the mailbox's own server with IMAP.",
      { cause: new Error(detail) },
    );
  if (response.status === 404) return new MissingError(detail);
  return failureOf("Outlook", response.status, response.headers.get("retry-after"), detail);
}

async function read(response: Response, atMost: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.byteLength;
    // Leaving the loop cancels the download.
    if (length > atMost) break;
  }
  return Buffer.concat(parts);
}
