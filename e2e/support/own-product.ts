import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { atEnd } from "../../test/support/at-end";
import { templateDatabase, withDatabase } from "../../test/support/databases";
import { type ServerProcess, startServerProcess } from "../../test/support/server-process";

/** The stored data of a product, which can be started on it again. */
export interface ProductData {
  dataDir: string;
  databaseUrl: string;
}

/** An empty folder and a migrated database, copied on the run's PostgreSQL. */
export async function newProductData(postgresUrl: string): Promise<ProductData> {
  const name = `product_${randomUUID().replaceAll("-", "")}`;
  return {
    databaseUrl: await withDatabase(postgresUrl, name, templateDatabase),
    dataDir: mkdtempSync(join(tmpdir(), "zippy-product-")),
  };
}

/** Starts the built product on its data. */
export function startOn(
  { dataDir, databaseUrl }: ProductData,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  return startServerProcess(dataDir, { DATABASE_URL: databaseUrl, ...settings });
}

/** A built product with its own settings, for one test file. */
export async function startOwnProduct(
  settings: Record<string, string>,
): Promise<ServerProcess & { data: ProductData }> {
  const data = await newProductData(inject("postgresUrl"));
  const server = await startOn(data, settings);
  atEnd(async () => {
    await server.kill("SIGTERM");
    rmSync(data.dataDir, { recursive: true, force: true });
  });
  return { ...server, data };
}
