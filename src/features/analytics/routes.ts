import { type Route, route } from "../../server/http/http";
import {
  analyticsSummary,
  changeAnalyticsChoice,
  getAnalyticsChoice,
  listCompleted,
  listFigureRows,
} from "./contract";
import type { AnalyticsService } from "./service";

export const analyticsRoutes = (analytics: AnalyticsService): Route[] => [
  route(listCompleted, ({ actor, params }) => analytics.completed(actor, params.teamId)),
  route(analyticsSummary, ({ actor, params, query }) => analytics.summary(actor, params.teamId, query)),
  route(listFigureRows, ({ actor, params, query }) => analytics.rows(actor, params.teamId, query)),
  route(getAnalyticsChoice, ({ actor, params }) => analytics.choice(actor, params.teamId)),
  route(changeAnalyticsChoice, ({ actor, params, body }) => analytics.choose(actor, params.teamId, body)),
];
