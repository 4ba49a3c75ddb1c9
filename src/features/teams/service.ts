import type { RecordAudit } from "../../server/audit";
import type { Executor } from "../../server/database";
import { publish, publishMemberRemoved } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { chooseTeam, endAllSessions } from "../auth/service";
import { acceptTerms, consentsOf, withdrawConsents } from "./consents";
import type { Consent, GivenRole, Role, Team, TeamMember } from "./contract";
import { createInvitations } from "./invitations";
import { createTeamRepository, rolesOf } from "./repository";
import { refuseDemo, requireRight, requireRightStill, requireTeam } from "./require-team";
import { may } from "./rights";

export { endConsents, recordConsent } from "./consents";
export { holdRight, requireRight, requireTeam } from "./require-team";

/** Most teams that a person owns: each call reads the roles in all of them. */
export const mostTeams = 100;

/**
 * Removes what a person had privately in a team, in the transaction that removes them from it.
 *
 * @returns what to do after the commit; it never fails.
 */
export type OnMemberLeft = (
  tx: Executor,
  left: { teamId: string; userId: string },
) => Promise<() => Promise<void>>;

export type TeamService = ReturnType<typeof createTeamService>;

/** What teams need from plans, which depend on teams. */
export interface TeamPlans {
  /** Starts a new team's trial. @param since - when the owner's own trial began. */
  startTrial(tx: Executor, teamId: string, since: Date): Promise<void>;
  /** @throws AppError `limit_reached` if a team with this many members is full. */
  requireRoomForMember(tx: Executor, teamId: string, members: number): Promise<void>;
}

