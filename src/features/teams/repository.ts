import { and, asc, eq } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { users } from "../auth/tables";
import type { Role } from "./contract";
import { teamMembers, teams } from "./tables";

export function createTeamRepository(db: Executor) {
  return {
    async create(name: string, ownerId: string): Promise<string> {
      const [team] = await db.insert(teams).values({ name }).returning({ id: teams.id });
      if (!team) throw new Error("the team was not stored");
      await db.insert(teamMembers).values({ teamId: team.id, userId: ownerId, role: "owner" });
      return team.id;
    },

    /** The person's teams, the one joined first leading. */
    async ofUser(userId: string) {
      return db
        .select({ id: teams.id, name: teams.name, role: teamMembers.role, createdAt: teams.createdAt })
        .from(teamMembers)
        .innerJoin(teams, eq(teams.id, teamMembers.teamId))
        .where(eq(teamMembers.userId, userId))
        .orderBy(asc(teamMembers.joinedAt), asc(teams.id));
    },

    async members(teamId: string) {
      return db
        .select({
          role: teamMembers.role,
          user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
        })
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(eq(teamMembers.teamId, teamId))
        .orderBy(asc(teamMembers.joinedAt), asc(users.id));
    },

    async role(teamId: string, userId: string): Promise<Role | undefined> {
      const [member] = await db
        .select({ role: teamMembers.role })
        .from(teamMembers)
        .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
      return member?.role;
    },
  };
}
