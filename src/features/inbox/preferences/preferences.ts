import { type Executor, holdLock } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { requireTeam } from "../../teams/service";
import { type MutedSender, mostMutedSenders, mostSavedFilters, type SavedFilter } from "../contract";
import { lowerAscii } from "../message-views";
import { createPreferenceRepository } from "./preference-repository";

/** Keys of the senders that a person has muted in a team. */
export async function mutedBy(db: Executor, userId: string, teamId: string): Promise<ReadonlySet<string>> {
  const rows = await createPreferenceRepository(db, teamId, userId).muted();
  return new Set(rows.map(({ sender }) => sender));
}

export type InboxPreferences = ReturnType<typeof createInboxPreferences>;

/** Muted senders and saved filters: each person's own, in each team. */
export function createInboxPreferences({ db }: { db: Executor }) {
  const own = (actor: Actor, teamId: string, executor: Executor = db) => {
    requireTeam(actor, teamId);
    return createPreferenceRepository(executor, teamId, actor.userId);
  };

  async function listMuted(actor: Actor, teamId: string): Promise<MutedSender[]> {
    const rows = await own(actor, teamId).muted();
    return rows.map(({ sender, name, createdAt }) => ({ sender, name, createdAt: createdAt.toISOString() }));
  }

  async function listFilters(actor: Actor, teamId: string): Promise<SavedFilter[]> {
    return (await own(actor, teamId).filters()).map(({ id, name, query }) => ({ id, name, query }));
  }

  /** The person's other windows follow. */
  const notify = ({ userId }: Actor, teamId: string) =>
    publish(db, { type: "message_updated", teamId, id: teamId, onlyFor: userId });

  return {
    listMuted,
    listFilters,

    /** @throws AppError `conflict` if the person has muted as many as fit. */
    async mute(actor: Actor, teamId: string, { sender, name }: { sender: string; name: string }) {
      const key = lowerAscii(sender);
      await db.transaction(async (tx) => {
        const inside = own(actor, teamId, tx);
        await holdLock(tx, `preferences ${teamId} ${actor.userId}`);
        const muted = await inside.muted();
        if (muted.length >= mostMutedSenders && !muted.some((one) => one.sender === key))
          throw new AppError(
            "conflict",
            `You can mute ${mostMutedSenders.toLocaleString("en-US")} senders. Unmute one first, in Settings → Inbox.`,
          );
        await inside.mute(key, name);
      });
      await notify(actor, teamId);
      return listMuted(actor, teamId);
    },

    async unmute(actor: Actor, teamId: string, sender: string) {
      await own(actor, teamId).unmute(lowerAscii(sender));
      await notify(actor, teamId);
      return listMuted(actor, teamId);
    },

    /** @throws AppError `conflict` if the person has saved as many as fit. */
    async saveFilter(actor: Actor, teamId: string, { name, query }: { name: string; query: string }) {
      await db.transaction(async (tx) => {
        const inside = own(actor, teamId, tx);
        await holdLock(tx, `preferences ${teamId} ${actor.userId}`);
        const saved = await inside.filters();
        if (saved.length >= mostSavedFilters && !saved.some((one) => one.name === name))
          throw new AppError("conflict", `You can save ${mostSavedFilters} filters. Delete one first.`);
        await inside.saveFilter(name, query);
      });
      return listFilters(actor, teamId);
    },

    async deleteFilter(actor: Actor, teamId: string, id: string) {
      await own(actor, teamId).deleteFilter(id);
      return listFilters(actor, teamId);
    },
  };
}
