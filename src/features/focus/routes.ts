import { type Route, route } from "../../server/http/http";
import { breakDownTask, changeFocus, currentFocus, startFocus } from "./contract";
import type { FocusService } from "./service";

export const focusRoutes = (focus: FocusService): Route[] => [
  route(currentFocus, ({ actor, params }) => focus.current(actor, params.teamId)),
  route(startFocus, ({ actor, params, body }) => focus.start(actor, params.teamId, body)),
  route(changeFocus, ({ actor, params, body }) => focus.change(actor, params.teamId, body)),
  route(breakDownTask, ({ actor, params, body }) => focus.breakDown(actor, params.id, body)),
];
