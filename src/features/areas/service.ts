import { isDeepStrictEqual } from "node:util";
import { type Executor, limitTime } from "../../server/database";
import { takeTurnsOf } from "../../server/workers/take-turns";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import { recordAudit } from "../audit/service";
import { type EntryListener, recordChange } from "../journal/service";
import { requireTeam } from "../teams/require-team";
import { createChoiceRepository } from "./choice-repository";
import type { Area, AreaColor, AreaDeal, AreaPatch, AreaRules } from "./contract";
import { digestOf } from "./digest";
import { createFactRepository } from "./fact-repository";
import { createFacts } from "./facts";
import { createItemRepository } from "./item-repository";
import { createItems } from "./items";
import { longestPreview, requireRoomForArea, rulesTookTooLong } from "./limits";
import { createMatchesRepository } from "./matches-repository";
import { type CountedArea, createAreaRepository, toRules } from "./repository";
import { areaNotFound, requireArea, requireLocked } from "./require-area";
import { requireSeen } from "./require-seen";
import type { AreaFields } from "./revert";

/**
 * Areas of a large team take long to find what fits them, one after another: many at a time would keep everybody from a
 * connection to the database.
 */
const inTurn = takeTurnsOf({
  mostWaiting: 100,
  crowded: () => new AppError("unavailable", "Too many changes of areas at once. Try again in a moment."),
});

export type AreaService = ReturnType<typeof createAreaService>;

/** Context areas: their rules and what belongs to them. */
export function createAreaService({ db }: { db: Executor }) {
  async function get(actor: Actor, teamId: string, areaId: string, executor: Executor = db): Promise<Area> {
    requireTeam(actor, teamId);
    const [area] = await createAreaRepository(executor).list({ teamId, userId: actor.userId }, { areaId });
    if (!area) throw areaNotFound();
    return toArea(area);
  }

  const change = <Result>(teamId: string, run: (tx: Executor) => Promise<Result>): Promise<Result> =>
    inTurn(teamId, () => db.transaction(run));

  return {
    items: createItems({ db }),
    facts: createFacts({ db }),
    get,

    /**
     * A team's areas.
     *
     * @param sourceId - only those that this message, task or meeting is in.
     */
    async list(actor: Actor, teamId: string, sourceId?: string): Promise<Area[]> {
      requireTeam(actor, teamId);
      const rows = await createAreaRepository(db).list({ teamId, userId: actor.userId }, { sourceId });
      return rows.map(toArea);
    },

    /** Adds an area; what fits its rules joins in the same transaction. */
    create(
      actor: Actor,
      teamId: string,
      { name, color, rules }: { name: string; color: AreaColor; rules: AreaRules },
      recorded?: EntryListener,
    ): Promise<Area> {
      requireTeam(actor, teamId);
      return change(teamId, async (tx) => {
        const areas = createAreaRepository(tx);
        await areas.holdRules(teamId);
        await requireRoomForArea(areas, teamId);
        const { id } = await areas.insert({ teamId, name, color, createdBy: actor.userId });
        await areas.setRules(teamId, id, rules);
        await createMatchesRepository(tx).rejoin(teamId, id, rules);
        const entry = await recordChange(
          tx,
          {
            ...{ teamId, userId: actor.userId, action: "area.created", summary: `Added the area “${name}”` },
            changes: [{ kind: "created", type: "area", id, after: { name, color } }],
          },
          [],
          [{ type: "area_updated", id }],
        );
        recorded?.(entry.id);
        return get(actor, teamId, id, tx);
      });
    },

    /**
     * Changes an area. New rules decide at once what it contains.
     *
     * @throws AppError `conflict` if a field in `expected` differs by now.
     */
    update(
      actor: Actor,
      teamId: string,
      areaId: string,
      { expected, ...patch }: AreaPatch & { expected?: AreaPatch | undefined },
      recorded?: EntryListener,
    ): Promise<Area> {
      requireTeam(actor, teamId);
      return change(teamId, async (tx) => {
        const area = await requireLocked(tx, actor, teamId, areaId);
        const areas = createAreaRepository(tx);
        const rulesBefore = toRules(await areas.rules(teamId, areaId));
        const current: AreaFields = { name: area.name, color: area.color, rules: rulesBefore };
        requireSeen(current, expected, patch);
        const fields = (["name", "color", "rules"] as const).filter(
          (field) => patch[field] !== undefined && !isDeepStrictEqual(patch[field], current[field]),
        );
        if (fields.length === 0) return get(actor, teamId, areaId, tx);
        const { name = area.name, color = area.color, rules } = patch;
        // Before anything else: a new name indexes facts again, which waits for the process that holds the rules.
        if (fields.includes("rules")) await areas.holdRules(teamId);
        await areas.update(teamId, areaId, { name, color });
        if (rules && fields.includes("rules")) {
          await areas.setRules(teamId, areaId, rules);
          await createMatchesRepository(tx).rejoin(teamId, areaId, rules);
        }
        const now: AreaFields = { name, color, rules: toRules(await areas.rules(teamId, areaId)) };
        const only = (values: AreaFields) =>
          Object.fromEntries(fields.map((field) => [field, values[field]]));
        const entry = await recordChange(
          tx,
          {
            ...{
              teamId,
              userId: actor.userId,
              action: "area.changed",
              summary: `Changed the area “${name}”`,
            },
            changes: [{ kind: "changed", type: "area", id: areaId, before: only(current), after: only(now) }],
          },
          [],
          [{ type: "area_updated", id: areaId }],
        );
        recorded?.(entry.id);
        return get(actor, teamId, areaId, tx);
      });
    },

    /** Deletes an area; undo restores it with everything in it. */
    remove(
      actor: Actor,
      { teamId, areaId }: { teamId: string; areaId: string },
      recorded?: EntryListener,
      expected?: AreaPatch,
    ): Promise<{ id: string }> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const { name, color } = await requireLocked(tx, actor, teamId, areaId);
        const areas = createAreaRepository(tx);
        requireSeen({ name, color, rules: toRules(await areas.rules(teamId, areaId)) }, expected);
        await areas.update(teamId, areaId, { deletedAt: new Date() });
        const entry = await recordChange(
          tx,
          {
            ...{
              teamId,
              userId: actor.userId,
              action: "area.deleted",
              summary: `Deleted the area “${name}”`,
            },
            changes: [{ kind: "deleted", type: "area", id: areaId, before: {} }],
          },
          [],
          [{ type: "area_updated", id: areaId }],
        );
        recorded?.(entry.id);
        await recordAudit(tx, { teamId, userId: actor.userId, action: "area_deleted", detail: name });
        return { id: areaId };
      });
    },

    digest: (actor: Actor, of: { teamId: string; areaId: string }) => digestOf(db, actor, of),

    /**
     * What the rules would join, without storing them.
     *
     * @param areaId - the area that they would belong to; undefined: a new one.
     * @throws AppError if it takes too long.
     */
    async preview(actor: Actor, teamId: string, rules: AreaRules, areaId: string | undefined) {
      requireTeam(actor, teamId);
      const viewer = { teamId, userId: actor.userId };
      return limitTime(
        db,
        rulesTookTooLong,
        (tx) => createMatchesRepository(tx).preview(viewer, rules, areaId),
        longestPreview,
      );
    },

    /** People who wrote and companies of the CRMs whose names contain the text; empty: the first ones. */
    async choices(actor: Actor, teamId: string, text: string) {
      requireTeam(actor, teamId);
      const choices = createChoiceRepository(db);
      const [people, companies] = await Promise.all([
        choices.people({ teamId, userId: actor.userId }, text),
        choices.companies(teamId, text),
      ]);
      return { people, companies };
    },

    /** The CRM's deals of the companies in the area's rules. */
    async deals(actor: Actor, teamId: string, areaId: string): Promise<AreaDeal[]> {
      await requireArea(db, actor, teamId, areaId);
      const { companies } = toRules(await createAreaRepository(db).rules(teamId, areaId));
      return createChoiceRepository(db).deals(teamId, companies);
    },
  };
}

