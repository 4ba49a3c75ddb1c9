import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type Executor, holdLock } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { users } from "../auth/tables";
import type { ConsentSubject, Role } from "./contract";
import { consents, invitations, teamDeletions, teamMembers, teams } from "./tables";

export type InvitationRow = typeof invitations.$inferSelect;

/** Nobody is in a team that is being deleted. */
const isKept = (teamId: SQLWrapper): SQL =>
  notExists(sql`(select from ${teamDeletions} where ${teamDeletions.teamId} = ${teamId})`);

/** A person's teams with their role in each, as one JSON value inside a larger query. */
export const rolesOf = (userId: SQLWrapper): SQL<Actor["roles"]> =>
  // In the order they were joined, which JSON preserves.
  sql`coalesce((select json_object_agg(m.team_id, m.role order by m.joined_at, m.team_id) from team_members m where m.user_id = ${userId} and ${isKept(sql`m.team_id`)}), '{}')`;

export function createTeamRepository(db: Executor) {
  return {
    /** Creates a team with its owner, in the caller's transaction. @returns its id. */
    async create(name: string, ownerId: string): Promise<string> {
      const [team] = await db.insert(teams).values({ name }).returning({ id: teams.id });
      if (!team) throw new Error("couldn't store the team");
      await db.insert(teamMembers).values({ teamId: team.id, userId: ownerId, role: "owner" });
      return team.id;
    },

    /** Whether a demo visitor is in it. */
    async isDemo(teamId: string): Promise<boolean> {
      const [found] = await db
        .select({ id: users.id })
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(and(eq(teamMembers.teamId, teamId), isNotNull(users.demoEndsAt)))
        .limit(1);
      return found !== undefined;
    },

    async rename(teamId: string, name: string): Promise<void> {
      await db.update(teams).set({ name }).where(eq(teams.id, teamId));
    },

    /** Deletes the teams a person owns, with everything in them. */
    async deleteOwnedBy(userId: string): Promise<void> {
      await db
        .delete(teams)
        .where(
          sql`${teams.id} in (select m.team_id from team_members m where m.user_id = ${userId} and m.role = 'owner')`,
        );
    },

    /**
     * Serializes changes of a team's members until the transaction ends. It must not block rows that
     * reference the team: their writer may hold a lock that this change needs next.
     */
    async lock(teamId: string): Promise<void> {
      await db.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
    },

    /** Whether the person's account waits for its deletion. */
    async isLeaving(userId: string): Promise<boolean> {
      const [user] = await db.select({ at: users.deletesAt }).from(users).where(eq(users.id, userId));
      return user?.at != null;
    },

    /** Serializes what gives a person another team with the deletion of their account, until the transaction ends. */
    async lockOwned(userId: string): Promise<void> {
      await holdLock(db, `teams ${userId}`);
    },

    /** How many teams a person owns, without those being deleted. */
    async countOwned(userId: string): Promise<number> {
      const [row] = await db
        .select({ owned: count() })
        .from(teamMembers)
        .where(
          and(eq(teamMembers.userId, userId), eq(teamMembers.role, "owner"), isKept(teamMembers.teamId)),
        );
      return row?.owned ?? 0;
    },

    /** Prevents changes of a team's members until the transaction ends; doesn't block itself. */
    async hold(teamId: string): Promise<void> {
      await db.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("share");
    },

    /** The person's teams, in the order they joined them. */
    async ofUser(userId: string) {
      return db
        .select({ id: teams.id, name: teams.name, role: teamMembers.role, createdAt: teams.createdAt })
        .from(teamMembers)
        .innerJoin(teams, eq(teams.id, teamMembers.teamId))
        .where(and(eq(teamMembers.userId, userId), isKept(teamMembers.teamId)))
        .orderBy(asc(teamMembers.joinedAt), asc(teams.id));
    },

    /** A team's members, by when they joined. */
    async members(teamId: string) {
      return db
        .select({
          role: teamMembers.role,
          joinedAt: teamMembers.joinedAt,
          user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
        })
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(eq(teamMembers.teamId, teamId))
        .orderBy(asc(teamMembers.joinedAt), asc(users.id));
    },

    async countMembers(teamId: string): Promise<number> {
      const [row] = await db
        .select({ members: count() })
        .from(teamMembers)
        .where(eq(teamMembers.teamId, teamId));
      return row?.members ?? 0;
    },

    /** Undefined if the person isn't a member, or the team is being deleted. */
    async role(teamId: string, userId: string): Promise<Role | undefined> {
      const [member] = await db
        .select({ role: teamMembers.role })
        .from(teamMembers)
        .where(
          and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId), isKept(teamMembers.teamId)),
        );
      return member?.role;
    },

    /** Keeps the role of somebody who is a member already. */
    async addMember(teamId: string, userId: string, role: Role): Promise<void> {
      await db.insert(teamMembers).values({ teamId, userId, role }).onConflictDoNothing();
    },

    async setRole(teamId: string, userId: string, role: Role): Promise<void> {
      await db
        .update(teamMembers)
        .set({ role })
        .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
    },

    async removeMember(teamId: string, userId: string): Promise<void> {
      await db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
    },

    /** When the person was created. */
    async userSince(userId: string): Promise<Date> {
      const [user] = await db.select({ since: users.createdAt }).from(users).where(eq(users.id, userId));
      return user?.since ?? new Date();
    },

    async insertInvitation(invitation: typeof invitations.$inferInsert): Promise<InvitationRow> {
      const [row] = await db.insert(invitations).values(invitation).returning();
      if (!row) throw new Error("couldn't store the invitation");
      return row;
    },

    /** Invitations that were neither accepted nor withdrawn, nor have expired, latest first. */
    async openInvitations(teamId: string): Promise<InvitationRow[]> {
      return db
        .select()
        .from(invitations)
        .where(
          and(
            eq(invitations.teamId, teamId),
            isNull(invitations.acceptedAt),
            gt(invitations.expiresAt, sql`now()`),
          ),
        )
        .orderBy(desc(invitations.createdAt), invitations.id);
    },

    /** Deletes the open invitations that a person has created. @returns how many there were. */
    async deleteInvitationsBy(teamId: string, userId: string): Promise<number> {
      const { rowCount } = await db
        .delete(invitations)
        .where(
          and(
            eq(invitations.teamId, teamId),
            eq(invitations.createdBy, userId),
            isNull(invitations.acceptedAt),
            gt(invitations.expiresAt, sql`now()`),
          ),
        );
      return rowCount ?? 0;
    },

    /** False if there was none. */
    async deleteInvitation(teamId: string, id: string): Promise<boolean> {
      const deleted = await db
        .delete(invitations)
        .where(and(eq(invitations.teamId, teamId), eq(invitations.id, id), isNull(invitations.acceptedAt)))
        .returning({ id: invitations.id });
      return deleted.length > 0;
    },

    /** The invitation of a link with its team's name, locked until the transaction ends. */
    async invitationByToken(
      tokenHash: string,
    ): Promise<{ invitation: InvitationRow; teamName: string } | undefined> {
      const [found] = await db
        .select({ invitation: invitations, teamName: teams.name })
        .from(invitations)
        .innerJoin(teams, eq(teams.id, invitations.teamId))
        .where(and(eq(invitations.tokenHash, tokenHash), isKept(invitations.teamId)))
        // The team's row stays free for those that refer to it.
        .for("update", { of: invitations });
      return found;
    },

    async markAccepted(id: string, userId: string): Promise<void> {
      await db
        .update(invitations)
        .set({ acceptedBy: userId, acceptedAt: new Date() })
        .where(eq(invitations.id, id));
    },
  };
}

