import { type Route, route } from "../../server/http/http";
import type { RateLimit } from "../../server/http/rate-limit";
import {
  acceptInvitation,
  changeRole,
  createInvitation,
  createTeam,
  listConsents,
  listInvitations,
  listMembers,
  listTeams,
  offeredInvitation,
  removeMember,
  renameTeam,
  revokeInvitation,
  signOutMember,
  switchTeam,
  transferTeam,
} from "./contract";
import type { TeamService } from "./service";

const done = { ok: true as const };
/** @param guessLimit - nobody can guess 192 random bits; the limit keeps attempts from being cheap. */
export const teamRoutes = (teams: TeamService, guessLimit: RateLimit): Route[] => [
  route(listTeams, ({ actor }) => teams.list(actor)),
  route(createTeam, ({ actor, body }) => teams.create(actor, body.name)),
  route(renameTeam, ({ actor, params, body }) => teams.rename(actor, params.teamId, body.name)),
  route(switchTeam, ({ actor, params }) => teams.switchTo(actor, params.teamId)),
  route(transferTeam, ({ actor, params, body }) => teams.transfer(actor, params.teamId, body.userId)),
  route(listMembers, ({ actor, params }) => teams.members(actor, params.teamId)),
  route(changeRole, ({ actor, params, body }) =>
    teams.changeRole(actor, params.teamId, params.userId, body.role),
  ),
  route(removeMember, async ({ actor, params }) => {
    await teams.removeMember(actor, params.teamId, params.userId);
    return done;
  }),
  route(signOutMember, async ({ actor, params }) => {
    await teams.signOutMember(actor, params.teamId, params.userId);
    return done;
  }),
  route(listConsents, ({ actor }) => teams.consents(actor)),
  route(listInvitations, ({ actor, params }) => teams.invitations.list(actor, params.teamId)),
  route(createInvitation, ({ actor, params, body }) => teams.invitations.create(actor, params.teamId, body)),
  route(revokeInvitation, async ({ actor, params }) => {
    await teams.invitations.revoke(actor, params.teamId, params.id);
    return done;
  }),
  route(offeredInvitation, ({ params }) => teams.invitations.offered(params.token), { limit: guessLimit }),
  route(acceptInvitation, ({ actor, params }) => teams.accept(actor, params.token), { limit: guessLimit }),
];
