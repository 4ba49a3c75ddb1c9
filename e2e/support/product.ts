import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startServerProcess } from "../../test/support/server-process";
import { findChromium } from "./chromium";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the running product. */
    productUrl: string;
  }
}

/** One built product for all journeys; each signs in its own person with their own team. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unpacked before anybody starts it: two test files at once would start one that is still being written.
  await findChromium();
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-e2e-"));
  chmodSync(dataDir, 0o755);
  const server = await startServerProcess(dataDir);
  project.provide("productUrl", server.url);
  return async () => {
    await server.kill("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  };
}
