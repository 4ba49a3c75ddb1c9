import { type Route, route } from "../../server/http";
import { listMembers, listTeams } from "./contract";
import type { TeamService } from "./service";

export const teamRoutes = (teams: TeamService): Route[] => [
  route(listTeams, ({ actor }) => teams.list(actor)),
  route(listMembers, ({ actor, params }) => teams.members(actor, params.teamId)),
];
