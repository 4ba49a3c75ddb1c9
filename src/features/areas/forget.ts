import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { eraseAreaNames } from "../audit/service";
import { changesOf, eraseChanges, replaceInSummaries } from "../journal/service";
import { requireTeam } from "../teams/require-team";
import { createFactRepository } from "./fact-repository";
import { createAreaRepository } from "./repository";
import { areaNotFound } from "./require-area";

/*
 * Deletes for good: no undo, and no text stays in the journal or the audit log. Changes are erased before the area is
 * locked, because undo locks in this order too, and again after it, because others may have changed it meanwhile.
 */

/**
 * Deletes a fact for good, also a deleted one.
 *
 * @param only - `deleted`: not one that has been restored, such as by an undo elsewhere than where it was deleted.
 * @throws AppError `not_found` if it is missing or another team's; `changed_since` if it isn't deleted as expected.
 */
export async function forgetFact(
  tx: Executor,
  actor: Actor,
  teamId: string,
  id: string,
  only?: "deleted",
): Promise<void> {
  requireTeam(actor, teamId);
  const facts = createFactRepository(tx);
  const areaId = await facts.areaOf(teamId, id);
  if (!areaId) throw new AppError("not_found", "Fact not found.");
  await eraseChanges(tx, teamId, [id]);
  await createAreaRepository(tx).lock(teamId, areaId);
  if (only === "deleted" && (await facts.lock(teamId, id)))
    throw new AppError("changed_since", "This fact has been restored since.");
  await facts.erase(teamId, id);
  await eraseChanges(tx, teamId, [id]);
  await publish(tx, { type: "area_updated", id: areaId, teamId });
}

/**
 * Deletes an area for good, also a deleted one, with its rules and facts; messages, tasks, meetings and chats stay.
 *
 * @returns the facts it had, deleted ones included.
 * @throws AppError `not_found` if it is missing or another team's.
 */
export async function forgetArea(tx: Executor, actor: Actor, teamId: string, id: string): Promise<string[]> {
  requireTeam(actor, teamId);
  const areas = createAreaRepository(tx);
  // Before they are erased.
  const names = await earlierNames(tx, teamId, id);
  await eraseChanges(tx, teamId, [id]);
  const area = await areas.lock(teamId, id);
  if (!area) throw areaNotFound();
  const { name } = area;
  const current = await createFactRepository(tx).idsOf(teamId, id);
  const facts = new Set([...current, ...(await deletedFacts(tx, teamId, id))]);
  const everyName = new Set([...names, name, ...(await earlierNames(tx, teamId, id))]);
  for (const each of everyName)
    for (const before of ["area ", "of ", "to "])
      await replaceInSummaries(tx, teamId, "area.", {
        from: `${before}“${each}”`,
        to: `${before}a deleted area`,
      });
  await eraseAreaNames(tx, teamId, [...everyName]);
  await areas.remove(teamId, id);
  await eraseChanges(tx, teamId, [id, ...facts]);
  await publish(tx, { type: "area_updated", id, teamId });
  return [...facts];
}

/** The facts of an area whose deletion could still be undone. */
async function deletedFacts(tx: Executor, teamId: string, areaId: string): Promise<string[]> {
  const changes = await changesOf(tx, teamId, "area_fact");
  return changes.filter((one) => one.kind === "deleted" && one.before.areaId === areaId).map(({ id }) => id);
}

/** The names that an area had before it was renamed. */
async function earlierNames(tx: Executor, teamId: string, areaId: string): Promise<string[]> {
  const changes = await changesOf(tx, teamId, "area");
  return changes
    .filter(({ id }) => id === areaId)
    .flatMap((one) => [
      one.kind === "created" ? undefined : one.before.name,
      one.kind === "deleted" ? undefined : one.after.name,
    ])
    .filter((name) => typeof name === "string");
}
