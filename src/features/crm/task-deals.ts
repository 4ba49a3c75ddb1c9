import type { z } from "zod";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { taskNotFound } from "../tasks/contract";
import { hasTask, lockSynced } from "../tasks/synced-tasks";
import { requireTeam } from "../teams/require-team";
import type { CrmDealView, setTaskDeal, TaskDeal, TaskDealState } from "./contract";
import { crmName } from "./crm-facts";
import { createDealRepository, type DealLink } from "./records/deal-repository";
import { createLinkRepository } from "./tasks/link-repository";

/** Most deals to choose from at once. */
const mostChoices = 20;

/** Which deal a task belongs to. */
export function createTaskDeals(db: Executor) {
  async function dealOf(executor: Executor, teamId: string, taskId: string): Promise<TaskDeal> {
    const deals = createDealRepository(executor, teamId);
    const link = await deals.linkOf(taskId);
    const deal = link?.dealId ? await deals.find(link.connectionId, link.dealId) : undefined;
    return {
      deal: deal ?? null,
      provider: link?.provider ?? null,
      written: link?.written ?? false,
      origin: link?.origin ?? null,
      state: link ? stateOf(link) : null,
      sample: link?.sample ?? false,
      choices: await deals.hasChoices(),
    };
  }

  return {
    /** Open deals to choose from. */
    async list(actor: Actor, teamId: string, text: string): Promise<CrmDealView[]> {
      requireTeam(actor, teamId);
      return createDealRepository(db, teamId).search(text, mostChoices);
    },

    /** @throws AppError `not_found` if the team has no such task. */
    async ofTask(actor: Actor, teamId: string, taskId: string): Promise<TaskDeal> {
      requireTeam(actor, teamId);
      if (!(await hasTask(db, teamId, taskId))) throw new AppError("not_found", taskNotFound);
      return dealOf(db, teamId, taskId);
    },

    /**
     * Links a task to a deal, or to none. The next sync writes it into the CRM, or removes it there.
     *
     * @throws AppError `changed_since` if it isn't as expected; `conflict` if the CRM has the task and would have to
     *   move it to another deal.
     */
    async setOfTask(
      actor: Actor,
      teamId: string,
      taskId: string,
      { deal: chosen, expected }: z.output<NonNullable<typeof setTaskDeal.body>>,
    ): Promise<TaskDeal> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const task = await lockSynced(tx, teamId, taskId);
        if (!task || task.deletedAt) throw new AppError("not_found", taskNotFound);
        const deals = createDealRepository(tx, teamId);
        const current = await deals.linkOf(taskId);
        const same = chosen && current && isSame(chosen, current);
        if (expected) {
          // A deal that is gone was shown as none.
          const shown =
            current?.dealId && (await deals.find(current.connectionId, current.dealId)) ? current : null;
          if (!isSeen(expected.deal, shown) && !isSeen(chosen, shown))
            throw new AppError("changed_since", "Somebody has changed the deal of this task since.");
        }
        // Of a CRM that isn't synced, only the link goes.
        const inCrm = current?.synced && (current.written || current.creating);
        if (inCrm && !same && (chosen || current.origin === "crm"))
          throw new AppError("conflict", whyNot(current));
        if (inCrm)
          await linksOf(tx, teamId, current).update(taskId, { unlinkedAt: same ? null : new Date() });
        else {
          const deal = chosen && (await deals.find(chosen.connectionId, chosen.dealId));
          if (chosen && !deal) throw new AppError("not_found", "This deal doesn't exist any more.");
          if (current) await linksOf(tx, teamId, current).remove(taskId);
          if (chosen)
            await linksOf(tx, teamId, chosen).insert({ taskId, origin: "zippy", dealId: chosen.dealId });
        }
        await publish(tx, { type: "crm_updated", teamId, id: taskId });
        return dealOf(tx, teamId, taskId);
      });
    },
  };
}

const linksOf = (tx: Executor, teamId: string, { connectionId }: { connectionId: string }) =>
  createLinkRepository(tx, { teamId, id: connectionId });

const isSame = (chosen: { connectionId: string; dealId: string }, link: DealLink): boolean =>
  chosen.connectionId === link.connectionId && chosen.dealId === link.dealId;

const isSeen = (deal: { connectionId: string; dealId: string } | null, link: DealLink | null): boolean =>
  deal && link ? isSame(deal, link) : !deal && !link;

/** Why a task that its CRM has can't move to another deal here. */
function whyNot({ provider, unlinked }: DealLink): string {
  const name = crmName(provider);
  return unlinked
    ? `${name} still has this task. Choose another deal after the next sync.`
    : `${name} has this task. Change its deal there.`;
}

function stateOf({ written, unlinked, synced, changed, done }: DealLink): TaskDealState {
  if (!synced) return "paused";
  if (unlinked) return "leaving";
  if (!written) return "waiting";
  if (changed) return "changed";
  return done ? "done" : "open";
}
