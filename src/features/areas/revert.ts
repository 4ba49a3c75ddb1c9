import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../shared/app-error";
import type { Revert } from "../journal/service";
import type { AreaColor, AreaRules, SourceRef } from "./contract";
import { createFactRepository } from "./fact-repository";
import { createItemRepository, type ItemState } from "./item-repository";
import { decideItem } from "./items";
import { requireRoomForArea, requireRoomForFact } from "./limits";
import { createMatchesRepository } from "./matches-repository";
import { createAreaRepository, toRules } from "./repository";

/** What a change of an area keeps, to compare and to restore. */
export interface AreaFields {
  name: string;
  color: AreaColor;
  rules: AreaRules;
}

/** Undoes adding, changing or deleting an area. */
export const revertArea: Revert = async (tx, teamId, change) => {
  const areas = createAreaRepository(tx);
  const current = await areas.lock(teamId, change.id);
  if (!current) throw new AppError("conflict", "The area no longer exists.");
  const effect = { events: [{ type: "area_updated" as const, id: change.id }], facts: [] };
  if (change.kind === "deleted") {
    if (!current.deletedAt) throw new AppError("conflict", "The area has already been restored.");
    await areas.holdRules(teamId);
    await requireRoomForArea(areas, teamId);
    await areas.update(teamId, change.id, { deletedAt: null });
    // What arrived meanwhile joins now.
    await createMatchesRepository(tx).rejoin(
      teamId,
      change.id,
      toRules(await areas.rules(teamId, change.id)),
    );
    return effect;
  }
  if (current.deletedAt) throw new AppError("conflict", `“${current.name}” has been deleted since.`);
  if (change.kind === "created") {
    await areas.update(teamId, change.id, { deletedAt: new Date() });
    return effect;
  }
  const before = change.before as Partial<AreaFields>;
  const after = change.after as Partial<AreaFields>;
  const rules = toRules(await areas.rules(teamId, change.id));
  const now: AreaFields = { name: current.name, color: current.color, rules };
  const changed = (Object.keys(after) as (keyof AreaFields)[]).some(
    (field) => !isDeepStrictEqual(now[field], after[field]),
  );
  if (changed)
    throw new AppError("conflict", `“${current.name}” has changed since, so this can't be undone.`);
  const { rules: rulesBefore, ...fields } = before;
  if (rulesBefore) await areas.holdRules(teamId);
  if (Object.keys(fields).length > 0) await areas.update(teamId, change.id, fields);
  if (rulesBefore) {
    await areas.setRules(teamId, change.id, rulesBefore);
    await createMatchesRepository(tx).rejoin(teamId, change.id, rulesBefore);
  }
  return effect;
};

/** Undoes adding something to an area, or taking it out. */
export const revertAreaItem: Revert = async (tx, teamId, change, userId) => {
  const { before, after } = change as unknown as {
    before: { areaId: string; state: ItemState | null };
    after: { areaId: string; state: ItemState };
  };
  const area = await createAreaRepository(tx).lock(teamId, after.areaId);
  if (!area || area.deletedAt) throw new AppError("conflict", "The area has been deleted since.");
  const items = createItemRepository(tx);
  const source = await items.source({ teamId, userId }, change.id);
  if (!source) throw new AppError("conflict", "This isn't there any more.");
  if ((await items.state(area.id, change.id)) !== after.state)
    throw new AppError("conflict", `“${area.name}” has changed since, so this can't be undone.`);
  await decideItem(tx, { teamId, areaId: area.id, sourceId: change.id }, before.state);
  return { events: [{ type: "area_updated", id: area.id, onlyFor: source.visibleTo }], facts: [] };
};

/** Undoes pinning, rewording or deleting a fact. */
export const revertAreaFact: Revert = async (tx, teamId, change) => {
  const facts = createFactRepository(tx);
  const events = (id: string) => ({ events: [{ type: "area_updated" as const, id }], facts: [] });
  if (change.kind === "deleted") {
    const { areaId, text, createdBy, createdAt, source } = change.before as {
      areaId: string;
      text: string;
      createdBy: string | null;
      createdAt: string;
      source: SourceRef | null;
    };
    const area = await createAreaRepository(tx).lock(teamId, areaId);
    if (!area || area.deletedAt) throw new AppError("conflict", "The area has been deleted since.");
    if (await facts.lock(teamId, change.id))
      throw new AppError("conflict", "The fact has already been restored.");
    await requireRoomForFact(facts, teamId, areaId);
    if (await facts.restore(teamId, change.id)) return events(areaId);
    // Deleted by a version that kept its words only in the journal.
    await facts.insert({
      id: change.id,
      teamId,
      areaId,
      text,
      createdBy,
      source,
      createdAt: new Date(createdAt),
    });
    return events(areaId);
  }
  const fact = await facts.lock(teamId, change.id);
  if (!fact) throw new AppError("conflict", "The fact has been deleted since.");
  if (change.kind === "created") await facts.remove(teamId, change.id);
  else {
    if (fact.text !== change.after.text)
      throw new AppError("conflict", "The fact has changed since, so this can't be undone.");
    await facts.setText(teamId, change.id, String(change.before.text));
  }
  return events(fact.areaId);
};
