import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium";
import { newProductData, startOn } from "./own-product";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the running product. */
    productUrl: string;
    /** Address of its database, for what takes time, such as an hour of focus. */
    productDatabase: string;
  }
}

/**
 * One built product for all journeys, on the PostgreSQL that the previous setup started. Each journey signs in
 * its own person with their own team.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unpacked before anybody starts it: of two test files, one could start a browser that the other is still
  // unpacking.
  await findChromium();
  const data = await newProductData(project.getProvidedContext().postgresUrl);
  const server = await startOn(data);
  project.provide("productUrl", server.url);
  project.provide("productDatabase", data.databaseUrl);
  return async () => {
    await server.kill("SIGTERM");
    rmSync(data.dataDir, { recursive: true, force: true });
  };
}
