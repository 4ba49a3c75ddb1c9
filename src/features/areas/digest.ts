import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { instantOf, localTime, mondayOf } from "../triage/dates/calendar";
import type { AreaDigest } from "./contract";
import { createDigestRepository } from "./digest-repository";
import { requireArea } from "./require-area";

/** The week of an area, in rows. @param now - default: now. */
export async function digestOf(
  db: Executor,
  actor: Actor,
  { teamId, areaId }: { teamId: string; areaId: string },
  now = new Date(),
): Promise<AreaDigest> {
  await requireArea(db, actor, teamId, areaId);
  const digest = createDigestRepository(db, teamId, areaId);
  const timeZone = await digest.timeZone(actor.userId);
  const monday = mondayOf(localTime(now, timeZone).day);
  const startOf = (day: number) => instantOf(day, { hour: 0, minute: 0 }, timeZone);
  const week = { from: startOf(monday), before: startOf(monday + 7) };
  const [decided, done, due, open] = await Promise.all([
    digest.decided(week),
    digest.done(week),
    digest.due(week),
    digest.others(week),
  ]);
  return {
    ...{ from: week.from.toISOString(), before: week.before.toISOString(), decided },
    ...{ done: done.lines, due: due.lines, open: open.lines },
    more: { done: done.more, due: due.more, open: open.more },
  };
}
