import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { Team, TeamMember } from "./contract";
import { createTeamRepository } from "./repository";

/**
 * The one gate to a team's data: every service passes it before it reads or writes.
 *
 * @throws AppError `not_found` when the team is missing or not the actor's, without telling which.
 */
export function requireTeam(actor: Actor, teamId: string): void {
  if (!actor.roles[teamId]) throw new AppError("not_found", "Team not found.");
}

export type TeamService = ReturnType<typeof createTeamService>;

export function createTeamService({ db }: { db: Executor }) {
  const teams = createTeamRepository(db);
  return {
    async list(actor: Actor): Promise<Team[]> {
      return (await teams.ofUser(actor.userId)).map((team) => ({
        ...team,
        createdAt: team.createdAt.toISOString(),
      }));
    },

    async members(actor: Actor, teamId: string): Promise<TeamMember[]> {
      requireTeam(actor, teamId);
      return teams.members(teamId);
    },

    /** Whether someone belongs to the team; an assignee must. */
    async isMember(tx: Executor, teamId: string, userId: string): Promise<boolean> {
      return (await createTeamRepository(tx).role(teamId, userId)) !== undefined;
    },

    /** The id of the person's first team. */
    async firstOf(userId: string): Promise<string> {
      const [team] = await teams.ofUser(userId);
      if (!team) throw new AppError("not_found", "No team found.");
      return team.id;
    },

    /** The team a person starts with, named after them, in the transaction that creates the person. */
    createFirst(tx: Executor, userId: string, firstName: string): Promise<string> {
      return createTeamRepository(tx).create(`${firstName}'s team`, userId);
    },
  };
}
