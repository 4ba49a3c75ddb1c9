// Finds out which file of the repository imports which.
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { dirname, extname, join } from "node:path/posix";
import { root } from "./setup.mjs";

/** Imports, re-exports and workers: every relative path that a file loads. */
const specifier =
  /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"'?]*)|\b(?:new URL|startScript|startChild)\(\s*["']([^"']*)["'],\s*import\.meta\.url/g;
const typesOnly = /^(?:import|export) type [^;]*;/gm;
const code = new Set([".ts", ".tsx", ".mjs"]);

/**
 * Reads the imports of files, transitively. Type imports don't count, because nothing is loaded.
 *
 * @param entries - paths from the repository root.
 * @returns for each reached file, the files it imports, as paths from the root. Packages are skipped.
 */
export function readImports(entries) {
  const graph = new Map();
  const waiting = [...entries];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (graph.has(path)) continue;
    const imported = code.has(extname(path)) ? importsOf(path) : [];
    graph.set(path, imported);
    waiting.push(...imported);
  }
  return graph;
}

function importsOf(path) {
  const text = readFileSync(resolve(root, path), "utf8").replace(typesOnly, "");
  const found = [...text.matchAll(specifier)].map(([, imported, url]) =>
    existing(join(dirname(path), imported ?? url)),
  );
  return [...new Set(found)].filter((file) => file !== undefined);
}

const existing = (path) =>
  [path, `${path}.ts`, `${path}.tsx`, path.replace(/\.js$/, ".ts")].find(
    (file) => existsSync(resolve(root, file)) && statSync(resolve(root, file)).isFile(),
  );

/**
 * The number of imports between a file and each file it reaches: 0 for itself, 1 for direct imports.
 *
 * @param throughFile - whether to follow a file's imports.
 */
export function distancesFrom(graph, file, throughFile = () => true) {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    if (!throughFile(path)) continue;
    for (const next of graph.get(path) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
}
