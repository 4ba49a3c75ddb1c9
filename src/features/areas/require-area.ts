import { isDeepStrictEqual } from "node:util";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { requireTeam } from "../teams/require-team";
import { type AreaPatch, companyKey } from "./contract";
import { type AreaRow, createAreaRepository } from "./repository";
import type { AreaFields } from "./revert";

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

/**
 * @param expected - what the person has seen.
 * @param wanted - values that are as good, because the person sets them.
 * @throws AppError `changed_since` if an area has others by now.
 */
export function requireSeen(now: AreaFields, expected: AreaPatch = {}, wanted: AreaPatch = {}): void {
  const differs = (field: keyof AreaFields, values: AreaPatch) =>
    values[field] !== undefined && !isDeepStrictEqual(inOrder(values)[field], inOrder(now)[field]);
  const changed = (["name", "color", "rules"] as const).filter(
    (field) => differs(field, expected) && (wanted[field] === undefined || differs(field, wanted)),
  );
  if (changed.length > 0) throw new AppError("changed_since", "Somebody has changed this area since.");
}

/** Rules in the same order, however they were entered; and of people and companies only what tells them apart. */
const inOrder = ({ rules, ...others }: AreaPatch) => ({
  ...others,
  rules: rules && [
    rules.people.map(({ key }) => key).sort(),
    rules.channels.toSorted(),
    rules.keywords.toSorted(),
    rules.companies.map(companyKey).sort(),
  ],
});
