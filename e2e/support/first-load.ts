import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { projectRoot } from "../../src/server/project-root";

/** The most that the workspace may load before its first view (KB of JS and CSS, gzip). */
export const firstLoadLimit = 190;

const web = join(projectRoot, "dist/web");

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  isDynamicEntry?: boolean;
}

type Manifest = Record<string, Chunk>;

const readManifest = (): Manifest => JSON.parse(readFileSync(join(web, ".vite/manifest.json"), "utf8"));

/** The files of parts and of everything that they import. */
function filesOf(manifest: Manifest, parts: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const part of parts) visit(part);
  return files;
}

/** The parts that the workspace loads before its first view. */
function firstParts(manifest: Manifest): string[] {
  // / loads the workspace with the matrix by name (vite-chunks.ts).
  return ["index.html", ...Object.keys(manifest).filter((key) => /^_workspace-.*\.js$/.test(key))];
}

/** The built files that the workspace loads before its first view: those in index.html and their imports. */
export function firstLoadFiles(): string[] {
  const manifest = readManifest();
  return [...filesOf(manifest, firstParts(manifest))];
}

/** How many files each screen, section and dialog loads besides those of the first load, by its path. */
export function laterFileCounts(): Record<string, number> {
  const manifest = readManifest();
  const first = filesOf(manifest, firstParts(manifest));
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
  return Object.fromEntries(
    parts.map((part) => [part, [...filesOf(manifest, [part])].filter((file) => !first.has(file)).length]),
  );
}

/** The text of a built file. */
export const contentOf = (file: string): string => readFileSync(join(web, file), "utf8");

/** The size of built files (KB, gzip). */
export function gzippedSize(files: string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(web, file)), { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1024;
}
