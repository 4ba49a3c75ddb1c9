import { minute } from "../../../shared/durations";
import { lockSynced } from "../../tasks/synced-tasks";
import { CrmFailure, type CrmTaskFields } from "../crms/crm";
import { createCrmRepository } from "../repository";
import { requireClaim } from "../sync/claim";
import type { KindSync } from "../sync/sync-kind";
import { createLinkRepository, type TaskLink } from "./link-repository";
import { changedFields } from "./merge-task";
import { removeLinked } from "./store-tasks";
import { toCrmFields } from "./task-fields";
import { withMark } from "./task-mark";

/**
 * How long a task that was possibly created may take to appear in the CRM's lists (milliseconds). Only then is it
 * created again.
 */
const appearsWithin = minute;

/**
 * Writes what has changed in Zippy into the CRM, after everything that changed there was read.
 *
 * @returns how many tasks were written.
 */
export async function writeTasks(sync: KindSync): Promise<number> {
  const began = Date.now();
  let written = 0;
  for (const link of await createLinkRepository(sync.db, sync.row).changed()) {
    sync.signal.throwIfAborted();
    if (!(await write(sync, link, began))) continue;
    written++;
    sync.giveWay();
  }
  return written;
}

async function write(sync: KindSync, link: TaskLink, began: number): Promise<boolean> {
  const { db, row, dueByDay } = sync;
  const task = await db.transaction((tx) => lockSynced(tx, row.teamId, link.taskId));
  if (!task) return false;
  const taskVersion = task.updatedAt;
  if (task.deletedAt || link.unlinkedAt) return remove(sync, link, taskVersion, began);
  const fields = toCrmFields(task);
  if (link.externalId === null) return create(sync, link, fields, taskVersion, began);
  const changes = link.base ? changedFields(fields, link.base, dueByDay) : fields;
  if (Object.keys(changes).length === 0) {
    await note(sync, link, { taskVersion });
    return false;
  }
  const gone = await isGone(() => sync.session.updateTask(link.externalId as string, marked(link, changes)));
  if (gone) await endLink(sync, link);
  else await note(sync, link, { base: fields, taskVersion });
  return true;
}

const marked = <Fields extends Partial<CrmTaskFields>>(
  { origin, taskId }: TaskLink,
  fields: Fields,
): Fields =>
  origin === "zippy" && fields.description !== undefined
    ? { ...fields, description: withMark(fields.description, taskId) }
    : fields;

/** Notes the attempt before it begins, because a cut may leave the task in the CRM and its id unknown. */
async function create(
  sync: KindSync,
  link: TaskLink,
  fields: CrmTaskFields,
  taskVersion: Date,
  began: number,
): Promise<boolean> {
  if (mayAppear(link, began)) return false;
  const current = await beginCreating(sync, link);
  if (!current) return false;
  const { dealId, contactId } = current;
  const externalId = await sync.session.createTask({ ...marked(link, fields), dealId, contactId });
  await note(sync, link, { externalId, creatingSince: null, base: fields, taskVersion });
  return true;
}

/** Notes the attempt. @returns the link as it is now; undefined if somebody has just unlinked the task. */
function beginCreating({ db, row }: KindSync, { taskId }: TaskLink): Promise<TaskLink | undefined> {
  return db.transaction(async (tx) => {
    await requireClaim(tx, row);
    const links = createLinkRepository(tx, row);
    const current = await links.lock(taskId);
    if (!current || current.unlinkedAt) return undefined;
    await links.update(taskId, { creatingSince: new Date() });
    return current;
  });
}

/**
 * A task that Zippy has made goes from the CRM too, once it is deleted or belongs to no deal any more. One that came
 * from the CRM stays there: somebody else may need it.
 */
async function remove(sync: KindSync, link: TaskLink, taskVersion: Date, began: number): Promise<boolean> {
  if (link.origin === "crm") {
    await note(sync, link, { taskVersion });
    return false;
  }
  // The CRM may still list it. A later sync deletes it then.
  if (link.externalId === null && mayAppear(link, began)) return false;
  if (link.externalId !== null) await isGone(() => sync.session.deleteTask(link.externalId as string));
  await sync.db.transaction(async (tx) => {
    await requireClaim(tx, sync.row);
    const links = createLinkRepository(tx, sync.row);
    const current = await links.lock(link.taskId);
    // Somebody linked it again in the meantime, so the next writing creates it again.
    if (current && link.unlinkedAt && !current.unlinkedAt) await links.update(link.taskId, unwritten);
    else await links.remove(link.taskId);
  });
  return link.externalId !== null;
}

const unwritten = { externalId: null, creatingSince: null, base: null, taskVersion: null } as const;

/** Whether an attempt to create the task is too recent to know if the CRM has it. */
const mayAppear = ({ creatingSince }: TaskLink, now: number): boolean =>
  creatingSince !== null && creatingSince.getTime() > now - appearsWithin;

/** True if the record doesn't exist any more. */
async function isGone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof CrmFailure && error.kind === "record_gone") return true;
    throw error;
  }
}

async function note({ db, row }: KindSync, { taskId }: TaskLink, change: Partial<TaskLink>): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await requireClaim(tx, row);
    await createLinkRepository(tx, row).update(taskId, {
      ...change,
      ...(change.externalId && { pass: current.cursors.tasks?.pass ?? 1 }),
    });
    await createCrmRepository(tx).update(row.teamId, row.id, { progress: { kind: "tasks", done: 0 } });
  });
}

async function endLink({ db, row }: KindSync, link: TaskLink): Promise<void> {
  await db.transaction(async (tx) => {
    await requireClaim(tx, row);
    await removeLinked(tx, row, link);
  });
}
