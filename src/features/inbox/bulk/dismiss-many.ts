import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { counted } from "../../../shared/counted";
import { type EntryListener, recordChange } from "../../journal/service";
import { requireTeam } from "../../teams/service";
import { type Correction, correct } from "../correct";
import { eventsOf } from "../message-events";
import type { ManyDismissed } from "./contract";
import { inOneStep, lockMany } from "./many-at-once";

/**
 * Marks many messages as not a task, with one entry in the journal. As with one message, the team's engine learns
 * from each.
 *
 * @param recorded - receives the entry's id.
 * @returns how many it changed.
 * @throws AppError as `lockMany`.
 */
export async function dismissMany(
  db: Executor,
  actor: Actor,
  teamId: string,
  many: ManyDismissed,
  recorded?: EntryListener,
): Promise<{ changed: number }> {
  requireTeam(actor, teamId);
  return inOneStep(db, many, async (tx) => {
    const ids: string[] = [];
    const learned: Correction[] = [];
    for (const message of await lockMany(tx, teamId, actor.userId, many)) {
      if (!message.aiAnalysis?.hasTask) continue;
      const one = await correct(tx, actor.userId, message, { hasTask: false }, false);
      if (one.changes.length === 0) continue;
      ids.push(message.id);
      learned.push(one);
    }
    if (ids.length === 0) return { changed: 0 };
    const { id } = await recordChange(
      tx,
      {
        ...{ teamId, userId: actor.userId, action: "messages.dismissed" },
        summary: `Marked ${counted(ids.length, "message")} as not a task`,
        changes: learned.flatMap(({ changes }) => changes),
      },
      [],
      [
        ...(await eventsOf(tx, teamId, "message_updated", ids)),
        ...learned.flatMap(({ events }) => events.filter(({ type }) => type === "corrections_updated")),
      ],
    );
    recorded?.(id);
    return { changed: ids.length };
  });
}
