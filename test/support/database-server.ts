import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { queuesFor } from "../../src/app/queues";
import { migrateDatabase, openDatabase } from "../../src/server/database";
import { openJobs } from "../../src/server/jobs";
import { listenToDatabase } from "../../src/server/notifications";
import { startPostgres } from "../../src/server/postgres/postgres";
import { databaseFolder, templateDatabase, withDatabase } from "./databases";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the test run's PostgreSQL. */
    postgresUrl: string;
  }
}

/** The database needs no protection from a crash, and it lasts only for one run. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  // Checkpoints would only write what the end of the run deletes.
  max_wal_size: "1GB",
  checkpoint_timeout: "1d",
  shared_buffers: "128MB",
  // It would visit the database of every test file again and again.
  autovacuum: "off",
  // Thousands of connections prove that they know the password, which nobody tries to guess.
  scram_iterations: "1",
  // Two workers run several products each, with up to eleven connections apiece.
  max_connections: "200",
};

/**
 * One embedded PostgreSQL for the whole run, with a migrated template database for test files to copy. Its job
 * queues exist too, because creating them takes longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(databaseFolder(), "zippy-test-"));
  chmodSync(dataDir, 0o755); // As root, the database runs under an unprivileged account, which must be able to enter this folder.
  const postgres = await startPostgres({
    dataDir,
    log: () => undefined,
    settings,
  });
  await createTemplate(postgres.url);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function createTemplate(serverUrl: string): Promise<void> {
  const url = await withDatabase(serverUrl, templateDatabase);
  await migrateDatabase(url);
  const { pool, close } = openDatabase(url, () => undefined);
  const notifications = await listenToDatabase(url, () => undefined);
  const problems: Error[] = [];
  const jobs = await openJobs(pool, notifications, queuesFor(true), (error) => problems.push(error));
  await jobs.stop(1000);
  await notifications.close();
  await close();
  if (problems[0]) throw problems[0];
}
