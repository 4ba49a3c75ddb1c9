import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../../src/server/database";
import { startPostgres } from "../../src/server/postgres/postgres";
import { templateDatabase, withDatabase } from "./databases";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the test run's PostgreSQL. */
    postgresUrl: string;
  }
}

/**
 * One embedded PostgreSQL for the whole run, without fsync, with a migrated template database for test files
 * to copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-test-"));
  chmodSync(dataDir, 0o755); // as root, the database's unprivileged account passes through
  const postgres = await startPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const template = await withDatabase(postgres.url, templateDatabase);
  await migrateDatabase(template);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
