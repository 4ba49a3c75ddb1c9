import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { Role } from "./contract";
import { createTeamRepository } from "./repository";
import { may, type Right, rolesFor, withheldInDemo } from "./rights";

/**
 * The one gate to a team's data: every service passes it before it reads or writes.
 *
 * @throws AppError `not_found` when the team is missing or not the actor's, without telling which.
 */
export function requireTeam(actor: Actor, teamId: string): Role {
  const role = actor.roles[teamId];
  if (!role) throw new AppError("not_found", "Team not found.");
  return role;
}

/**
 * The gate to what not every member may do.
 *
 * @throws AppError `not_found` as {@link requireTeam}; `forbidden` with the role that is needed.
 */
export function requireRight(actor: Actor, teamId: string, right: Right): void {
  const role = requireTeam(actor, teamId);
  if (actor.demo && withheldInDemo(right)) refuseDemo();
  if (!may(role, right))
    throw new AppError("forbidden", `Only the ${rolesFor(right)} of a team may do this; you are ${role}.`);
}

/**
 * The gate to what must not outlast a membership: whoever is let through stays in the team until the transaction ends.
 * To be passed before rows of the team are locked.
 *
 * @throws AppError `not_found` when they have left it, or were removed, since the request came.
 */
export async function requireStillMember(tx: Executor, teamId: string, userId: string): Promise<void> {
  const teams = createTeamRepository(tx);
  await teams.hold(teamId);
  if (!(await teams.role(teamId, userId))) throw new AppError("not_found", "Team not found.");
}

/** @throws AppError `forbidden` for what a demonstration leaves out. */
export function refuseDemo(): never {
  throw new AppError(
    "forbidden",
    "The demonstration leaves this out. Start a free trial to use it with your own team.",
  );
}
