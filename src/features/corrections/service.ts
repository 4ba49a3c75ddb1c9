import { randomUUID } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { counted } from "../../shared/counted";
import type { TeamEvent } from "../../shared/live-event";
import type { PageAfter } from "../../shared/paging";
import { type EntryListener, recordChange } from "../journal/service";
import { requireTeam } from "../teams/service";
import { learnCorrections } from "./active-corrections";
import { type Correction, type Proposal, shownOfProposal } from "./contract";
import { type CorrectedMessages, findProposed, type ProposedChange, toEffect } from "./proposals";
import { type CorrectionRow, createCorrectionRepository } from "./repository";

/** How many of the latest new messages a proposal checks. */
export const lookedAt = 2000;

export type CorrectionService = ReturnType<typeof createCorrectionService>;

const nothing: Proposal = { correctionIds: [], count: 0, messages: [] };

export function createCorrectionService({ db, messages }: { db: Executor; messages: CorrectedMessages }) {
  /** Each person's latest question. An earlier one still being computed gets the same answer. */
  const asking = new Map<string, { newer?: Promise<Proposal> }>();

  /** What a person's open corrections would change; all, or only the named ones. */
  async function propose(teamId: string, userId: string, only?: string[], isStopped = () => false) {
    const corrections = createCorrectionRepository(db);
    const open = (await corrections.open(teamId, userId)).filter(({ id }) => !only || only.includes(id));
    if (open.length === 0) return { open, proposed: [] };
    const fresh = new Set(open.map(({ id }) => id));
    const all = await corrections.active(teamId, userId, 1000);
    const own = new Set(open.map(({ messageId }) => messageId));
    const latest = await messages.latest(teamId, userId, lookedAt);
    const proposed = await findProposed(
      latest.filter(({ id }) => !own.has(id)),
      {
        before: await learnCorrections(all.filter(({ id }) => !fresh.has(id))),
        after: (await learnCorrections(all)) ?? [],
        fresh,
      },
      isStopped,
    );
    return { open, proposed };
  }

  return {
    async list(actor: Actor, teamId: string, page: PageAfter) {
      requireTeam(actor, teamId);
      const { total, rows } = await createCorrectionRepository(db).list(teamId, actor.userId, page);
      return { total, corrections: rows.map(({ correction, changed }) => toCorrection(correction, changed)) };
    },

    /** Which similar messages the actor's latest corrections would change. */
    proposal(actor: Actor, teamId: string): Promise<Proposal> {
      requireTeam(actor, teamId);
      const key = `${teamId} ${actor.userId}`;
      const question: { newer?: Promise<Proposal> } = {};
      const answer = async (): Promise<Proposal> => {
        try {
          const isStopped = () => question.newer !== undefined;
          const { open, proposed } = await propose(teamId, actor.userId, undefined, isStopped);
          if (question.newer) return await question.newer;
          return proposed.length === 0 ? nothing : toProposal(open, proposed);
        } finally {
          if (asking.get(key) === question) asking.delete(key);
        }
      };
      const answered = answer();
      const before = asking.get(key);
      if (before) before.newer = answered;
      asking.set(key, question);
      return answered;
    },

    /**
     * Applies the actor's corrections to the similar messages as one change, or only to their own messages.
     *
     * @throws AppError `not_found` if none of them is undecided; `changed_since` if more messages would change than
     * expected.
     */
    async answer(
      actor: Actor,
      teamId: string,
      {
        correctionIds,
        apply,
        expected,
      }: { correctionIds: string[]; apply: boolean; expected?: { count: number } | undefined },
      recorded?: EntryListener,
    ): Promise<{ changed: number }> {
      requireTeam(actor, teamId);
      const { open, proposed } = apply
        ? await propose(teamId, actor.userId, correctionIds)
        : { open: await createCorrectionRepository(db).open(teamId, actor.userId), proposed: [] };
      const ids = open.map(({ id }) => id).filter((id) => correctionIds.includes(id));
      const answered = () => new AppError("not_found", "This correction has already been applied or undone.");
      if (ids.length === 0) throw answered();
      if (expected && proposed.length > expected.count)
        throw new AppError("changed_since", "More similar messages would change by now.");
      const applyId = randomUUID();
      const changedIds = proposed.map(({ message }) => message.id);
      await db.transaction(async (tx) => {
        const corrections = createCorrectionRepository(tx);
        // A simultaneous answer waits here, then finds it answered.
        const taken = await corrections.answer(teamId, ids, apply ? "applied" : "declined");
        if (taken.length < ids.length) throw answered();
        await corrections.addEffects(proposed.map((one) => toEffect(teamId, applyId, one)));
        await messages.applyOverrides(tx, teamId, changedIds);
        const entry = await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: apply ? "correction.applied" : "correction.declined",
            summary: apply ? applied(changedIds.length) : "Applied a correction to its own message only",
            changes: [
              ...(apply
                ? [{ kind: "created" as const, type: "correction_run" as const, id: applyId, after: { ids } }]
                : []),
              ...ids.map((id) => ({
                kind: "changed" as const,
                type: "correction" as const,
                id,
                before: { answer: "open" },
                after: { answer: apply ? "applied" : "declined" },
              })),
            ],
          },
          [],
          [
            ...correctionEvents(open.filter(({ id }) => ids.includes(id))),
            ...(await messages.events(tx, teamId, changedIds)),
          ],
        );
        recorded?.(entry.id);
      });
      return { changed: changedIds.length };
    },

    /** How many messages these decisions of {@link answer} have changed. */
    async answered(actor: Actor, teamId: string, applyIds: string[]): Promise<{ changed: number }> {
      requireTeam(actor, teamId);
      return { changed: await createCorrectionRepository(db).changedBy(teamId, applyIds) };
    },

    /** Removes a correction and everything it changed. */
    async remove(actor: Actor, id: string, recorded?: EntryListener): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const corrections = createCorrectionRepository(tx);
        const correction = await corrections.find(Object.keys(actor.roles), actor.userId, id);
        if (!correction) throw new AppError("not_found", "Correction not found.");
        const { teamId } = correction;
        await corrections.update(teamId, [id], { removedAt: new Date() });
        const changed = await corrections.messagesOf(teamId, id);
        await messages.applyOverrides(tx, teamId, changed);
        const entry = await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "correction.removed",
            summary: `Removed the correction of “${correction.visibleTo === null ? correction.title : "a private message"}”`,
            changes: [{ kind: "deleted", type: "correction", id, before: {} }],
          },
          [],
          [
            { type: "corrections_updated", id, onlyFor: correction.visibleTo },
            ...(await messages.events(tx, teamId, [correction.messageId, ...changed])),
          ],
        );
        recorded?.(entry.id);
        return { id };
      });
    },
  };
}

