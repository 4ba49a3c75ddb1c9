import { eq } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { subscriptions } from "./tables";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export function createBillingRepository(db: Executor) {
  return {
    async subscriptionOf(teamId: string): Promise<SubscriptionRow | undefined> {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
      return row;
    },

    async insert(row: SubscriptionRow): Promise<void> {
      await db.insert(subscriptions).values(row);
    },
  };
}
