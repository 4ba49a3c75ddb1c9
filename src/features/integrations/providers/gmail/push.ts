import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import { AppError } from "../../../../shared/app-error";
import { day } from "../../../../shared/durations";
import { normalizeAddress } from "../../../mail/mail-address";
import { deliveredJson } from "../delivered-json";
import {
  ProviderFailure,
  type Subscription,
  type Webhook,
  type WebhookEvent,
  type WebhookRequest,
} from "../provider";
import { type Mailbox, MissingError } from "./mailbox";
import type { GmailSettings } from "./settings";

/** Allowed clock difference (seconds). */
const clockTolerance = 300;
/**
 * How long we count on a watch (milliseconds). It lasts seven days, but Google recommends daily renewal, and
 * we renew when less than a day of this is left.
 */
const countedLife = 2 * day;

/** Source: cloud.google.com/pubsub/docs/push, developers.google.com/workspace/gmail/api/guides/push */
const Delivery = z.object({
  message: z.object({ data: z.string(), messageId: z.coerce.string().optional() }),
});
const Change = z.object({ emailAddress: z.string(), historyId: z.union([z.string(), z.number()]) });

const topicRefused =
  "Google refuses the Pub/Sub topic. GOOGLE_PUBSUB_TOPIC must exist in this server's Google Cloud project, and gmail-api-push@system.gserviceaccount.com must be allowed to publish to it.";

/** True if this server is configured for Gmail pushes. */
const canPush = ({ GOOGLE_PUBSUB_TOPIC, GOOGLE_PUBSUB_ACCOUNT }: GmailSettings): boolean =>
  Boolean(GOOGLE_PUBSUB_TOPIC && GOOGLE_PUBSUB_ACCOUNT);

/**
 * Starts a Gmail watch. Without a topic, mailboxes are only polled.
 *
 * @throws ProviderFailure `refused` when Gmail may not publish to the topic.
 */
export async function watchMailbox(settings: GmailSettings, mailbox: Mailbox): Promise<Subscription | null> {
  const { GOOGLE_PUBSUB_TOPIC } = settings;
  if (!canPush(settings) || !GOOGLE_PUBSUB_TOPIC) return null;
  try {
    const { expiration } = await mailbox.watch(GOOGLE_PUBSUB_TOPIC);
    const ends = Math.min(Number(expiration ?? 0) || Number.POSITIVE_INFINITY, Date.now() + countedLife);
    return { expiresAt: new Date(ends), data: {} };
  } catch (error) {
    if (error instanceof MissingError || (error instanceof ProviderFailure && error.kind === "refused"))
      throw new ProviderFailure("refused", topicRefused, { cause: error });
    throw error;
  }
}

/** The endpoint that Pub/Sub pushes to. A push only says that there is something to fetch. */
export function gmailWebhook(settings: GmailSettings): Webhook {
  const keys = createRemoteJWKSet(new URL(settings.GOOGLE_JWKS_URL));
  return {
    path: "gmail",
    async receive({ headers, body, url }) {
      const audience = settings.GOOGLE_PUBSUB_AUDIENCE ?? url.split("?", 1)[0] ?? url;
      const refusal = await refusalOf(settings, keys, headers.authorization, audience);
      if (refusal) return { kind: "refused", reason: refusal };
      const event = eventIn(body, headers);
      return event
        ? { kind: "events", events: [event] }
        : { kind: "events", events: [], ignored: [{ account: null, reason: "an unreadable push" }] };
    },
    read: () => "sync",
  };
}

/**
 * Returns why a delivery is not from Pub/Sub; null if it is. Source:
 * cloud.google.com/pubsub/docs/authenticate-push-subscriptions
 */
async function refusalOf(
  { GOOGLE_PUBSUB_ACCOUNT }: GmailSettings,
  keys: ReturnType<typeof createRemoteJWKSet>,
  authorization: string | undefined,
  audience: string,
): Promise<string | null> {
  if (!GOOGLE_PUBSUB_ACCOUNT) return "GOOGLE_PUBSUB_ACCOUNT is not set";
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return "it has no token";
  try {
    const { payload } = await jwtVerify(token, keys, {
      audience,
      issuer: ["https://accounts.google.com", "accounts.google.com"],
      algorithms: ["RS256"],
      requiredClaims: ["exp", "iat"],
      clockTolerance,
    });
    if (payload.email_verified !== true || payload.email !== GOOGLE_PUBSUB_ACCOUNT)
      return "its token belongs to another account";
    return null;
  } catch (error) {
    // Keys that can't be fetched prove nothing. Pub/Sub will deliver again.
    const isInvalid = error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
    if (!isInvalid || error instanceof errors.JWKSTimeout)
      throw new AppError("unavailable", "Google's keys are unavailable. Deliver this again later.", {
        cause: error,
      });
    return `its token is invalid: ${error.code}`;
  }
}

/**
 * Undefined for an unreadable body; an error would make Pub/Sub deliver it again for days. A subscription with
 * payload unwrapping pushes the change itself, and the message's id at most as a header.
 */
function eventIn(body: Buffer, headers: WebhookRequest["headers"]): WebhookEvent | undefined {
  const given = deliveredJson(body);
  const { data: wrapped } = Delivery.safeParse(given);
  // Node decodes both alphabets of base64, with padding and without.
  const unwrapped = wrapped ? deliveredJson(Buffer.from(wrapped.message.data, "base64")) : given;
  const { data: change } = Change.safeParse(unwrapped);
  if (!change) return undefined;
  const historyId = String(change.historyId);
  const account = normalizeAddress(change.emailAddress);
  const named = wrapped?.message.messageId ?? headers["x-goog-pubsub-message-id"];
  return { id: named ?? `${account} ${historyId}`, account, payload: { historyId } };
}
