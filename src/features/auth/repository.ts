import { and, asc, desc, eq, gt, isNull, lt, lte, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { identities, sessions, usedTokens, users } from "./tables";

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/** A session's person, its current team, and when its last use was recorded. */
export interface SessionActor extends Omit<Actor, "teamId"> {
  /** The person may have left this team. */
  chosenTeamId: string | null;
  lastSeenAt: Date;
}

/** A person's teams and roles as a value inside a larger query, from the teams feature. */
export type RolesOf = (userId: SQLWrapper) => SQL<Actor["roles"]>;

/** How long a session may go unused (days). */
const unusedDays = 14;
const isAlive = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.lastSeenAt, sql`now() - ${sql.raw(String(unusedDays))} * interval '1 day'`),
) as SQL;

/** SQL condition: the session with this id hasn't ended. */
export const isLiveSession = (id: SQL): SQL =>
  sql`exists (select from ${sessions} where ${sessions.id} = ${id} and ${isAlive})`;

export function createAuthRepository(db: Executor) {
  let actorQuery: { execute(values: { tokenHash: string }): Promise<SessionActor[]> } | undefined;
  return {
    /** @param email - normalized, as addresses are stored. */
    async userByEmail(email: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.email, email));
      return user;
    },

    /** The person that signs in as this subject of an identity provider. */
    async userByIdentity(provider: string, subject: string): Promise<UserRow | undefined> {
      const [found] = await db
        .select({ user: users })
        .from(identities)
        .innerJoin(users, eq(users.id, identities.userId))
        .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
      return found?.user;
    },

    /**
     * Lets a subject of an identity provider sign in as a person. Keeps an earlier link of the same subject.
     */
    async linkIdentity(provider: string, subject: string, userId: string): Promise<void> {
      await db.insert(identities).values({ provider, subject, userId }).onConflictDoNothing();
    },

    async user(id: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.id, id));
      return user;
    },

    /** The person who signed in first, of those who still have an account; demo visitors don't count. */
    async firstUser(): Promise<string | undefined> {
      const [row] = await db
        .select({ id: users.id })
        .from(users)
        .where(isNull(users.demoEndsAt))
        .orderBy(asc(users.createdAt), asc(users.id))
        .limit(1);
      return row?.id;
    },

    /** Undefined if another request has just created the same person. */
    async createUser(user: typeof users.$inferInsert): Promise<UserRow | undefined> {
      const [created] = await db.insert(users).values(user).onConflictDoNothing().returning();
      return created;
    },

    /** Changes what people set in their profile. Undefined if the person no longer exists. */
    async change(
      userId: string,
      change: Partial<Pick<UserRow, "timeZone" | "shortcutKeys">>,
    ): Promise<UserRow | undefined> {
      const [user] = await db.update(users).set(change).where(eq(users.id, userId)).returning();
      return user;
    },

    async setProfile(
      userId: string,
      profile: Pick<UserRow, "firstName" | "lastName" | "profileImageUrl">,
    ): Promise<void> {
      await db.update(users).set(profile).where(eq(users.id, userId));
    },

    /** Plans the deletion of an account; null takes it back. Undefined if the person no longer exists. */
    async setDeletesAt(userId: string, deletesAt: Date | null): Promise<UserRow | undefined> {
      const [user] = await db.update(users).set({ deletesAt }).where(eq(users.id, userId)).returning();
      return user;
    },

    /** The people whose planned deletion is due. */
    async deletionsDueBy(now: Date): Promise<string[]> {
      const due = await db.select({ id: users.id }).from(users).where(lte(users.deletesAt, now));
      return due.map(({ id }) => id);
    },

    /** Deletes the person with everything that references them. */
    async deleteUser(id: string): Promise<void> {
      await db.delete(users).where(eq(users.id, id));
    },

    /** Demo visitors whose time ended before `now`. */
    async demoUsersEndedBy(now: Date): Promise<string[]> {
      const ended = await db.select({ id: users.id }).from(users).where(lt(users.demoEndsAt, now));
      return ended.map(({ id }) => id);
    },

    /** False if the token was used before. */
    async spendToken(id: string, expiresAt: Date): Promise<boolean> {
      await db.delete(usedTokens).where(lt(usedTokens.expiresAt, sql`now()`));
      const used = await db.insert(usedTokens).values({ id, expiresAt }).onConflictDoNothing().returning();
      return used.length > 0;
    },

    async createSession(session: typeof sessions.$inferInsert): Promise<void> {
      await db.insert(sessions).values(session);
    },

    /** The session of a cookie, with its person. */
    async sessionByToken(tokenHash: string): Promise<{ session: SessionRow; user: UserRow } | undefined> {
      const [found] = await db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.tokenHash, tokenHash));
      return found;
    },

    /** First and last name; null if the person no longer exists. */
    async nameOf(userId: string): Promise<string | null> {
      const [row] = await db
        .select({ firstName: users.firstName, lastName: users.lastName })
        .from(users)
        .where(eq(users.id, userId));
      return row ? `${row.firstName} ${row.lastName}`.trim() : null;
    },

    async isAlive(id: string): Promise<boolean> {
      const [session] = await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, id), isAlive));
      return session !== undefined;
    },

    /** A person's sessions that haven't ended, the one used last first. */
    async sessionsOf(userId: string): Promise<SessionRow[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isAlive))
        .orderBy(desc(sessions.lastSeenAt), sessions.id);
    },

    /** Ends one session of a person, or all; returns the ended ids. */
    async deleteSessions(userId: string, id?: string): Promise<string[]> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), id ? eq(sessions.id, id) : undefined))
        .returning({ id: sessions.id });
      return ended.map((session) => session.id);
    },

    /** Ends expired and unused sessions of one person, or of all; returns the ended ids. */
    async deleteExpiredSessions(userId?: string): Promise<string[]> {
      const ended = await db
        .delete(sessions)
        .where(and(userId ? eq(sessions.userId, userId) : undefined, not(isAlive)))
        .returning({ id: sessions.id });
      return ended.map(({ id }) => id);
    },

    /** Ends those of a person's sessions that were used last longest ago, beyond a number; returns the ended ids. */
    async deleteSessionsBeyond(userId: string, most: number): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        delete from ${sessions} where ${sessions.id} in (
          select s.id from ${sessions} s where s.user_id = ${userId}
          order by s.last_seen_at desc, s.created_at desc, s.id offset ${most})
        returning ${sessions.id}`);
      return rows.map(({ id }) => id);
    },

    /**
     * Ends the sessions that began with another identity provider. Older sessions don't name theirs: they end if
     * the person has no identity at this provider.
     */
    async deleteForeignSessions(provider: string): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        delete from ${sessions} using ${users}
        where ${users.id} = ${sessions.userId} and ${users.demoEndsAt} is null and case
          when ${sessions.provider} is not null then ${sessions.provider} <> ${provider}
          else not exists (select from ${identities} where ${identities.userId} = ${users.id}
            and ${identities.provider} = ${provider}) end
        returning ${sessions.id}`);
      return rows.map(({ id }) => id);
    },

    /** Sets a session's current team. */
    async setSessionTeam(id: string, teamId: string): Promise<void> {
      await db.update(sessions).set({ teamId }).where(eq(sessions.id, id));
    },

    /** Records a fresh sign-in; the session continues under a new token. */
    async renewSession(id: string, tokenHash: string): Promise<void> {
      await db.update(sessions).set({ tokenHash, signedInAt: sql`now()` }).where(eq(sessions.id, id));
    },

    /** Notes that the session is used now. The caller limits how often. */
    async touchSession(id: string): Promise<void> {
      await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, id));
    },

    /**
     * Session, person and teams in one query, because it runs before every call. The query is built once, and each
     * connection plans it once.
     */
    async actorBySession(tokenHash: string, rolesOf: RolesOf): Promise<SessionActor | undefined> {
      actorQuery ??= db
        .select({
          userId: users.id,
          sessionId: sessions.id,
          expiresAt: sessions.expiresAt,
          signedInAt: sessions.signedInAt,
          email: users.email,
          roles: rolesOf(users.id),
          chosenTeamId: sessions.teamId,
          demo: sql<boolean>`${users.demoEndsAt} is not null`,
          lastSeenAt: sessions.lastSeenAt,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), isAlive))
        .prepare("actor_by_session");
      const [actor] = await actorQuery.execute({ tokenHash });
      return actor;
    },
  };
}
