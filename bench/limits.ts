import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { paymentSettings } from "../src/features/billing/payment/settings";
import { createBillingService } from "../src/features/billing/service";
import { type IngestJobs, ingest } from "../src/features/inbox/ingest";
import { accountOf } from "../src/features/inbox/storing/account-messages";
import { openDatabase } from "../src/server/database";
import { median, report, times } from "./measure";
import type { Product } from "./product";

const runs = 400;
const never = async () => undefined;
const noJobs: IngestJobs = { send: never, sendAll: never, has: () => false };

/**
 * What counting a message towards its plan adds to storing it: the time of the check inside the ingest. The difference
 * between ingests with and without it says the same, but varies with everything else that they do.
 */
export async function measureLimitCheck({ databaseUrl, person: { teamId } }: Product): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, () => undefined);
  const billing = createBillingService({
    db,
    settings: paymentSettings({}),
    jobs: noJobs,
    audit: never,
    countIntegrations: async () => 0,
    teamsWithIntegrations: async () => [],
    onPlanChanged: never,
  });
  // No message is over the limit: that is the usual case, and each run measures the same.
  await db.execute(sql`update subscriptions set tier = 'enterprise' where team_id = ${teamId}`);
  const source = {
    teamId,
    accountId: await accountOf(db, teamId, "slack", "bench"),
    channel: "slack",
    importId: null,
    visibleTo: null,
  };
  const timed = async (jobs: IngestJobs): Promise<number> => {
    const began = performance.now();
    await db.transaction((tx) => ingest(tx, jobs, source, { messages: [message()] }));
    return performance.now() - began;
  };
  const [plain, differences, checks]: [number[], number[], number[]] = [[], [], []];
  const metered: IngestJobs = {
    ...noJobs,
    meter: {
      async countMessages(...given) {
        const began = performance.now();
        const over = await billing.countMessages(...given);
        checks.push(performance.now() - began);
        return over;
      },
    },
  };
  await times(runs, async (run) => {
    // Each goes first in half of the pairs, so that being second helps neither.
    const firstPlain = run % 2 === 0 ? await timed(noJobs) : undefined;
    const counted = await timed(metered);
    const without = firstPlain ?? (await timed(noJobs));
    if (run < 0) return;
    plain.push(without);
    differences.push(counted - without);
  });
  await close();
  const added = median(checks.slice(-runs));
  report({
    measure: `limit check in the ingest of one message (${median(plain).toFixed(2)} ms without it; median difference of pairs with and without ${median(differences).toFixed(2)} ms)`,
    value: added,
    unit: "ms",
    goal: "≤ 0.3 ms",
    met: added <= 0.3,
  });
}

const message = () => ({
  externalId: randomUUID(),
  threadKey: null,
  sender: "Jonas Weber",
  senderAddress: "jonas@example.org",
  to: ["ana@example.com"],
  cc: [],
  subject: "Quote",
  content: "Please send me the revised quote by Friday.",
  attachments: [],
  sentAt: new Date(),
  bulk: false,
  fromOwner: false,
  problem: null,
});
