import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { Role } from "./contract";
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

/** @throws AppError `forbidden` for what a demonstration leaves out. */
export function refuseDemo(): never {
  throw new AppError(
    "forbidden",
    "The demonstration leaves this out. Start a free trial to use it with your own team.",
  );
}
