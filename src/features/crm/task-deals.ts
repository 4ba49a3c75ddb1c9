import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { lockSynced } from "../tasks/synced-tasks";
import { requireTeam } from "../teams/require-team";
import type { CrmDealView, TaskDeal } from "./contract";
import { crmName } from "./crm-facts";
import { createDealRepository } from "./records/deal-repository";
import { createLinkRepository } from "./tasks/link-repository";

/** Most deals to choose from at once. */
const mostChoices = 20;

/** Which deal a task belongs to. */
export function createTaskDeals(db: Executor) {
  async function dealOf(executor: Executor, teamId: string, taskId: string): Promise<TaskDeal> {
    const deals = createDealRepository(executor, teamId);
    const link = await deals.linkOf(taskId);
    const deal = link?.dealId ? await deals.find(link.connectionId, link.dealId) : undefined;
    return { deal: deal ?? null, provider: link?.provider ?? null, written: link?.written ?? false };
  }

  return {
    /** Open deals to choose from. */
    async list(actor: Actor, teamId: string, text: string): Promise<CrmDealView[]> {
      requireTeam(actor, teamId);
      return createDealRepository(db, teamId).search(text, mostChoices);
    },

    async ofTask(actor: Actor, teamId: string, taskId: string): Promise<TaskDeal> {
      requireTeam(actor, teamId);
      return dealOf(db, teamId, taskId);
    },

    /**
     * Links a task to a deal, or to none. The next sync writes it into the CRM.
     *
     * @throws AppError `conflict` once the CRM has the task, because it decides then.
     */
    async setOfTask(
      actor: Actor,
      teamId: string,
      taskId: string,
      chosen: { connectionId: string; dealId: string } | null,
    ): Promise<TaskDeal> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const task = await lockSynced(tx, teamId, taskId);
        if (!task || task.deletedAt) throw new AppError("not_found", "Task not found.");
        const deals = createDealRepository(tx, teamId);
        const current = await deals.linkOf(taskId);
        if (current?.written)
          throw new AppError(
            "conflict",
            `${crmName(current.provider)} has this task. Change its deal there.`,
          );
        if (current) await createLinkRepository(tx, { teamId, id: current.connectionId }).remove(taskId);
        if (chosen) {
          const deal = await deals.find(chosen.connectionId, chosen.dealId);
          if (!deal) throw new AppError("not_found", "This deal doesn't exist any more.");
          await createLinkRepository(tx, { teamId, id: chosen.connectionId }).insert({
            ...{ taskId, origin: "zippy", dealId: chosen.dealId },
          });
        }
        await publish(tx, { type: "crm_updated", teamId, id: taskId });
        return dealOf(tx, teamId, taskId);
      });
    },
  };
}
