import type { SandboxInvoiceRow, SandboxRow } from "./sandbox-repository";

type Due = Pick<SandboxInvoiceRow, "status" | "createdAt">;

/**
 * Applies a subscription's dates up to now: the trial ends, periods renew, a cancellation takes effect.
 *
 * @returns the row as it is now, and the invoices that were due on the way.
 */
export function advance(row: SandboxRow, now: Date): { row: SandboxRow; invoices: Due[] } {
  let current = row;
  const invoices: Due[] = [];
  while (isOver(current, now)) {
    const end = current.periodEndsAt as Date;
    if (current.cancelsAtPeriodEnd || current.payment === null)
      current = { ...current, status: "ended", endedAt: end };
    else if (current.payment === "declined_at_renewal") {
      invoices.push({ status: "open", createdAt: end });
      current = { ...current, status: "past_due" };
    } else {
      invoices.push({ status: "paid", createdAt: end });
      current = { ...current, status: "active", periodEndsAt: nextMonth(end) };
    }
  }
  return { row: current, invoices };
}

function isOver({ status, periodEndsAt }: SandboxRow, now: Date): boolean {
  return (status === "trialing" || status === "active") && periodEndsAt !== null && periodEndsAt <= now;
}

/** The same day of the next month (UTC), or its last day if it has no such day. */
export function nextMonth(date: Date): Date {
  const next = new Date(date);
  next.setUTCMonth(date.getUTCMonth() + 1);
  if (next.getUTCDate() !== date.getUTCDate()) next.setUTCDate(0);
  return next;
}
