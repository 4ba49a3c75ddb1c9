import type { CrmTaskFields } from "../crms/crm";

/** What both sides have of a task, and when each last changed (ISO 8601). */
export interface BothSides {
  /** As the last sync left both. */
  base: CrmTaskFields;
  crm: CrmTaskFields & { updatedAt: string };
  zippy: CrmTaskFields & { updatedAt: string };
  /** Whether the CRM's tasks are due on a day. */
  dueByDay: boolean;
}

const names = ["title", "description", "dueDate", "done"] as const;

/** Whether a field means the same on both sides. */
function sameField(
  name: keyof CrmTaskFields,
  a: CrmTaskFields,
  b: CrmTaskFields,
  dueByDay: boolean,
): boolean {
  if (name !== "dueDate") return (a[name] || null) === (b[name] || null);
  if (a.dueDate === null || b.dueDate === null) return a.dueDate === b.dueDate;
  return a.dueDate.slice(0, dueByDay ? 10 : 16) === b.dueDate.slice(0, dueByDay ? 10 : 16);
}

/** The fields of a task that don't mean the same in the other. */
export const changedFields = (
  task: CrmTaskFields,
  other: CrmTaskFields,
  dueByDay: boolean,
): Partial<CrmTaskFields> =>
  Object.fromEntries(
    names.filter((name) => !sameField(name, task, other, dueByDay)).map((name) => [name, task[name]]),
  );

/**
 * What the CRM changes in Zippy (ADR 14): each field on its own. If only the CRM changed
 * it, the CRM's counts; if both did, the later; of two at the same time, the CRM's.
 */
export function fromCrm({ base, crm, zippy, dueByDay }: BothSides): Partial<CrmTaskFields> {
  const crmIsLater = crm.updatedAt >= zippy.updatedAt;
  const changed = names.filter((name) => {
    const byCrm = !sameField(name, crm, base, dueByDay);
    const byZippy = !sameField(name, zippy, base, dueByDay);
    return byCrm && !sameField(name, crm, zippy, dueByDay) && (!byZippy || crmIsLater);
  });
  return Object.fromEntries(changed.map((name) => [name, crm[name]])) as Partial<CrmTaskFields>;
}
