// node scripts/run.mjs FILE.ts [arguments]: runs a TypeScript file of this repository in this process.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { endWithNpm, ensureBuilt, ensureInstalled, root } from "./setup.mjs";

const [, , name, ...args] = process.argv;
const file = name && resolve(root, name);
if (!file || !existsSync(file)) {
  console.error(
    name
      ? `There is no file ${name}.`
      : "Name the TypeScript file to run: node scripts/run.mjs FILE.ts [arguments]",
  );
  process.exit(2);
}

ensureInstalled();
// Benches and pictures are of the built product; an old build would answer for code that is gone.
if (/^(bench|e2e)\/[^/]+$/.test(name)) ensureBuilt();
endWithNpm();
const { register } = await import("tsx/esm/api");
register();
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
