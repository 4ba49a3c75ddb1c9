import type { Executor } from "../../server/database";
import type { SendMail } from "../../server/mailer";
import { day } from "../../shared/durations";
import { entitlementOf, paidSubscription } from "./entitlement";
import { createBillingRepository, type SubscriptionRow } from "./repository";
import { deletedMail, type TeamOfMail, warningMail } from "./warning-mails";
import { createWarningRepository, type WarningRow } from "./warning-repository";

/** How long data is kept after a trial or a subscription (days). Source: specification, section 9. */
export const keptDays = 30;
/** When the owner is warned, before the deletion (days). */
const [firstWarning, lastWarning] = [14, 3];

export interface RetentionTools {
  db: Executor;
  /** Undefined: no mail can be sent, so nobody can be warned, and nothing is deleted. */
  sendMail: SendMail | undefined;
  /** The address of the product, for the links of mails. */
  publicUrl: string;
  /** Asks the payment provider for the team's subscription. */
  sync: (teamId: string) => Promise<unknown>;
  /** Deletes a team for good. @returns the number of removed rows by table; undefined if it was gone. */
  deleteTeam: (teamId: string) => Promise<{ removed: Record<string, number> } | undefined>;
}

/** What has been said about one end of a plan. */
type Warnings = Pick<WarningRow, "firstAt" | "lastAt"> | undefined;

/**
 * When a team's data is deleted: 30 days after the end, but not before each warning had its time.
 *
 * @returns null before the first warning was delivered.
 */
export function deletionDate(endedAt: Date, warnings: Warnings): Date | null {
  if (!warnings?.firstAt) return null;
  const times = [endedAt.getTime() + keptDays * day, warnings.firstAt.getTime() + firstWarning * day];
  if (warnings.lastAt) times.push(warnings.lastAt.getTime() + lastWarning * day);
  return new Date(Math.max(...times));
}

/**
 * Warns the owners of teams whose trial or subscription ended, 14 and 3 days before their data is deleted, and
 * deletes it after both warnings were delivered. A team that chose Free or pays again is left alone.
 *
 * @throws AggregateError with all failures, after every team was tried.
 */
export async function enforceRetention(tools: RetentionTools, now = new Date()): Promise<void> {
  const { db, sendMail } = tools;
  if (!sendMail) return;
  const failures: unknown[] = [];
  const since = new Date(now.getTime() - (keptDays - firstWarning) * day);
  for (const row of await createBillingRepository(db).endedBefore(since))
    await warnOrDelete({ ...tools, sendMail }, row, now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} teams couldn't be warned or deleted`);
}

async function warnOrDelete(
  tools: RetentionTools & { sendMail: SendMail },
  row: SubscriptionRow,
  now: Date,
): Promise<void> {
  const { db, sendMail, publicUrl } = tools;
  const { teamId } = row;
  const { endedAt } = entitlementOf(paidSubscription(row, "stripe", now), now);
  const owner = await createBillingRepository(db).customerOf(teamId);
  if (!endedAt || !owner) return;
  const records = createWarningRepository(db);
  const said = await records.find(teamId, endedAt);
  const team: TeamOfMail = { ...owner, publicUrl };
  const planned = deletionDate(endedAt, { firstAt: said?.firstAt ?? now, lastAt: null }) as Date;

  if (!said?.firstAt) {
    await sendMail(warningMail(team, planned));
    await records.save(teamId, endedAt, { firstAt: now });
  } else if (!said.lastAt) {
    if (now.getTime() < planned.getTime() - lastWarning * day) return;
    await sendMail(
      warningMail(team, new Date(Math.max(planned.getTime(), now.getTime() + lastWarning * day))),
    );
    await records.save(teamId, endedAt, { lastAt: now });
  } else if (now >= (deletionDate(endedAt, said) as Date)) await deleteNow(tools, row, team, now);
}

async function deleteNow(
  { db, sendMail, sync, deleteTeam }: RetentionTools & { sendMail: SendMail },
  { teamId, customerId }: SubscriptionRow,
  team: TeamOfMail,
  now: Date,
): Promise<void> {
  // They may have paid, and the report of it was lost.
  if (customerId) await sync(teamId);
  const current = await createBillingRepository(db).subscriptionOf(teamId);
  if (!current || entitlementOf(current, now).endedAt === null) return;
  const report = await deleteTeam(teamId);
  // It is deleted, whether or not the report arrives.
  if (report) await sendMail(deletedMail(team, report.removed)).catch(() => undefined);
}
