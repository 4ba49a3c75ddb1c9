import { join } from "node:path";
import type { IdentityProvider } from "../features/auth/identity";
import { createAuthService } from "../features/auth/service";
import { createBillingService } from "../features/billing/service";
import { demoQueue } from "../features/demo/jobs";
import { createDemoService } from "../features/demo/service";
import { importQueue } from "../features/imports/jobs";
import { createImportRun } from "../features/imports/run";
import { createImportService } from "../features/imports/service";
import { analyseQueue } from "../features/inbox/queues";
import { revertImport, revertMessage } from "../features/inbox/revert";
import { createInboxService } from "../features/inbox/service";
import { createJournalService } from "../features/journal/service";
import { revertTask } from "../features/tasks/revert";
import { createTaskService } from "../features/tasks/service";
import { createTeamService } from "../features/teams/service";
import { openBlobs } from "../server/blobs";
import { migrateDatabase, openDatabase } from "../server/database";
import { openJobs } from "../server/jobs";
import { listenToDatabase } from "../server/notifications";
import { retentionQueue } from "./retention";

/** How long running jobs may take to finish at a stop; a longer one goes on at the next start (milliseconds). */
const jobGrace = 5000;

/** Everything the product does, opened on one database; the server and the import command share it. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Brings the schema up to date and opens what the product works with.
 *
 * @param log - told one line for what went wrong in the background.
 */
export async function openServices({
  databaseUrl,
  dataDir,
  identity,
  billingEnforced,
  log,
}: {
  databaseUrl: string;
  dataDir: string;
  identity: IdentityProvider;
  /** False: no plan's limits hold. */
  billingEnforced: boolean;
  log: (line: string) => void;
}) {
  await migrateDatabase(databaseUrl);
  const { db, pool, close } = openDatabase(databaseUrl, (error) =>
    log(`a database connection broke: ${error.message}`),
  );
  const notifications = await listenToDatabase(databaseUrl, log);
  const jobs = await openJobs(
    pool,
    notifications,
    [importQueue, analyseQueue, retentionQueue, demoQueue],
    (error) => log(`jobs: ${error.message}`),
  );
  const blobs = openBlobs(join(dataDir, "blobs"));

  const billing = createBillingService({ enforced: billingEnforced });
  const teams = createTeamService({ db, billing });
  const tasks = createTaskService({ db, teams, related: (teamId, task) => inbox.relatedTo(teamId, task) });
  const inbox = createInboxService({ db, tasks });
  const auth = createAuthService({ db, identity, teams });
  return {
    db,
    pool,
    notifications,
    jobs,
    blobs,
    teams,
    tasks,
    inbox,
    auth,
    demo: createDemoService({ db, auth, teams }),
    journal: createJournalService({
      db,
      reverts: { task: revertTask, message: revertMessage, import: revertImport },
    }),
    imports: createImportService({ db, blobs, jobs }),
    runImport: createImportRun({ db, pool, blobs, jobs }),
    /** Stops the jobs (a running one gets a few seconds), then lets go of the database. */
    async close(): Promise<void> {
      await jobs.stop(jobGrace);
      await notifications.close();
      await close();
    },
  };
}
