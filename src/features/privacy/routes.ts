import { type Route, route } from "../../server/http/http";
import { changePrivacy, getPrivacy, listOutsideCalls, outsideSummary } from "./contract";
import type { PrivacyService } from "./service";

export const privacyRoutes = (privacy: PrivacyService): Route[] => [
  route(listOutsideCalls, ({ actor, params, query }) => privacy.calls(actor, params.teamId, query)),
  route(outsideSummary, ({ actor, params, query }) => privacy.summary(actor, params.teamId, query.dayStart)),
  route(getPrivacy, ({ actor, params }) => privacy.choice(actor, params.teamId)),
  route(changePrivacy, ({ actor, params, body }) => privacy.choose(actor, params.teamId, body)),
];
