import { type Route, route } from "../../server/http/http";
import { listToolCalls } from "./contract";
import type { ToolCallService } from "./service";

export const toolCallRoutes = (toolCalls: ToolCallService): Route[] => [
  route(listToolCalls, ({ actor, params, query }) => toolCalls.list(actor, params.teamId, query)),
];
