import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { queuesFor } from "../../src/app/queues";
import { migrateDatabase, openDatabase } from "../../src/server/database";
import { openJobs } from "../../src/server/jobs";
import { listenToDatabase } from "../../src/server/notifications";
import { type Postgres, startPostgres } from "../../src/server/postgres/postgres";
import { templateDatabase, withDatabase } from "./databases";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the test run's PostgreSQL. */
    postgresUrl: string;
  }
}

/** Linux keeps files of this folder in memory. Creating a database there takes a tenth of the time. */
const memory = "/dev/shm";
/** The databases of a whole run take about 1.5 GB. */
const needed = 3 * 2 ** 30;

/**
 * One embedded PostgreSQL for the whole run, without fsync, with a migrated template database for test files
 * to copy. Its job queues exist too, because creating them takes longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, dataDir } = await startInMemory().catch(() => startIn(tmpdir()));
  await createTemplate(postgres.url);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** @throws Error if there is no such folder, too little room, or programs may not be run there. */
async function startInMemory() {
  if (!existsSync(memory)) throw new Error(`there is no ${memory}`);
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < needed) throw new Error(`too little room in ${memory}`);
  return startIn(memory);
}

async function startIn(folder: string): Promise<{ postgres: Postgres; dataDir: string }> {
  const dataDir = mkdtempSync(join(folder, "zippy-test-"));
  chmodSync(dataDir, 0o755); // as root, the database's unprivileged account passes through
  try {
    const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    return { postgres: await startPostgres({ dataDir, log: () => undefined, settings }), dataDir };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
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
