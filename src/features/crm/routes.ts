import { type Route, route } from "../../server/http/http";
import type { RateLimit } from "../../server/http/rate-limit";
import {
  connectCrm,
  disconnectCrm,
  getTaskDeal,
  listCrm,
  listCrmDeals,
  listKeptCrm,
  setTaskDeal,
  syncCrm,
  updateCrm,
} from "./contract";
import type { CrmService } from "./service";

/** @param connectLimit - limits the form, because each attempt makes this server try a host and a key. */
export const crmRoutes = (crm: CrmService, connectLimit: RateLimit): Route[] => [
  route(listCrm, ({ actor, params }) => crm.list(actor, params.teamId)),
  route(listKeptCrm, ({ actor, params }) => crm.listKept(actor, params.teamId)),
  route(connectCrm, ({ actor, params, body }) => crm.connect(actor, params.teamId, body), {
    limit: connectLimit,
  }),
  route(syncCrm, ({ actor, params }) => crm.syncNow(actor, params.teamId, params.id)),
  route(updateCrm, ({ actor, params, body }) => crm.update(actor, params.teamId, params.id, body)),
  route(disconnectCrm, ({ actor, params, query }) =>
    crm.disconnect(actor, params.teamId, params.id, query.records),
  ),
  route(listCrmDeals, ({ actor, params, query }) => crm.deals.list(actor, params.teamId, query.q ?? "")),
  route(getTaskDeal, ({ actor, params }) => crm.deals.ofTask(actor, params.teamId, params.taskId)),
  route(setTaskDeal, ({ actor, params, body }) =>
    crm.deals.setOfTask(actor, params.teamId, params.taskId, body),
  ),
];
