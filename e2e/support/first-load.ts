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
}

/** The built files that the workspace loads before its first view: those in index.html and their imports. */
export function firstLoadFiles(): string[] {
  const manifest = JSON.parse(readFileSync(join(web, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit("index.html");
  // / loads the workspace with the matrix by name (vite-chunks.ts).
  for (const key of Object.keys(manifest)) if (/^_workspace-.*\.js$/.test(key)) visit(key);
  return [...files];
}

/** The text of a built file. */
export const contentOf = (file: string): string => readFileSync(join(web, file), "utf8");

/** The size of built files (KB, gzip). */
export function gzippedSize(files: string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(web, file)), { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1024;
}
