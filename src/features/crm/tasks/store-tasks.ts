import type { Executor } from "../../../server/database";
import { insertSynced, lockSynced, removeSynced, updateSynced } from "../../tasks/synced-tasks";
import { crmName } from "../crm-facts";
import type { CrmTask, CrmTaskFields } from "../crms/crm";
import type { CrmConnectionRow } from "../repository";
import { createLinkRepository, type TaskLink } from "./link-repository";
import { fromCrm } from "./merge-task";
import { firstAxes, toCrmFields, toTaskChange } from "./task-fields";
import { splitMark } from "./task-mark";

/** How a page of a CRM's tasks is stored. */
export interface TaskPage {
  row: CrmConnectionRow;
  dueByDay: boolean;
  pass: number;
}

/** Stores a page of a CRM's tasks in Zippy's. Storing it again changes nothing. */
export async function storeTasks(tx: Executor, page: TaskPage, tasks: CrmTask[]): Promise<void> {
  const links = createLinkRepository(tx, page.row);
  const once = [...new Map(tasks.map((task) => [task.id, task])).values()];
  const known = await links.byExternalIds(once.map(({ id }) => id));
  for (const task of once) {
    const { description, taskId } = splitMark(task.description);
    const unmarked = { ...task, description };
    const link = known.get(task.id) ?? (taskId === null ? undefined : await links.ofTask(taskId));
    if (link) await follow(tx, page, link, unmarked);
    else if (!task.done && taskId === null) await add(tx, page, unmarked);
  }
}

/** Adds an open task. A task that was done before Zippy knew it isn't added. */
async function add(tx: Executor, { row, pass }: TaskPage, task: CrmTask): Promise<void> {
  const { title, description, dueDate } = task;
  const made = await insertSynced(tx, row.teamId, crmName(row.provider), {
    ...{ title, description, dueDate },
    ...firstAxes(task),
  });
  await createLinkRepository(tx, row).insert({
    ...{
      taskId: made.id,
      externalId: task.id,
      origin: "crm",
      dealId: task.dealId,
      contactId: task.contactId,
    },
    ...{ base: fieldsOf(task), taskVersion: made.updatedAt, pass },
  });
}

async function follow(tx: Executor, page: TaskPage, link: TaskLink, task: CrmTask): Promise<void> {
  const { row, dueByDay, pass } = page;
  // A second copy of a task that is linked already.
  if (link.externalId !== null && link.externalId !== task.id) return;
  const current = await lockSynced(tx, row.teamId, link.taskId);
  const links = createLinkRepository(tx, row);
  if (!current) return links.remove(link.taskId);
  const crm = fieldsOf(task);
  const found = {
    ...{ externalId: task.id, creatingSince: null, base: crm, pass },
    ...(task.dealId !== null && { dealId: task.dealId }),
    contactId: task.contactId,
  };
  // Deleted or unlinked in Zippy: the next writing decides what that means.
  if (current.deletedAt || link.unlinkedAt) return links.update(link.taskId, found);
  const zippy = { ...toCrmFields(current), updatedAt: current.updatedAt.toISOString() };
  const base = link.base ?? zippy;
  const change = fromCrm({ base, zippy, dueByDay, crm: { ...crm, updatedAt: task.updatedAt } });
  const stored = await updateSynced(
    tx,
    row.teamId,
    crmName(row.provider),
    current,
    toTaskChange(change, current),
  );
  // If Zippy's task hasn't changed since it was last written, it still hasn't.
  const untouched = link.taskVersion?.getTime() === current.updatedAt.getTime();
  await links.update(link.taskId, { ...found, ...(untouched && { taskVersion: stored.updatedAt }) });
}

/** Follows deletions in the CRM: a task that came from there goes; one of Zippy's own stays, on its own. */
export async function removeTasks(tx: Executor, { row }: TaskPage, ids: string[]): Promise<void> {
  const links = createLinkRepository(tx, row);
  for (const link of (await links.byExternalIds(ids)).values()) await removeLinked(tx, row, link);
}

/** The same for what a pass over all tasks didn't find. */
export async function removeUnfoundTasks(tx: Executor, { row, pass }: TaskPage): Promise<void> {
  for (const link of await createLinkRepository(tx, row).unfound(pass)) await removeLinked(tx, row, link);
}

/** Ends the link to a task that the CRM has deleted. */
export async function removeLinked(tx: Executor, row: CrmConnectionRow, link: TaskLink): Promise<void> {
  const current = await lockSynced(tx, row.teamId, link.taskId);
  if (link.origin === "crm" && current) await removeSynced(tx, row.teamId, crmName(row.provider), current);
  await createLinkRepository(tx, row).remove(link.taskId);
}

export const fieldsOf = ({ title, description, dueDate, done }: CrmTaskFields): CrmTaskFields => ({
  ...{ title, description, dueDate, done },
});
