import { randomBytes } from "node:crypto";
import type { RecordAudit } from "../../server/audit";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import { tokenHash } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { counted } from "../../shared/counted";
import { day } from "../../shared/durations";
import type { GivenRole, Invitation, OfferedInvitation } from "./contract";
import { createTeamRepository, type InvitationRow } from "./repository";
import { requireRight, requireRightStill } from "./require-team";

/** Most open invitations of a team, which lists them all. */
const mostInvitations = 200;
const invalid = "This invitation isn't valid. Ask for a new one.";

export type Invitations = ReturnType<typeof createInvitations>;

/** Links that each let one person join a team. */
export function createInvitations({
  db,
  plans,
  audit,
}: {
  db: Executor;
  audit: RecordAudit;
  plans: {
    /** @throws AppError `limit_reached` if a team with this many members is full. */
    requireRoomForMember(tx: Executor, teamId: string, members: number): Promise<void>;
  };
}) {
  /**
   * The invitation of a link, if it can still be accepted.
   *
   * @throws AppError `not_found` for a token that never existed or was withdrawn, `conflict` if it was used
   * or has expired.
   */
  async function requireOpen(tx: Executor, token: string) {
    const found = await createTeamRepository(tx).invitationByToken(tokenHash(token, "base64url"));
    if (!found) throw new AppError("not_found", invalid);
    if (found.invitation.acceptedAt)
      throw new AppError("conflict", "This invitation has already been used. Ask for a new one.");
    if (found.invitation.expiresAt <= new Date())
      throw new AppError("conflict", "This invitation has expired. Ask for a new one.");
    return found;
  }

  /**
   * Joins in the caller's transaction. @throws like {@link requireOpen}, and `limit_reached` if the team is
   * full.
   */
  async function join(tx: Executor, userId: string, token: string): Promise<string> {
    const { invitation } = await requireOpen(tx, token);
    const { teamId, role, id } = invitation;
    const teams = createTeamRepository(tx);
    await teams.lock(teamId);
    if ((await teams.role(teamId, userId)) !== undefined)
      throw new AppError("conflict", "You're already in this team.");
    await requireRoom(tx, teamId, "This team is full. Ask its owner to make room or to upgrade.");
    await teams.addMember(teamId, userId, role);
    await teams.markAccepted(id, userId);
    await audit(tx, {
      teamId,
      userId,
      action: "member_joined",
      detail: role === "admin" ? "as an admin" : "as a member",
    });
    await publish(tx, { type: "team_updated", teamId, id: teamId });
    return teamId;
  }

  async function requireRoom(tx: Executor, teamId: string, sentence?: string): Promise<void> {
    try {
      await plans.requireRoomForMember(tx, teamId, await createTeamRepository(tx).countMembers(teamId));
    } catch (error) {
      if (sentence && error instanceof AppError) throw new AppError(error.code, sentence);
      throw error;
    }
  }

  return {
    join,

    async list(actor: Actor, teamId: string): Promise<Invitation[]> {
      requireRight(actor, teamId, "invite");
      return (await createTeamRepository(db).openInvitations(teamId)).map(toInvitation);
    },

    /** @throws AppError `limit_reached` if the team is full; `conflict` if it has as many invitations as it can. */
    async create(
      actor: Actor,
      teamId: string,
      { role, days }: { role: GivenRole; days: number },
    ): Promise<Invitation & { token: string }> {
      requireRight(actor, teamId, "invite");
      await requireRoom(db, teamId);
      const token = randomBytes(24).toString("base64url");
      return db.transaction(async (tx) => {
        const teams = createTeamRepository(tx);
        await teams.lock(teamId);
        await requireRightStill(tx, actor, teamId, "invite");
        if ((await teams.openInvitations(teamId)).length >= mostInvitations)
          throw new AppError(
            "conflict",
            `A team can have ${mostInvitations} open invitations. Withdraw one that nobody needs.`,
          );
        const row = await teams.insertInvitation({
          teamId,
          role,
          tokenHash: tokenHash(token, "base64url"),
          createdBy: actor.userId,
          expiresAt: new Date(Date.now() + days * day),
        });
        await audit(tx, {
          teamId,
          userId: actor.userId,
          action: "invitation_created",
          detail: `for a new ${role}`,
        });
        await publish(tx, { type: "team_updated", teamId, id: teamId });
        return { ...toInvitation(row), token };
      });
    },

    async revoke(actor: Actor, teamId: string, id: string): Promise<void> {
      requireRight(actor, teamId, "invite");
      await db.transaction(async (tx) => {
        if (!(await createTeamRepository(tx).deleteInvitation(teamId, id)))
          throw new AppError("not_found", "That invitation no longer exists.");
        await audit(tx, { teamId, userId: actor.userId, action: "invitation_withdrawn" });
        await publish(tx, { type: "team_updated", teamId, id: teamId });
      });
    },

    /**
     * Withdraws the open invitations of a person who may no longer invite, which would let them back in, in the
     * caller's transaction.
     *
     * @param by - who took the right away; the person, if they left.
     */
    async withdrawOf(
      tx: Executor,
      { teamId, userId, by }: { teamId: string; userId: string; by: string },
    ): Promise<void> {
      const count = await createTeamRepository(tx).deleteInvitationsBy(teamId, userId);
      if (count === 0) return;
      const detail = `${counted(count, "open invitation")} of a person who may no longer invite`;
      const about = by === userId ? {} : { aboutUserId: userId };
      await audit(tx, { teamId, userId: by, action: "invitation_withdrawn", ...about, detail });
    },

    /** What an invitation offers to the holder of its link. */
    async offered(token: string): Promise<OfferedInvitation> {
      const { invitation, teamName } = await requireOpen(db, token);
      return { teamName, role: invitation.role, expiresAt: invitation.expiresAt.toISOString() };
    },
  };
}

function toInvitation({ id, role, createdAt, expiresAt }: InvitationRow): Invitation {
  return { id, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
