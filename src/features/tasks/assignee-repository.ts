import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";

/** Whom a task is assigned to. `left`: they have left its team. */
export type Assignee = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  left: boolean;
};

/** The condition that a person isn't in a team (any more). */
export const isOutside = (teamId: SQLWrapper, userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`not exists (select from team_members m where m.team_id = ${teamId} and m.user_id = ${userId})`;

const person = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.email`;

/** The people that tasks and comments name. */
export function createAssigneeRepository(db: Executor) {
  return {
    /** The people with these ids; an id of nobody is left out. */
    async people(ids: (string | null)[]): Promise<Omit<Assignee, "left">[]> {
      const known = ids.filter((id) => id !== null);
      if (known.length === 0) return [];
      const { rows } = await db.execute<Assignee>(
        sql`select ${person} from users u where u.id = any(${sql.param(known)}::uuid[])`,
      );
      return rows;
    },

    /** Somebody as the assignee of a team's task; null if there is no such person. */
    async find(teamId: string, userId: string): Promise<Assignee | null> {
      const { rows } = await db.execute<Assignee>(
        sql`select ${person}, ${isOutside(sql`${teamId}::uuid`, sql`u.id`)} as "left" from users u where u.id = ${userId}`,
      );
      return rows[0] ?? null;
    },
  };
}
