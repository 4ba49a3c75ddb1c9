import { AppError } from "../../shared/app-error";
import { areaLimits } from "./contract";
import type { createFactRepository } from "./fact-repository";
import type { createAreaRepository } from "./repository";

/** Longest run of the queries that look rules up, to preview them and to let items join (milliseconds). */
export const longestPreview = 5000;
export const longestRejoin = 10_000;
/** What people read then. */
export const rulesTookTooLong = "Looking these rules up took too long. Use longer keywords, or fewer rules.";

/** @throws AppError `conflict` if a team can't have another area, new or restored. Call it while rules are held. */
export async function requireRoomForArea(
  areas: ReturnType<typeof createAreaRepository>,
  teamId: string,
): Promise<void> {
  if ((await areas.count(teamId)) >= areaLimits.areas)
    throw new AppError("conflict", `A team has at most ${areaLimits.areas} areas. Delete one that is done.`);
}

/** @throws AppError `conflict` if an area, which is locked, can't have another fact, new or restored. */
export async function requireRoomForFact(
  facts: ReturnType<typeof createFactRepository>,
  teamId: string,
  areaId: string,
): Promise<void> {
  if ((await facts.count(teamId, areaId)) >= areaLimits.facts)
    throw new AppError(
      "conflict",
      `An area holds at most ${areaLimits.facts} facts. Delete one that no longer matters.`,
    );
}
