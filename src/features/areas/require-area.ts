import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { requireTeam } from "../teams/require-team";
import { type AreaRow, createAreaRepository } from "./repository";

export const areaNotFound = () => new AppError("not_found", "Area not found.");

/** An area of the actor's team. @throws AppError `not_found` if it is missing, deleted or another team's. */
export async function requireArea(db: Executor, actor: Actor, teamId: string, id: string): Promise<AreaRow> {
  requireTeam(actor, teamId);
  const area = await createAreaRepository(db).find(teamId, id);
  if (!area) throw areaNotFound();
  return area;
}

/** Like {@link requireArea}, locked until the transaction ends. */
export async function requireLocked(
  tx: Executor,
  actor: Actor,
  teamId: string,
  id: string,
): Promise<AreaRow> {
  requireTeam(actor, teamId);
  const area = await createAreaRepository(tx).lock(teamId, id);
  if (!area || area.deletedAt) throw areaNotFound();
  return area;
}
