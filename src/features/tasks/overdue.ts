import { hour } from "../../shared/durations";

/**
 * The one rule for what is overdue, on cards, in lists and in answers. Source: specification, section 9: under 1 hour.
 *
 * @param now - milliseconds since the epoch.
 * @returns open tasks that are due before this are overdue.
 */
export const overdueBefore = (now: number): Date => new Date(now + hour);

/** Whether an open task is overdue. @param dueDate - ISO 8601; null for none. */
export const isOverdue = (dueDate: string | null, now: number): boolean =>
  dueDate !== null && Date.parse(dueDate) < overdueBefore(now).getTime();
