import { z } from "zod";
import { sameSecret } from "../../connect/same-secret";
import type { Webhook, WebhookAnswer, WebhookEvent, WebhookRequest } from "../provider";
import type { MetaSettings } from "./settings";
import { isSignedByMeta } from "./signature";

/** One account's part of a delivery. Meta packs many into one. */
export const Entry = z.looseObject({ id: z.coerce.string() });
export type Entry = z.infer<typeof Entry>;

const Delivery = z.object({ object: z.string(), entry: z.array(Entry).catch([]) });

/**
 * Takes Meta's deliveries of one kind of object apart.
 *
 * @param eventsOf - the events in one entry; those without a message in them are left out.
 */
export function receiveDeliveries(
  settings: MetaSettings,
  object: string,
  eventsOf: (entry: Entry) => WebhookEvent[],
): Webhook["receive"] {
  return async (request) => {
    // Asked when the address is entered at Meta, and never signed.
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
    return { kind: "refused", reason: "the verify token is not META_VERIFY_TOKEN" };
  return { kind: "reply", type: "text/plain", body: challenge };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