export function createTeamService({
  db,
  plans,
  onMemberLeft,
  audit,
}: {
  db: Executor;
  plans: TeamPlans;
  onMemberLeft: OnMemberLeft;
  audit: RecordAudit;
}) {
  const teams = createTeamRepository(db);
  const invitations = createInvitations({ db, plans, audit });

  /** A member of one of the actor's teams. @throws AppError `not_found`. */
  async function requireMember(tx: Executor, teamId: string, userId: string): Promise<Role> {
    const role = await createTeamRepository(tx).role(teamId, userId);
    if (!role) throw new AppError("not_found", "That person isn't in this team.");
    return role;
  }

  async function teamOf(userId: string, teamId: string, currentId: string | null): Promise<Team> {
    const team = (await teams.ofUser(userId)).find(({ id }) => id === teamId);
    if (!team) throw new AppError("not_found", "Team not found.");
    return toTeam(team, currentId);
  }

  /**
   * Runs one change of a team's members at a time, and notifies open screens.
   *
   * @param newOwner - the person who is to own the team.
   */
  function changeMembers<T>(
    teamId: string,
    change: (tx: Executor) => Promise<T>,
    newOwner?: string,
  ): Promise<T> {
    return db.transaction(async (tx) => {
      if (newOwner) await createTeamRepository(tx).lockOwned(newOwner);
      await createTeamRepository(tx).lock(teamId);
      const result = await change(tx);
      await publish(tx, { type: "team_updated", teamId, id: teamId });
      return result;
    });
  }

  return {
    /** Whether it is the team of a demo, for which nothing may be sent to services that cost money. */
    isDemo: (teamId: string): Promise<boolean> => teams.isDemo(teamId),

    invitations,
    rolesOf,

    /**
     * The actor's teams; an access token reaches one of its person's. The first of the list is the one in use
     * (specification, section 1).
     */
    async list(actor: Actor): Promise<Team[]> {
      return (await teams.ofUser(actor.userId))
        .filter(({ id }) => actor.roles[id])
        .map((team) => toTeam(team, actor.teamId))
        .toSorted((a, b) => Number(b.current) - Number(a.current));
    },

    /** The trial belongs to the person: later teams' trials end with the first one's. */
    async create(actor: Actor, name: string): Promise<Team> {
      if (actor.demo) refuseDemo();
      const teamId = await db.transaction(async (tx) => {
        await requireRoomToOwn(tx, actor.userId);
        const id = await createTeamRepository(tx).create(name, actor.userId);
        const since = await createTeamRepository(tx).userSince(actor.userId);
        await plans.startTrial(tx, id, since);
        await chooseTeam(tx, actor.sessionId, id);
        return id;
      });
      return teamOf(actor.userId, teamId, teamId);
    },

    roomToOwn,
    requireRoomToOwn,

    async rename(actor: Actor, teamId: string, name: string): Promise<Team> {
      requireRight(actor, teamId, "renameTeam");
      await changeMembers(teamId, (tx) => createTeamRepository(tx).rename(teamId, name));
      return teamOf(actor.userId, teamId, actor.teamId);
    },

    /** Switches the actor's session to one of their teams. */
    async switchTo(actor: Actor, teamId: string): Promise<Team> {
      requireTeam(actor, teamId);
      await chooseTeam(db, actor.sessionId, teamId);
      return teamOf(actor.userId, teamId, teamId);
    },

    async accept(actor: Actor, token: string): Promise<Team> {
      if (actor.demo) refuseDemo();
      const teamId = await db.transaction(async (tx) => {
        await createTeamRepository(tx).lockOwned(actor.userId);
        await requireKept(tx, actor.userId);
        const id = await invitations.join(tx, actor.userId, token);
        await chooseTeam(tx, actor.sessionId, id);
        return id;
      });
      return teamOf(actor.userId, teamId, teamId);
    },

    async members(actor: Actor, teamId: string): Promise<TeamMember[]> {
      requireTeam(actor, teamId);
      return (await teams.members(teamId)).map(toMember);
    },

    async changeRole(actor: Actor, teamId: string, userId: string, role: GivenRole): Promise<TeamMember> {
      requireRight(actor, teamId, "changeRoles");
      return changeMembers(teamId, async (tx) => {
        await requireRightStill(tx, actor, teamId, "changeRoles");
        if ((await requireMember(tx, teamId, userId)) === "owner")
          throw new AppError("conflict", "A team needs an owner. Transfer it to another member first.");
        await createTeamRepository(tx).setRole(teamId, userId, role);
        if (!may(role, "invite")) await invitations.withdrawOf(tx, { teamId, userId, by: actor.userId });
        await audit(tx, {
          teamId,
          userId: actor.userId,
          action: "role_changed",
          aboutUserId: userId,
          detail: `now ${role}`,
        });
        const member = (await createTeamRepository(tx).members(teamId)).find(
          ({ user }) => user.id === userId,
        );
        if (!member) throw new AppError("not_found", "That person isn't in this team.");
        return toMember(member);
      });
    },

    /**
     * Removes a member, or lets the actor leave. Afterwards, their live connections to the team end and their
     * private accounts are disconnected.
     */
    async removeMember(actor: Actor, teamId: string, userId: string): Promise<void> {
      requireTeam(actor, teamId);
      const leaving = userId === actor.userId;
      if (!leaving) requireRight(actor, teamId, "removeMembers");
      const tidyUp = await changeMembers(teamId, async (tx) => {
        if (!leaving) await requireRightStill(tx, actor, teamId, "removeMembers");
        const role = await requireMember(tx, teamId, userId);
        if (role === "owner")
          throw new AppError(
            "conflict",
            leaving
              ? "You own this team. Transfer it to another member before you leave."
              : "You can't remove the owner.",
          );
        if (!leaving) requireOwnerFor(actor, teamId, role, "remove an admin");
        await createTeamRepository(tx).removeMember(teamId, userId);
        await invitations.withdrawOf(tx, { teamId, userId, by: actor.userId });
        await withdrawConsents(tx, { teamId, userId });
        await publishMemberRemoved(tx, { teamId, userId });
        await audit(tx, {
          teamId,
          userId: actor.userId,
          ...(leaving ? { action: "member_left" } : { action: "member_removed", aboutUserId: userId }),
        });
        return onMemberLeft(tx, { teamId, userId });
      });
      await tidyUp();
    },

    /** Signs a member out in all browsers, such as after a theft, and ends their live connections. */
    async signOutMember(actor: Actor, teamId: string, userId: string): Promise<void> {
      requireRight(actor, teamId, "removeMembers");
      await db.transaction(async (tx) => {
        await createTeamRepository(tx).lock(teamId);
        await requireRightStill(tx, actor, teamId, "removeMembers");
        const role = await requireMember(tx, teamId, userId);
        if (userId === actor.userId)
          throw new AppError("conflict", "Sign yourself out in Settings → Sessions.");
        if (role === "owner") throw new AppError("conflict", "You can't sign out the owner.");
        requireOwnerFor(actor, teamId, role, "sign an admin out");
        await endAllSessions(tx, userId);
        await audit(tx, { teamId, userId: actor.userId, action: "member_signed_out", aboutUserId: userId });
      });
    },

    /**
     * Removes a person from the teams of others, as if they left, in the caller's transaction.
     *
     * @returns what to do after the commit; it never fails.
     */
    async leaveOthers(tx: Executor, userId: string): Promise<() => Promise<void>> {
      const own = createTeamRepository(tx);
      const after: (() => Promise<void>)[] = [];
      for (const { id: teamId, role } of await own.ofUser(userId)) {
        if (role === "owner") continue;
        await own.lock(teamId);
        await own.removeMember(teamId, userId);
        await invitations.withdrawOf(tx, { teamId, userId, by: userId });
        await withdrawConsents(tx, { teamId, userId });
        await audit(tx, { teamId, userId, action: "member_left" });
        after.push(await onMemberLeft(tx, { teamId, userId }));
        await publish(tx, { type: "team_updated", teamId, id: teamId });
      }
      return async () => {
        for (const tidyUp of after) await tidyUp();
      };
    },

    async transfer(actor: Actor, teamId: string, userId: string): Promise<Team> {
      requireRight(actor, teamId, "transferTeam");
      if (userId === actor.userId) throw new AppError("conflict", "You already own this team.");
      const change = async (tx: Executor) => {
        await requireMember(tx, teamId, userId);
        // Checked again under the lock: of two simultaneous transfers, only the first comes from the owner.
        if ((await requireMember(tx, teamId, actor.userId)) !== "owner")
          throw new AppError("conflict", "You no longer own this team.");
        if ((await createTeamRepository(tx).countOwned(userId)) >= mostTeams)
          throw new AppError(
            "conflict",
            `This person owns ${mostTeams} teams. Ask them to delete one first, or choose somebody else.`,
          );
        await createTeamRepository(tx).setRole(teamId, actor.userId, "admin");
        await createTeamRepository(tx).setRole(teamId, userId, "owner");
        await audit(tx, { teamId, userId: actor.userId, action: "team_transferred", aboutUserId: userId });
      };
      await changeMembers(teamId, change, userId);
      return teamOf(actor.userId, teamId, actor.teamId);
    },

    consents: (actor: Actor): Promise<Consent[]> => consentsOf(db, actor),

    /** Records a sign-in in each of the person's teams. @param device - such as "Firefox on Linux". */
    async noteSignIn(tx: Executor, userId: string, device: string): Promise<void> {
      await acceptTerms(tx, userId);
      const own = await createTeamRepository(tx).ofUser(userId);
      await audit(
        tx,
        ...own.map(({ id }) => ({ teamId: id, userId, action: "signed_in" as const, detail: device })),
      );
    },

    /** Whether a person belongs to the team, as an assignee must. */
    async isMember(tx: Executor, teamId: string, userId: string): Promise<boolean> {
      return (await createTeamRepository(tx).role(teamId, userId)) !== undefined;
    },

    /** The id of the person's first team. */
    async firstOf(userId: string): Promise<string> {
      const [team] = await teams.ofUser(userId);
      if (!team) throw new AppError("not_found", "No team found.");
      return team.id;
    },

    /**
     * A new person's first team, named after them and on trial, in the transaction that creates the person.
     */
    async createFirst(tx: Executor, userId: string, firstName: string): Promise<string> {
      const teamId = await createTeamRepository(tx).create(`${firstName}'s team`, userId);
      await plans.startTrial(tx, teamId, new Date());
      return teamId;
    },

    /** A demo team, on trial like any first team, in the transaction that creates its visitor. */
    async createDemo(tx: Executor, userId: string): Promise<string> {
      const teamId = await createTeamRepository(tx).create("Demo team", userId);
      await plans.startTrial(tx, teamId, new Date());
      return teamId;
    },

    /**
     * Adds a new person to the team that invited them, in the caller's transaction.
     *
     * @returns false if the invitation isn't valid: they need a team of their own.
     */
    async joinInvited(tx: Executor, userId: string, token: string): Promise<boolean> {
      try {
        await invitations.join(tx, userId, token);
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },

    /** Deletes the teams a person owns, with everything in them. */
    deleteOwned: (tx: Executor, userId: string): Promise<void> =>
      createTeamRepository(tx).deleteOwnedBy(userId),
  };
}

/** How many more teams a person can own. Until the transaction ends, nobody but the caller gives them one. */
async function roomToOwn(tx: Executor, userId: string): Promise<number> {
  await createTeamRepository(tx).lockOwned(userId);
  return mostTeams - (await createTeamRepository(tx).countOwned(userId));
}

/** The same. @throws AppError `conflict` if they own as many as they can, or their account is to be deleted. */
async function requireRoomToOwn(tx: Executor, userId: string): Promise<void> {
  const room = await roomToOwn(tx, userId);
  await requireKept(tx, userId);
  if (room <= 0) throw new AppError("conflict", `You own ${mostTeams} teams. Delete one first.`);
}

/** A team would lose them without notice, or have no owner. @throws AppError `conflict` for an account to be deleted. */
async function requireKept(tx: Executor, userId: string): Promise<void> {
  if (await createTeamRepository(tx).isLeaving(userId))
    throw new AppError("conflict", "Your account will be deleted. Sign in and choose to keep it first.");
}

/** @throws AppError `forbidden` if an admin would do to another what only the owner may. */
function requireOwnerFor(actor: Actor, teamId: string, role: Role, what: string): void {
  if (role === "admin" && actor.roles[teamId] !== "owner")
    throw new AppError("forbidden", `Only the owner of a team can ${what}. Your role is admin.`);
}

type TeamRow = Awaited<ReturnType<ReturnType<typeof createTeamRepository>["ofUser"]>>[number];
type MemberRow = Awaited<ReturnType<ReturnType<typeof createTeamRepository>["members"]>>[number];

function toTeam({ createdAt, ...team }: TeamRow, currentId: string | null): Team {
  return { ...team, current: team.id === currentId, createdAt: createdAt.toISOString() };
}

function toMember({ joinedAt, ...member }: MemberRow): TeamMember {
  return { ...member, joinedAt: joinedAt.toISOString() };
}
