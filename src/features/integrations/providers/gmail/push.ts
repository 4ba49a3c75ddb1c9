import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import { ProviderFailure, type Session, type Subscription, type Webhook } from "../provider";
import { type Mailbox, Missing } from "./mailbox";
import type { GmailSettings } from "./settings";

/** How far clocks may differ (seconds). */
const clockTolerance = 300;
/** The watch lasts seven days; Google recommends to renew it daily, which is done when less than a day is left of this (milliseconds). */
const countedLife = 2 * 86_400_000;

/** Source: cloud.google.com/pubsub/docs/push, developers.google.com/workspace/gmail/api/guides/push */
const Delivery = z.object({ message: z.object({ data: z.base64(), messageId: z.string() }) });
const Change = z.object({ emailAddress: z.string(), historyId: z.union([z.string(), z.number()]) });

const topicRefused =
  "Google refuses the Pub/Sub topic: GOOGLE_PUBSUB_TOPIC has to exist in this server's Google Cloud project, and gmail-api-push@system.gserviceaccount.com has to be allowed to publish to it.";

/** Whether mailboxes can push at all. */
const canPush = ({ GOOGLE_PUBSUB_TOPIC, GOOGLE_PUBSUB_ACCOUNT }: GmailSettings): boolean =>
  Boolean(GOOGLE_PUBSUB_TOPIC && GOOGLE_PUBSUB_ACCOUNT);

/**
 * Asks Gmail to tell of changes; without a topic mailboxes are asked by their interval.
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
    if (error instanceof Missing || (error instanceof ProviderFailure && error.kind === "refused"))
      throw new ProviderFailure("refused", topicRefused, { cause: error });
    throw error;
  }
}

/** The address that Pub/Sub pushes to: it only tells that there is something to fetch. */
export function gmailWebhook(settings: GmailSettings): Webhook {
  const keys = createRemoteJWKSet(new URL(settings.GOOGLE_JWKS_URL));
  return {
    path: "gmail",
    async receive({ headers, body, url }) {
      const audience = settings.GOOGLE_PUBSUB_AUDIENCE ?? url.split("?", 1)[0] ?? url;
      const refusal = await refusalOf(settings, keys, headers.authorization, audience);
      if (refusal) return { kind: "refused", reason: refusal };
      return { kind: "events", events: eventsIn(body) };
    },
    read: (_session: Session) => Promise.resolve("sync"),
  };
}

/** Why a delivery is not from Pub/Sub; null when it is. Source: cloud.google.com/pubsub/docs/authenticate-push-subscriptions */
async function refusalOf(
  { GOOGLE_PUBSUB_ACCOUNT }: GmailSettings,
  keys: ReturnType<typeof createRemoteJWKSet>,
  authorization: string | undefined,
  audience: string,
): Promise<string | null> {
  if (!GOOGLE_PUBSUB_ACCOUNT) return "GOOGLE_PUBSUB_ACCOUNT is not set";
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return "it carries no token";
  try {
    const { payload } = await jwtVerify(token, keys, {
      audience,
      issuer: ["https://accounts.google.com", "accounts.google.com"],
      algorithms: ["RS256"],
      requiredClaims: ["exp", "iat"],
      clockTolerance,
    });
    if (payload.email_verified !== true || payload.email !== GOOGLE_PUBSUB_ACCOUNT)
      return "its token is another account's";
    return null;
  } catch (error) {
    // Anything else, such as keys that cannot be fetched, is no verdict: Pub/Sub delivers again.
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    return `its token does not hold: ${error.code}`;
  }
}

/** What cannot be read is taken as nothing: Pub/Sub would deliver it again for days. */
function eventsIn(body: Buffer) {
  try {
    const { message } = Delivery.parse(JSON.parse(body.toString("utf8")));
    const change = Change.parse(JSON.parse(Buffer.from(message.data, "base64").toString("utf8")));
    const account = change.emailAddress.toLowerCase();
    return [{ id: message.messageId, account, payload: { historyId: String(change.historyId) } }];
  } catch {
    return [];
  }
}
