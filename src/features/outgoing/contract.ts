import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { before, pageLimit } from "../../shared/paging";

/** What a webhook can be sent, each after a fact of the same name. */
export const webhookTypes = [
  "message.received",
  "message.resolved",
  "message.reopened",
  "task.created",
  "task.completed",
  "task.reopened",
  "task.deleted",
  "task.restored",
  "meeting.extracted",
] as const;
export const WebhookType = z.enum(webhookTypes);
export type WebhookType = z.infer<typeof WebhookType>;

/** An address of another program, to which Zippy posts what happens in the team. */
export const OutgoingWebhook = z.object({
  id: z.uuid(),
  url: z.string(),
  types: z.array(WebhookType),
  createdAt: z.iso.datetime(),
  /** Who added it; `name` is null if their account is deleted, and `left` tells that they are no longer in the team. */
  addedBy: z.object({ name: z.string().nullable(), left: z.boolean() }),
  /** When it was turned off, because its receiver is gone or failed for days; null: it is on. */
  disabledAt: z.iso.datetime().nullable(),
  /** Deliveries of the last 30 days that wait for another attempt, and that were given up. */
  waiting: z.int(),
  failed: z.int(),
});
export type OutgoingWebhook = z.infer<typeof OutgoingWebhook>;

export const NewWebhook = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "Enter an address such as https://example.com/zippy." })
    .max(2000, "Keep the address within 2,000 characters."),
  types: z.array(WebhookType).min(1, "Choose at least one kind.").max(webhookTypes.length),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** One message to a webhook, with its attempts. */
export const Delivery = z.object({
  /** The `webhook-id` that the receiver gets, the same with every attempt. */
  id: z.uuid(),
  type: z.string(),
  /** `delivered` once the receiver has accepted it, also if posting it again failed afterwards. */
  status: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  lastAttemptAt: z.iso.datetime().nullable(),
  /** For a waiting delivery: when the next attempt is due. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** What the receiver answered; null if it didn't. */
  answerStatus: z.int().nullable(),
  /** Why the last attempt failed, as a sentence. */
  problem: z.string().nullable(),
  /** What is posted, as JSON. */
  body: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Deliveries per page. */
export const deliveriesPerPage = 50;

const inTeam = z.object({ teamId: z.uuid() });
const ofWebhook = inTeam.extend({ id: z.uuid() });
const path = "/api/teams/:teamId/webhooks" as const;

export const listWebhooks = endpoint({
  method: "GET",
  path,
  summary: "The team's outgoing webhooks (owner or admin).",
  params: inTeam,
  response: z.array(OutgoingWebhook),
});

export const createWebhook = endpoint({
  method: "POST",
  path,
  summary:
    "Add an outgoing webhook (owner or admin). Deliveries are signed by the Standard Webhooks scheme; only this " +
    "response contains the secret.",
  params: inTeam,
  body: NewWebhook,
  response: OutgoingWebhook.extend({ secret: z.string() }),
  errors: ["conflict"],
});

export const changeWebhook = endpoint({
  method: "PATCH",
  path: `${path}/:id`,
  summary: "Turn an outgoing webhook on or off (owner or admin).",
  params: ofWebhook,
  body: z.strictObject({ enabled: z.boolean() }),
  response: OutgoingWebhook,
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: `${path}/:id`,
  summary: "Remove an outgoing webhook with its log (owner or admin).",
  params: ofWebhook,
  response: z.object({ ok: z.literal(true) }),
});

export const testWebhook = endpoint({
  method: "POST",
  path: `${path}/:id/test`,
  summary: "Post a test delivery now and return how it went (owner or admin).",
  params: ofWebhook,
  response: Delivery,
});

export const listDeliveries = endpoint({
  method: "GET",
  path: `${path}/:id/deliveries`,
  summary: "The deliveries of the last 30 days, newest first (owner or admin).",
  params: ofWebhook,
  query: z.object({ limit: pageLimit(deliveriesPerPage), before }),
  response: z.array(Delivery),
});

export const replayDelivery = endpoint({
  method: "POST",
  path: `${path}/:id/deliveries/:deliveryId/replay`,
  summary:
    "Post a delivery again now, under the same webhook-id (owner or admin). `problem` says why it failed; what was " +
    "delivered before stays so.",
  params: ofWebhook.extend({ deliveryId: z.uuid() }),
  response: Delivery,
});
