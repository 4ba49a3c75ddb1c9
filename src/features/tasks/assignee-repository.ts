import { eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { users } from "../auth/tables";
import { teamMembers } from "../teams/tables";

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };

/** Whom a task is assigned to. `left`: they have left its team. */
export interface Assignee {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  left: boolean;
}

/** The condition that a person isn't in a team (any more). */
export const isOutside = (teamId: SQLWrapper, userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`not exists (select from ${teamMembers} m where m.team_id = ${teamId} and m.user_id = ${userId})`;

/** The columns of a person as the assignee of a team's task. */
export const assigneeIn = (teamId: SQLWrapper) => ({ ...person, left: isOutside(teamId, users.id) });

/** The people that tasks and comments name. */
export function createAssigneeRepository(db: Executor) {
  return {
    /** The people with these ids; an id of nobody is left out. */
    async people(ids: (string | null)[]): Promise<Omit<Assignee, "left">[]> {
      const known = ids.filter((id) => id !== null);
      return known.length === 0 ? [] : db.select(person).from(users).where(inArray(users.id, known));
    },

    /** Somebody as the assignee of a team's task; null if there is no such person. */
    async find(teamId: string, userId: string): Promise<Assignee | null> {
      const columns = assigneeIn(sql`${teamId}::uuid`);
      const [row] = await db.select(columns).from(users).where(eq(users.id, userId));
      return row ?? null;
    },
  };
}
