import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { isBuilt } from "../../../scripts/setup.mjs";
import { projectRoot } from "../../../src/server/project-root";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the folder with scripts that were built from exactly these sources; null: they have to be compiled. */
    builtScripts: string | null;
  }
}

/** Lets the tests start the built scripts of worker threads and processes: to compile one takes two seconds, each time. */
export default function setup(project: TestProject): void {
  project.provide("builtScripts", isBuilt() ? `${pathToFileURL(join(projectRoot, "dist"))}/` : null);
}
