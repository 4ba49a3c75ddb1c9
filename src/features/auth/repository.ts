import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { sessions, usedTokens, users } from "./tables";

export type UserRow = typeof users.$inferSelect;

export function createAuthRepository(db: Executor) {
  return {
    async userByEmail(email: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.email, email));
      return user;
    },

    async user(id: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.id, id));
      return user;
    },

    /** Undefined when another request created the same person first. */
    async createUser(user: typeof users.$inferInsert): Promise<UserRow | undefined> {
      const [created] = await db.insert(users).values(user).onConflictDoNothing().returning();
      return created;
    },

    /** False when the token was used before. */
    async spendToken(id: string, expiresAt: Date): Promise<boolean> {
      await db.delete(usedTokens).where(lt(usedTokens.expiresAt, sql`now()`));
      const used = await db.insert(usedTokens).values({ id, expiresAt }).onConflictDoNothing().returning();
      return used.length > 0;
    },

    async createSession(userId: string, tokenHash: string, expiresAt: Date): Promise<void> {
      await db.insert(sessions).values({ userId, tokenHash, expiresAt });
    },

    async deleteSession(tokenHash: string): Promise<string | undefined> {
      const [session] = await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, tokenHash))
        .returning({ id: sessions.id });
      return session?.id;
    },

    async deleteExpiredSessions(userId: string): Promise<void> {
      await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, sql`now()`)));
    },

    /** Session, person and teams in one query: it runs before every call. */
    async actorBySession(tokenHash: string): Promise<Actor | undefined> {
      const [actor] = await db
        .select({
          userId: users.id,
          sessionId: sessions.id,
          email: users.email,
          roles: sql<
            Actor["roles"]
          >`coalesce((select json_object_agg(m.team_id, m.role) from team_members m where m.user_id = ${users.id}), '{}')`,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, sql`now()`)));
      return actor;
    },
  };
}
