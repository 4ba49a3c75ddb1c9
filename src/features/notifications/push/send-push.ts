import type { IncomingMessage } from "node:http";
import { postOnce } from "../../../server/post-once";
import { retryAfterSecondsOf } from "../../../server/retry-after";
import { refusalSentence } from "../../../server/typed-hosts";
import type { PushKeys } from "./push-keys";
import type { SubscriptionRow } from "./push-repository";

/** Longest wait for a push service's answer (milliseconds). */
const patience = 15_000;
/** How long a push service keeps a notification for a browser that is off (seconds). */
const keptFor = 24 * 60 * 60;

/** How a push service took a notification. */
export type PushResult =
  | { kind: "sent" }
  /** The browser's subscription has ended. */
  | { kind: "gone" }
  | { kind: "again"; problem: string; afterMs: number | undefined }
  | { kind: "refused"; problem: string };

/**
 * Sends a text to a browser, encrypted so that only it can read it (RFC 8291). Never throws, follows no redirect.
 *
 * @param publicOnly - refuse addresses of private networks.
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Pick<SubscriptionRow, "endpoint" | "p256dh" | "auth">,
  text: string,
  { publicKey, privateKey, contact }: PushKeys,
  { publicOnly, signal }: { publicOnly: boolean; signal: AbortSignal },
): Promise<PushResult> {
  try {
    // Loaded by who sends, because most processes never do.
    const { default: webPush } = await import("web-push");
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: keptFor,
    });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    return resultOf(await postOnce({ url: endpoint, headers, body, publicOnly, signal: limit }));
  } catch (error) {
    const refusal = refusalSentence(error, "Its push service");
    if (refusal) return { kind: "refused", problem: refusal };
    return { kind: "again", problem: "Its push service can't be reached.", afterMs: undefined };
  }
}

/** What a status means. Source: RFC 8030, sections 5, 7.3 and 8.4. */
function resultOf({ statusCode = 0, headers }: IncomingMessage): PushResult {
  if (statusCode >= 200 && statusCode < 300) return { kind: "sent" };
  if (statusCode === 404 || statusCode === 410) return { kind: "gone" };
  if (statusCode === 429 || statusCode >= 500) {
    const seconds = retryAfterSecondsOf(headers["retry-after"]);
    return {
      kind: "again",
      problem: `Its push service answered with status ${statusCode}.`,
      afterMs: seconds === undefined ? undefined : seconds * 1000,
    };
  }
  return {
    kind: "refused",
    problem: `Its push service refused (status ${statusCode}). Turn it off and on again.`,
  };
}
