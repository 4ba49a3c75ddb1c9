import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { tasks } from "../tasks/tables";
import { teamDeletions, teamMembers, teams } from "../teams/tables";
import { calendarFeeds } from "./tables";

export type FeedRow = typeof calendarFeeds.$inferSelect;
/** A task as a feed shows it. */
export type FeedTask = Pick<
  typeof tasks.$inferSelect,
  "id" | "title" | "description" | "dueDate" | "recurrence" | "updatedAt"
>;

/** The most tasks of one feed, the next ones first. */
const mostTasks = 2_000;

/** A person's open tasks with a due date, from a week ago on or with next times: theirs, and nobody's. */
const shown = (teamId: string, userId: string) =>
  and(
    eq(tasks.teamId, teamId),
    isNull(tasks.deletedAt),
    ne(tasks.status, "resolved"),
    isNotNull(tasks.dueDate),
    or(sql`${tasks.dueDate} > now() - interval '7 days'`, isNotNull(tasks.recurrence)),
    or(isNull(tasks.assigneeId), eq(tasks.assigneeId, userId)),
  );

export function createFeedRepository(db: Executor) {
  const own = (teamId: string, userId: string) =>
    and(eq(calendarFeeds.teamId, teamId), eq(calendarFeeds.userId, userId));

  return {
    async find(teamId: string, userId: string): Promise<FeedRow | undefined> {
      const [row] = await db.select().from(calendarFeeds).where(own(teamId, userId));
      return row;
    },

    /** Stores a link instead of the person's earlier one. */
    async replace(teamId: string, userId: string, tokenHash: string): Promise<FeedRow> {
      const [row] = await db
        .insert(calendarFeeds)
        .values({ teamId, userId, tokenHash })
        .onConflictDoUpdate({
          target: [calendarFeeds.teamId, calendarFeeds.userId],
          set: { tokenHash, createdAt: sql`now()`, lastReadAt: null },
        })
        .returning();
      return row as FeedRow;
    },

    /** @returns whether there was one. */
    async remove(teamId: string, userId: string): Promise<boolean> {
      const { rowCount } = await db.delete(calendarFeeds).where(own(teamId, userId));
      return rowCount === 1;
    },

    /** A valid link, and its team's name. */
    async byHash(tokenHash: string): Promise<(FeedRow & { teamName: string }) | undefined> {
      const [found] = await db
        .select({ feed: calendarFeeds, teamName: teams.name })
        .from(calendarFeeds)
        .innerJoin(
          teamMembers,
          and(eq(teamMembers.teamId, calendarFeeds.teamId), eq(teamMembers.userId, calendarFeeds.userId)),
        )
        .innerJoin(teams, eq(teams.id, calendarFeeds.teamId))
        .where(
          and(
            eq(calendarFeeds.tokenHash, tokenHash),
            // Nobody is in a team that is being deleted.
            sql`not exists (select from ${teamDeletions} d where d.team_id = ${calendarFeeds.teamId})`,
          ),
        );
      return found && { ...found.feed, teamName: found.teamName };
    },

    /** Remembers the hour of a read, so that a calendar that reads often writes little. */
    async touch(id: string): Promise<void> {
      await db
        .update(calendarFeeds)
        .set({ lastReadAt: sql`date_trunc('hour', now())` })
        .where(
          and(
            eq(calendarFeeds.id, id),
            or(
              isNull(calendarFeeds.lastReadAt),
              lte(calendarFeeds.lastReadAt, sql`now() - interval '1 hour'`),
            ),
          ),
        );
    },

    /** Differs once any task of the feed does, and is much cheaper than the tasks. */
    async version(teamId: string, userId: string): Promise<string> {
      const each = sql`hashtextextended(${tasks.id}::text || ${tasks.updatedAt}::text, 0)`;
      const [row] = await db
        .select({ version: sql<string>`count(*) || '-' || coalesce(sum(${each}), 0)` })
        .from(tasks)
        .where(shown(teamId, userId));
      return row?.version ?? "";
    },

    /** The tasks that the feed shows, by due date, at most {@link mostTasks}. */
    async tasks(teamId: string, userId: string): Promise<FeedTask[]> {
      return db
        .select({
          id: tasks.id,
          title: tasks.title,
          description: tasks.description,
          dueDate: tasks.dueDate,
          recurrence: tasks.recurrence,
          updatedAt: tasks.updatedAt,
        })
        .from(tasks)
        .where(shown(teamId, userId))
        .orderBy(asc(tasks.dueDate), asc(tasks.id))
        .limit(mostTasks);
    },
  };
}