/** What somebody agrees to, or no longer does. */
export interface NewConsent {
  userId: string;
  /** Null: it doesn't depend on a team. */
  teamId: string | null;
  subject: ConsentSubject;
  given: boolean;
  /** The version of what was agreed to, if it has one. */
  version?: string | null;
}

/** Most consents that a person is shown. */
const mostConsents = 200;

export function createConsentRepository(db: Executor) {
  return {
    /** Adds a record, unless the newest of its subject says the same; without one, nothing is agreed to. */
    async add({ userId, teamId, subject, given, version = null }: NewConsent): Promise<void> {
      const [newest] = await db
        .select({ given: consents.given, version: consents.version })
        .from(consents)
        .where(
          and(
            eq(consents.userId, userId),
            teamId === null ? isNull(consents.teamId) : eq(consents.teamId, teamId),
            eq(consents.subject, subject),
          ),
        )
        .orderBy(desc(consents.seq))
        .limit(1);
      if ((newest?.given ?? false) === given && (newest?.version ?? null) === version) return;
      await db.insert(consents).values({ userId, teamId, subject, given, version });
    },

    /** Takes back everything that a person agreed to in a team, or what everybody in it agreed to about a subject. */
    async withdraw(
      which: { teamId: string } & ({ userId: string } | { subject: ConsentSubject }),
    ): Promise<void> {
      const chosen =
        "userId" in which ? eq(consents.userId, which.userId) : eq(consents.subject, which.subject);
      await db.execute(sql`
        insert into consents (user_id, team_id, subject, given)
        select user_id, team_id, subject, false from (
          select distinct on (user_id, subject) * from consents where team_id = ${which.teamId} and ${chosen}
          order by user_id, subject, seq desc) newest
        where given`);
    },

    /** Those of the person alone and of these teams, newest first. */
    list(userId: string, teamIds: string[]): Promise<(typeof consents.$inferSelect)[]> {
      return db
        .select()
        .from(consents)
        .where(
          and(eq(consents.userId, userId), or(isNull(consents.teamId), inArray(consents.teamId, teamIds))),
        )
        .orderBy(desc(consents.seq))
        .limit(mostConsents);
    },
  };
}
