import { type Route, route } from "../../server/http/http";
import { addSampleData, dismissChecklist, getStart, removeSampleData } from "./contract";
import type { StartService } from "./service";

export const startRoutes = (start: StartService): Route[] => [
  route(getStart, ({ actor, params }) => start.get(actor, params.teamId)),
  route(dismissChecklist, ({ actor, params }) => start.dismiss(actor, params.teamId)),
  route(addSampleData, ({ actor, params, body }) => start.addSamples(actor, params.teamId, body?.timeZone)),
  route(removeSampleData, ({ actor, params }) => start.removeSamples(actor, params.teamId)),
];
