import { type Route, route } from "../../server/http/http";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
} from "./contract";
import type { OutgoingService } from "./service";

export const outgoingRoutes = (outgoing: OutgoingService): Route[] => [
  route(listWebhooks, ({ actor, params }) => outgoing.list(actor, params.teamId)),
  route(createWebhook, ({ actor, params, body }) => outgoing.create(actor, params.teamId, body)),
  route(changeWebhook, ({ actor, params, body }) =>
    outgoing.setEnabled(actor, params.teamId, params.id, body.enabled),
  ),
  route(deleteWebhook, async ({ actor, params }) => {
    await outgoing.remove(actor, params.teamId, params.id);
    return { ok: true as const };
  }),
  route(testWebhook, ({ actor, params }) => outgoing.test(actor, params.teamId, params.id)),
  route(listDeliveries, ({ actor, params, query }) =>
    outgoing.deliveries(actor, params.teamId, params.id, query),
  ),
  route(replayDelivery, ({ actor, params }) =>
    outgoing.replay(actor, params.teamId, params.id, params.deliveryId),
  ),
];
