import { AppError } from "../../shared/app-error";
import { areaLimits } from "./contract";
import type { createFactRepository } from "./fact-repository";
import type { createAreaRepository } from "./repository";

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
