import { randomUUID } from "node:crypto";
import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { counted, ofThese } from "../../../shared/counted";
import { type EntryListener, recordChange } from "../../journal/service";
import { requireTeam } from "../../teams/service";
import { eventsOf } from "../message-events";
import type { MessageRow } from "../repository";
import { createBulkRepository, type SnoozedRow } from "./bulk-repository";
import type { ManySnoozed } from "./contract";
import { inOneStep, lockMany } from "./many-at-once";

/**
 * Takes many messages out of Requires Action until a time, with one entry in the journal.
 *
 * @param recorded - receives the entry's id.
 * @returns how many it changed.
 * @throws AppError as `lockMany`; `changed_since` if one isn't snoozed as expected.
 */
export async function snoozeMany(
  db: Executor,
  actor: Actor,
  teamId: string,
  many: ManySnoozed,
  recorded?: EntryListener,
): Promise<{ changed: number }> {
  requireTeam(actor, teamId);
  const until = new Date(many.until);
  return inOneStep(db, many, async (tx) => {
    const waiting = (await lockMany(tx, teamId, actor.userId, many)).filter(
      ({ status, snoozedUntil }) => status !== "resolved" && snoozedUntil?.getTime() !== until.getTime(),
    );
    const rows = asExpected(waiting, many);
    if (rows.length === 0) return { changed: 0 };
    const ids = rows.map(({ id }) => id);
    await createBulkRepository(tx).set(teamId, ids, { snoozedUntil: until, snoozedBy: actor.userId });
    const before = rows.map(
      ({ id, snoozedUntil, snoozedBy }): SnoozedRow => ({
        id,
        before: snoozedUntil?.toISOString() ?? null,
        by: snoozedBy,
      }),
    );
    const { id } = await recordChange(
      tx,
      {
        ...{ teamId, userId: actor.userId, action: "messages.snoozed" },
        summary: `Snoozed ${counted(ids.length, "message")}`,
        changes: [
          {
            ...{ kind: "changed", type: "messages", id: randomUUID() },
            ...{ before: { rows: before }, after: { snoozedUntil: until.toISOString() } },
          },
        ],
      },
      [],
      await eventsOf(tx, teamId, "message_updated", ids),
    );
    recorded?.(id);
    return { changed: ids.length };
  });
}

/** Those that are snoozed as the person saw. @throws AppError `changed_since` if others aren't to be skipped. */
function asExpected(rows: MessageRow[], many: ManySnoozed): MessageRow[] {
  if (!("ids" in many)) return rows;
  const { expected = {}, skipChanged } = many;
  const isAsSeen = ({ id, snoozedUntil }: MessageRow) => {
    const seen = expected[id];
    if (seen === undefined) return true;
    return snoozedUntil?.getTime() === (seen === null ? undefined : Date.parse(seen));
  };
  const same = rows.filter(isAsSeen);
  if (same.length < rows.length && !skipChanged)
    throw new AppError(
      "changed_since",
      `${ofThese(rows.length - same.length, rows.length, "message")} changed since.`,
    );
  return same;
}