export { forgetArea, forgetFact } from "./forget";
export { requireArea } from "./require-area";

/** The deleted areas of a team that are still kept, by words of their names, the last deleted one first. */
export async function listDeletedAreas(
  db: Executor,
  actor: Actor,
  teamId: string,
  words: string,
  limit: number,
) {
  requireTeam(actor, teamId);
  return createAreaRepository(db).deleted(teamId, words, limit);
}

/** Facts of all areas of a team that contain some words, newest first, and how many there are. Deleted ones too. */
export async function searchFacts(db: Executor, actor: Actor, teamId: string, words: string, limit: number) {
  requireTeam(actor, teamId);
  return createFactRepository(db).search(teamId, words, limit);
}

/** An area to begin with. */
export interface SampleArea {
  name: string;
  color: AreaColor;
  rules: AreaRules;
  facts: string[];
}

/** Adds areas to a team, without a change that could be undone. What fits their rules joins. */
export async function storeSampleAreas(
  tx: Executor,
  { teamId, userId }: { teamId: string; userId: string },
  samples: SampleArea[],
): Promise<void> {
  const areas = createAreaRepository(tx);
  const facts = createFactRepository(tx);
  for (const { name, color, rules, facts: texts } of samples) {
    const { id } = await areas.insert({ teamId, name, color, createdBy: userId });
    await areas.setRules(teamId, id, rules);
    await createMatchesRepository(tx).rejoin(teamId, id, rules);
    for (const text of texts)
      await facts.insert({ teamId, areaId: id, text, createdBy: userId, source: null });
  }
}

/** Adds new tasks to an area by hand. @throws AppError `not_found` if the area is missing or another team's. */
export async function addTasksToArea(
  tx: Executor,
  actor: Actor,
  { teamId, areaId, taskIds }: { teamId: string; areaId: string; taskIds: string[] },
): Promise<TeamEvent> {
  // Not locked: new tasks hold their team's rules, for which somebody may wait who has locked the area.
  await requireArea(tx, actor, teamId, areaId);
  await createItemRepository(tx).setState(teamId, areaId, taskIds, "hand");
  return { type: "area_updated", id: areaId };
}

/** Permanently deletes areas and facts of all teams that were deleted before `date`. */
export async function purgeAreas(db: Executor, date: Date): Promise<void> {
  await createFactRepository(db).purge(date);
  await createAreaRepository(db).purge(date);
}

/**
 * After a sync of a CRM, or once its records were removed: contacts may have come to companies that areas follow, or
 * left them. Each area is looked up in a transaction of its own, because whatever arrives for the team waits for it. An
 * area whose rules take too long stays as it is until the next sync, or until its rules change.
 */
export async function followCompanies(db: Executor, teamId: string): Promise<void> {
  for (const id of await createAreaRepository(db).followingCompanies(teamId))
    await db
      .transaction(async (tx) => {
        const areas = createAreaRepository(tx);
        await areas.holdRules(teamId);
        await createMatchesRepository(tx).rejoin(teamId, id, toRules(await areas.rules(teamId, id)));
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
}

function toArea({ id, teamId, name, color, rules, messages, tasks, meetings, createdAt }: CountedArea): Area {
  return {
    ...{ id, teamId, name, color, rules: toRules(rules), counts: { messages, tasks, meetings } },
    createdAt: createdAt.toISOString(),
  };
}
