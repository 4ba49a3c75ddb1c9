import { z } from "zod";
import { sameSecret } from "../../connect/same-secret";
import { deliveredJson } from "../delivered-json";
import type { IgnoredPart, Webhook, WebhookAnswer, WebhookEvent, WebhookRequest } from "../provider";
import type { MetaSettings } from "./settings";
import { isSignedByMeta } from "./signature";

/** Meta's deliveries have up to 3 MB. Source: developers.facebook.com/docs/whatsapp/webhooks */
export const largeDeliveries = { bytes: 4 * 1024 * 1024, signature: "x-hub-signature-256" };

/** One account's part of a delivery. Meta batches several. */
export const Entry = z.looseObject({ id: z.coerce.string() });
export type Entry = z.infer<typeof Entry>;

/** The parts of an entry. */
export interface EntryParts {
  events: WebhookEvent[];
  ignored: IgnoredPart[];
}

const Delivery = z.object({ object: z.string(), entry: z.array(z.unknown()).catch([]) });

/**
 * Splits Meta's deliveries for one kind of object into events.
 *
 * @param partsOf - splits an entry.
 */
export function receiveDeliveries(
  settings: MetaSettings,
  object: string,
  partsOf: (entry: Entry) => EntryParts,
): Webhook["receive"] {
  return async (request) => {
    // Meta verifies the address with an unsigned GET when you enter it.
    if (request.method === "GET") return answerChallenge(settings, request);
    const { META_APP_SECRET: secret } = settings;
    if (!secret || !isSignedByMeta(secret, request.body, request.headers["x-hub-signature-256"]))
      return { kind: "refused", reason: "not signed with META_APP_SECRET" };
    const { data: delivery } = Delivery.safeParse(deliveredJson(request.body));
    if (delivery?.object !== object) return ignoring(delivery ? "another kind of account" : "no delivery");
    const parts = delivery.entry.map((given): EntryParts => {
      const { data: entry } = Entry.safeParse(given);
      return entry ? partsOf(entry) : { events: [], ignored: [{ account: null, reason: "no account" }] };
    });
    return {
      kind: "events",
      events: parts.flatMap(({ events }) => events),
      ignored: parts.flatMap(({ ignored }) => ignored),
    };
  };
}

const ignoring = (reason: string): WebhookAnswer => ({
  kind: "events",
  events: [],
  ignored: [{ account: null, reason }],
});

function answerChallenge(
  { META_VERIFY_TOKEN: expected }: MetaSettings,
  { query }: WebhookRequest,
): WebhookAnswer {
  const { "hub.mode": mode, "hub.verify_token": given, "hub.challenge": challenge = "" } = query;
  if (!expected || mode !== "subscribe" || !sameSecret(given, expected))
    return { kind: "refused", reason: "the verify token doesn't match META_VERIFY_TOKEN" };
  return { kind: "reply", type: "text/plain", body: challenge };
}
