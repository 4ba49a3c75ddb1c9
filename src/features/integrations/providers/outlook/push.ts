import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { hour } from "../../../../shared/durations";
import { sameSecret } from "../../connect/same-secret";
import { deliveredJson } from "../delivered-json";
import { ProviderFailure, type Session, type Subscription, type Webhook } from "../provider";
import { OutlookCredentials } from "./consent";
import { type Graph, MissingError } from "./graph";

/** Requested lifetime of a subscription (milliseconds). Graph grants almost three days. */
const life = 70 * hour;

const Subscribed = z.object({ id: z.string(), expirationDateTime: z.string() });
const Subscriptions = z.object({ value: z.array(z.object({ id: z.string(), notificationUrl: z.string() })) });

/**
 * Source: learn.microsoft.com/graph/change-notifications-delivery-webhooks,
 * .../change-notifications-lifecycle-events
 */
const Notification = z.looseObject({
  subscriptionId: z.string(),
  clientState: z.string(),
  lifecycleEvent: z.string().optional(),
});
/** Graph never delivers nothing, and only a notification has the secret that proves it. */
const Delivery = z.object({ value: z.array(Notification).min(1).max(1000) });
type Notification = z.infer<typeof Notification>;

const addressRefused =
  "Microsoft refuses to push to this server. It must be able to reach PUBLIC_URL, an https address with a certificate it trusts. If that's impossible, set MICROSOFT_PUSH=off.";

/**
 * Subscribes to inbox changes, or extends the subscription. Returns null for an address without https, which
 * Graph doesn't accept; the mailbox is then only polled.
 *
 * @throws ProviderFailure `refused` when Graph will not push to the address.
 */
export async function subscribeInbox(
  graph: Graph,
  session: Session,
  webhookUrl: string,
): Promise<Subscription | null> {
  const notificationUrl = `${webhookUrl}/${encodeURIComponent(session.externalId)}`;
  const expirationDateTime = new Date(Date.now() + life).toISOString();
  try {
    const renewed = await renew(graph, session, notificationUrl, expirationDateTime);
    const { id, expirationDateTime: ends } =
      renewed ?? (await create(graph, session, notificationUrl, expirationDateTime));
    return { expiresAt: new Date(ends), data: { id, notificationUrl } };
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.kind === "refused")) throw error;
    if (!webhookUrl.startsWith("https:")) return null;
    throw new ProviderFailure("refused", addressRefused, { cause: error });
  }
}

async function renew(graph: Graph, { subscription }: Session, url: string, expirationDateTime: string) {
  const { id, notificationUrl } = subscription?.data ?? {};
  if (typeof id !== "string" || notificationUrl !== url) return null;
  try {
    return Subscribed.parse(await graph.json(pathOf(id), { method: "PATCH", body: { expirationDateTime } }));
  } catch (error) {
    if (error instanceof MissingError) return null;
    throw error;
  }
}

async function create(graph: Graph, session: Session, notificationUrl: string, expirationDateTime: string) {
  await endSubscriptions(graph, notificationUrl);
  const body = {
    changeType: "created,updated,deleted",
    notificationUrl,
    lifecycleNotificationUrl: notificationUrl,
    resource: "me/mailFolders('inbox')/messages",
    expirationDateTime,
    clientState: OutlookCredentials.parse(session.credentials).clientState,
  };
  return Subscribed.parse(await graph.json("/v1.0/subscriptions", { method: "POST", body }));
}

/**
 * Deletes all subscriptions that push to an address. We would reject their deliveries, because they belong to
 * earlier grants.
 */
export async function endSubscriptions(graph: Graph, notificationUrl: string): Promise<void> {
  const { value } = Subscriptions.parse(await graph.json("/v1.0/subscriptions"));
  for (const { id, notificationUrl: url } of value) {
    if (url !== notificationUrl) continue;
    await graph.json(pathOf(id), { method: "DELETE" }).catch((error: unknown) => {
      if (!(error instanceof MissingError)) throw error;
    });
  }
}

const pathOf = (id: string): string => `/v1.0/subscriptions/${encodeURIComponent(id)}`;

/** The endpoint that Graph pushes to. A push only says that there is something to fetch. */
export const outlookWebhook: Webhook = {
  path: "outlook",
  async receive({ method, query, rest, body }, accounts) {
    if (query.validationToken !== undefined)
      return { kind: "reply", type: "text/plain; charset=utf-8", body: query.validationToken };
    if (method !== "POST") return { kind: "refused", reason: "it is not a delivery" };
    const notifications = notificationsIn(body);
    if (!notifications) return { kind: "refused", reason: "it is unreadable" };
    const states = (await accounts(rest)).flatMap(
      ({ credentials }) => OutlookCredentials.safeParse(credentials).data?.clientState ?? [],
    );
    if (!notifications.every(({ clientState }) => states.some((state) => sameSecret(state, clientState))))
      return { kind: "refused", reason: "its clientState doesn't match the account" };
    return { kind: "events", events: notifications.map((one) => eventOf(rest, one)) };
  },
  read: (_account, payload) => {
    const { lifecycleEvent } = z.object({ lifecycleEvent: z.string().nullable() }).parse(payload);
    // Every event triggers a check, which is all that `missed` needs. After the other two, Graph stops
    // pushing.
    const over = lifecycleEvent === "subscriptionRemoved" || lifecycleEvent === "reauthorizationRequired";
    return over ? "unsubscribed" : "sync";
  },
};

function notificationsIn(body: Buffer): Notification[] | null {
  return Delivery.safeParse(deliveredJson(body)).data?.value ?? null;
}

/** Graph's notifications have no id, and a second `missed` looks exactly like the first. */
function eventOf(account: string, { clientState: _, ...notification }: Notification) {
  const { lifecycleEvent = null } = notification;
  const id = lifecycleEvent
    ? randomUUID()
    : createHash("sha256").update(JSON.stringify(notification)).digest("base64url");
  return { id, account, payload: { lifecycleEvent } };
}
