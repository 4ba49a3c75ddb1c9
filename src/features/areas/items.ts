import type { Executor } from "../../server/database";
import { type NextPage, reportEnd } from "../../server/paging/list-cursor";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { type EntryListener, recordChange } from "../journal/service";
import type { AreaItem, AreaSourceType, SourceRef } from "./contract";
import { createItemRepository, type ItemPage, type ItemState } from "./item-repository";
import { createMatchesRepository } from "./matches-repository";
import { requireArea, requireLocked } from "./require-area";

/** What belongs to areas, and what people add to them and take out. */
export function createItems({ db }: { db: Executor }) {
  function decide(
    actor: Actor,
    { teamId, areaId, sourceId }: { teamId: string; areaId: string; sourceId: string },
    state: "hand" | "removed",
    type: AreaSourceType | undefined,
    recorded?: EntryListener,
  ): Promise<{ id: string }> {
    return db.transaction(async (tx) => {
      const area = await requireLocked(tx, actor, teamId, areaId);
      const items = createItemRepository(tx);
      const source = await items.source({ teamId, userId: actor.userId }, sourceId);
      if (!source || (type && type !== source.type))
        throw new AppError("not_found", "This isn't there any more.");
      const before = (await items.state(areaId, sourceId)) ?? null;
      if (state === "removed" && (before === null || before === "removed"))
        throw new AppError("not_found", `This isn't in “${area.name}”.`);
      if (before === state) return { id: sourceId };
      await decideItem(tx, { teamId, areaId, sourceId }, state);
      const title = source.visibleTo === null ? `“${source.title}”` : "a private message";
      const { id: entryId } = await recordChange(
        tx,
        {
          ...{ teamId, userId: actor.userId, action: state === "hand" ? "area.added" : "area.removed" },
          summary:
            state === "hand" ? `Added ${title} to “${area.name}”` : `Took ${title} out of “${area.name}”`,
          changes: [
            {
              ...{ kind: "changed", type: "area_item", id: sourceId },
              before: { areaId, state: before },
              after: { areaId, state },
            },
          ],
        },
        [],
        [{ type: "area_updated", id: areaId, onlyFor: source.visibleTo }],
      );
      recorded?.(entryId);
      return { id: sourceId };
    });
  }

  return {
    async list(
      actor: Actor,
      { teamId, areaId }: { teamId: string; areaId: string },
      { type, ...page }: { type: AreaSourceType } & ItemPage,
      next?: NextPage,
    ): Promise<AreaItem[]> {
      await requireArea(db, actor, teamId, areaId);
      const items = createItemRepository(db);
      const viewer = { teamId, userId: actor.userId };
      const read = { message: items.messages, task: items.tasks, meeting: items.meetings }[type];
      return reportEnd(await read(viewer, areaId, page), page.limit, next);
    },

    add(
      actor: Actor,
      params: { teamId: string; areaId: string },
      { type, id }: SourceRef,
      recorded?: EntryListener,
    ) {
      return decide(actor, { ...params, sourceId: id }, "hand", type, recorded);
    },

    remove(
      actor: Actor,
      params: { teamId: string; areaId: string; sourceId: string },
      recorded?: EntryListener,
    ) {
      return decide(actor, params, "removed", undefined, recorded);
    },
  };
}

/** Gives an item its state, and lets the tasks of a message follow it. @param state - null: as the rules say. */
export async function decideItem(
  tx: Executor,
  { teamId, areaId, sourceId }: { teamId: string; areaId: string; sourceId: string },
  state: ItemState | null,
): Promise<void> {
  const items = createItemRepository(tx);
  await items.setState(teamId, areaId, [sourceId], state);
  const again = await items.tasksOf(teamId, sourceId);
  if (state === null || state === "rule") again.push(sourceId);
  if (again.length > 0) await createMatchesRepository(tx).rejoinSources(again);
}
