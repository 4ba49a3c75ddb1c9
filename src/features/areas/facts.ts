import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { type EntryListener, recordChange } from "../journal/service";
import type { AreaFact, SourceRef } from "./contract";
import { createFactRepository, type FactRow, type ListedFact } from "./fact-repository";
import { createItemRepository } from "./item-repository";
import { requireRoomForFact } from "./limits";
import { requireArea, requireLocked } from "./require-area";

/** What people pin to areas. */
export function createFacts({ db }: { db: Executor }) {
  async function listed(executor: Executor, actor: Actor, fact: FactRow): Promise<AreaFact> {
    const viewer = { teamId: fact.teamId, userId: actor.userId };
    const [own] = await createFactRepository(executor).list(viewer, fact.areaId, fact.id);
    return toFact(own as ListedFact);
  }

  async function requireFact(tx: Executor, teamId: string, areaId: string, id: string): Promise<FactRow> {
    const fact = await createFactRepository(tx).lock(teamId, id);
    if (fact?.areaId !== areaId) throw new AppError("not_found", "Fact not found.");
    return fact;
  }

  return {
    async list(actor: Actor, teamId: string, areaId: string): Promise<AreaFact[]> {
      await requireArea(db, actor, teamId, areaId);
      return (await createFactRepository(db).list({ teamId, userId: actor.userId }, areaId)).map(toFact);
    },

    async get(
      actor: Actor,
      { teamId, areaId, factId }: { teamId: string; areaId: string; factId: string },
    ): Promise<AreaFact> {
      await requireArea(db, actor, teamId, areaId);
      const viewer = { teamId, userId: actor.userId };
      const [fact] = await createFactRepository(db).list(viewer, areaId, factId);
      if (!fact) throw new AppError("not_found", "Fact not found.");
      return toFact(fact);
    },

    add(
      actor: Actor,
      teamId: string,
      areaId: string,
      { text, source = null }: { text: string; source?: SourceRef | null | undefined },
      recorded?: EntryListener,
    ): Promise<AreaFact> {
      return db.transaction(async (tx) => {
        const area = await requireLocked(tx, actor, teamId, areaId);
        const facts = createFactRepository(tx);
        await requireRoomForFact(facts, teamId, areaId);
        if (source) {
          const found = await createItemRepository(tx).source({ teamId, userId: actor.userId }, source.id);
          if (found?.type !== source.type)
            throw new AppError("not_found", "The source of this fact isn't there any more.");
        }
        const fact = await facts.insert({ teamId, areaId, text, source, createdBy: actor.userId });
        const { id: entryId } = await recordChange(
          tx,
          {
            ...{ teamId, userId: actor.userId, action: "area.fact_added" },
            summary: `Pinned a fact to “${area.name}”`,
            changes: [{ kind: "created", type: "area_fact", id: fact.id, after: {} }],
          },
          [],
          [{ type: "area_updated", id: areaId }],
        );
        recorded?.(entryId);
        return listed(tx, actor, fact);
      });
    },

    reword(
      actor: Actor,
      { teamId, areaId, factId }: { teamId: string; areaId: string; factId: string },
      { text, expected }: { text: string; expected?: { text: string } | undefined },
      recorded?: EntryListener,
    ): Promise<AreaFact> {
      return db.transaction(async (tx) => {
        const area = await requireLocked(tx, actor, teamId, areaId);
        const before = await requireFact(tx, teamId, areaId, factId);
        if (before.text === text) return listed(tx, actor, before);
        requireText(before, expected?.text);
        const fact = await createFactRepository(tx).setText(teamId, factId, text);
        const { id: entryId } = await recordChange(
          tx,
          {
            ...{ teamId, userId: actor.userId, action: "area.fact_changed" },
            summary: `Changed a fact of “${area.name}”`,
            changes: [
              {
                kind: "changed",
                type: "area_fact",
                id: factId,
                before: { text: before.text },
                after: { text },
              },
            ],
          },
          [],
          [{ type: "area_updated", id: areaId }],
        );
        recorded?.(entryId);
        return listed(tx, actor, fact);
      });
    },

    remove(
      actor: Actor,
      { teamId, areaId, factId }: { teamId: string; areaId: string; factId: string },
      recorded?: EntryListener,
      expectedText?: string,
    ): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const area = await requireLocked(tx, actor, teamId, areaId);
        const fact = await requireFact(tx, teamId, areaId, factId);
        requireText(fact, expectedText);
        const { text, sourceType, sourceId, createdBy, createdAt } = fact;
        await createFactRepository(tx).remove(teamId, factId);
        const { id: entryId } = await recordChange(
          tx,
          {
            ...{ teamId, userId: actor.userId, action: "area.fact_deleted" },
            summary: `Deleted a fact of “${area.name}”`,
            changes: [
              {
                ...{ kind: "deleted", type: "area_fact", id: factId },
                before: {
                  ...{ areaId, text, createdBy, createdAt: createdAt.toISOString() },
                  source: sourceType && sourceId ? { type: sourceType, id: sourceId } : null,
                },
              },
            ],
          },
          [],
          [{ type: "area_updated", id: areaId }],
        );
        recorded?.(entryId);
        return { id: factId };
      });
    },
  };
}

/** @throws AppError `changed_since` if somebody has reworded a fact that the person saw with other words. */
function requireText({ text }: FactRow, expected: string | undefined): void {
  if (expected !== undefined && text !== expected)
    throw new AppError("changed_since", "Somebody has reworded this fact since.");
}

function toFact({ id, areaId, text, sourceType, sourceId, sourceTitle, createdAt }: ListedFact): AreaFact {
  return {
    ...{ id, areaId, text, createdAt: createdAt.toISOString() },
    source:
      sourceType && sourceId && sourceTitle !== null
        ? { type: sourceType, id: sourceId, title: sourceTitle }
        : null,
  };
}
