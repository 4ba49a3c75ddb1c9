import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { Role } from "./contract";
import { createTeamRepository } from "./repository";
import { may, type Right, rolesFor, withheldInDemo } from "./rights";

/**
 * The one gate to a team's data: every service calls it before reading or writing.
 *
 * @throws AppError `not_found` if the team is missing or not the actor's, without revealing which.
 */
export function requireTeam(actor: Actor, teamId: string): Role {
  const role = actor.roles[teamId];
  if (!role) throw new AppError("not_found", "Team not found.");
  return role;
}

/**
 * The gate to actions that not every role may take.
 *
 * @throws AppError `not_found` like {@link requireTeam}; `forbidden` with the role that is needed.
 */
export function requireRight(actor: Actor, teamId: string, right: Right): void {
  const role = requireTeam(actor, teamId);
  if (actor.demo && withheldInDemo(right)) refuseDemo();
  if (!may(role, right))
    throw new AppError(
      "forbidden",
      `Only the ${rolesFor(right)} of a team can do this. Your role is ${role}.`,
    );
}

/**
 * {@link requireRight} again under the team's lock: a member who has lost the right since the request arrived must not
 * leave a way back behind.
 */
export async function requireRightStill(
  tx: Executor,
  actor: Actor,
  teamId: string,
  right: Right,
): Promise<void> {
  const role = await createTeamRepository(tx).role(teamId, actor.userId);
  requireRight({ ...actor, roles: role ? { [teamId]: role } : {} }, teamId, right);
}

/**
 * The gate to changes that must not outlast a right, such as what brings data into the team or sends it elsewhere: the
 * actor keeps the right until the transaction ends. Call it before locking rows of the team.
 *
 * @throws AppError `not_found` if they have left or were removed since the request arrived; `forbidden` if their new
 * role doesn't have the right.
 */
export async function holdRight(tx: Executor, actor: Actor, teamId: string, right: Right): Promise<void> {
  await createTeamRepository(tx).hold(teamId);
  await requireRightStill(tx, actor, teamId, right);
}

/** The person, if they are in the team; null for somebody who has left since. */
export async function stillMember(
  tx: Executor,
  teamId: string,
  userId: string | null,
): Promise<string | null> {
  return userId && (await createTeamRepository(tx).role(teamId, userId)) ? userId : null;
}

/** @throws AppError `forbidden` for what the demo doesn't offer. */
export function refuseDemo(): never {
  throw new AppError(
    "forbidden",
    "The demo doesn't include this. Start a free trial to use it with your own team.",
  );
}