/** Events for open screens about corrections: one for each audience. */
function correctionEvents(corrections: CorrectionRow[]): TeamEvent[] {
  const first = new Map(corrections.map((correction) => [correction.visibleTo, correction.id]));
  return [...first].map(([onlyFor, id]) => ({ type: "corrections_updated", id, onlyFor }));
}

const applied = (count: number) => `Applied a correction to ${counted(count, "similar message")}`;

function toProposal(open: CorrectionRow[], proposed: ProposedChange[]): Proposal {
  return {
    correctionIds: open.map(({ id }) => id),
    count: proposed.length,
    messages: proposed.slice(0, shownOfProposal).map(({ message, changes }) => ({
      id: message.id,
      title: message.title,
      sender: message.sender,
      createdAt: message.createdAt.toISOString(),
      changes,
    })),
  };
}

function toCorrection(row: CorrectionRow, changed: number): Correction {
  const { id, messageId, title, sender, traits, userId, answer, field, shown, value } = row;
  return {
    id,
    messageId,
    title,
    sender,
    address: traits.sender?.includes("@") ? traits.sender : null,
    list: traits.list,
    subject: traits.subject,
    userId,
    answer,
    field,
    from: shown[field],
    to: value,
    changed,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Permanently deletes corrections of all teams that were removed before `date`. */
export function purgeCorrections(db: Executor, date: Date): Promise<void> {
  return createCorrectionRepository(db).purgeRemovedBefore(date);
}

/** Removes the corrections of messages that are about to be deleted, with all their effects on other messages. */
export async function removeCorrectionsOf(
  tx: Executor,
  messages: Pick<CorrectedMessages, "applyOverrides">,
  teamId: string,
  messageIds: string[],
): Promise<TeamEvent[]> {
  const corrections = createCorrectionRepository(tx);
  const removed = await corrections.ofMessages(teamId, messageIds);
  for (const { id } of removed) {
    await corrections.update(teamId, [id], { removedAt: new Date() });
    await messages.applyOverrides(tx, teamId, await corrections.messagesOf(teamId, id));
  }
  return correctionEvents(removed);
}
