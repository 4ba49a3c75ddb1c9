import { z } from "zod";
import { sameSecret } from "../../connect/same-secret";
import type { Webhook, WebhookAnswer, WebhookEvent, WebhookRequest } from "../provider";
import type { MetaSettings } from "./settings";
import { isSignedByMeta } from "./signature";

/** One account's part of a delivery. Meta batches several. */
export const Entry = z.looseObject({ id: z.coerce.string() });
export type Entry = z.infer<typeof Entry>;

const Delivery = z.object({ object: z.string(), entry: z.array(Entry).catch([]) });

/**
 * Splits Meta's deliveries for one kind of object into events.
 *
 * @param eventsOf - extracts an entry's events; skips those without a message.
 */
export function receiveDeliveries(
  settings: MetaSettings,
  object: string,
  eventsOf: (entry: Entry) => WebhookEvent[],
): Webhook["receive"] {
  return async (request) => {
    // Meta verifies the address with an unsigned GET when you enter it.
    if (request.method === "GET") return answerChallenge(settings, request);
    const { META_APP_SECRET: secret } = settings;
    if (!secret || !isSignedByMeta(secret, request.body, request.headers["x-hub-signature-256"]))
      return { kind: "refused", reason: "not signed with META_APP_SECRET" };
    const delivery = Delivery.safeParse(parseJson(request.body));
    const entries = delivery.data?.object === object ? delivery.data.entry : [];
    return { kind: "events", events: entries.flatMap(eventsOf) };
  };
}

function answerChallenge(
  { META_VERIFY_TOKEN: expected }: MetaSettings,
  { query }: WebhookRequest,
): WebhookAnswer {
  const { "hub.mode": mode, "hub.verify_token": given, "hub.challenge": challenge = "" } = query;
  if (!expected || mode !== "subscribe" || !sameSecret(given, expected))
    return { kind: "refused", reason: "the verify token doesn't match META_VERIFY_TOKEN" };
  return { kind: "reply", type: "text/plain", body: challenge };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
