import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { users } from "../auth/tables";
import { teamDeletions, teamMembers } from "../teams/tables";
import { accessTokens } from "./tables";

/** A token as stored. Only a hash of its secret is, so nobody can show it again. */
export type TokenRow = typeof accessTokens.$inferSelect;

export function createAccessRepository(db: Executor) {
  const own = (teamId: string, userId: string) =>
    and(eq(accessTokens.teamId, teamId), eq(accessTokens.userId, userId));

  return {
    /** A person's tokens in a team, newest first, also expired ones. */
    async list(teamId: string, userId: string): Promise<TokenRow[]> {
      return db
        .select()
        .from(accessTokens)
        .where(own(teamId, userId))
        .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));
    },

    /** Also counts expired tokens, which stay until they are removed. */
    async count(teamId: string, userId: string): Promise<number> {
      const [row] = await db.select({ count: count() }).from(accessTokens).where(own(teamId, userId));
      return row?.count ?? 0;
    },

    async insert(token: typeof accessTokens.$inferInsert): Promise<TokenRow> {
      const [row] = await db.insert(accessTokens).values(token).returning();
      return row as TokenRow;
    },

    /** @returns the token that it removed; undefined if the person has none with this id in this team. */
    async remove(teamId: string, userId: string, id: string): Promise<TokenRow | undefined> {
      const [row] = await db
        .delete(accessTokens)
        .where(and(own(teamId, userId), eq(accessTokens.id, id)))
        .returning();
      return row;
    },

    /** A valid token with its person and their role, in one query, because it runs before every call. */
    async byHash(tokenHash: string) {
      const [found] = await db
        .select({
          id: accessTokens.id,
          teamId: accessTokens.teamId,
          userId: accessTokens.userId,
          name: accessTokens.name,
          areas: accessTokens.areas,
          readOnly: accessTokens.readOnly,
          lastUsedAt: accessTokens.lastUsedAt,
          expiresAt: accessTokens.expiresAt,
          role: teamMembers.role,
          email: users.email,
        })
        .from(accessTokens)
        .innerJoin(
          teamMembers,
          and(eq(teamMembers.teamId, accessTokens.teamId), eq(teamMembers.userId, accessTokens.userId)),
        )
        .innerJoin(users, eq(users.id, accessTokens.userId))
        .where(
          and(
            eq(accessTokens.tokenHash, tokenHash),
            // Nobody is in a team that is being deleted.
            sql`not exists (select from ${teamDeletions} d where d.team_id = ${accessTokens.teamId})`,
            or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, sql`now()`)),
          ),
        );
      return found;
    },

    /**
     * Notes that the token is used now. The caller limits how often, because a program may call every second.
     */
    async touch(id: string): Promise<void> {
      await db.update(accessTokens).set({ lastUsedAt: sql`now()` }).where(eq(accessTokens.id, id));
    },
  };
}
