import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../src/server/project-root";

/** Where npm keeps what it has downloaded on this machine. */
export const npmCache = process.env.npm_config_cache ?? join(homedir(), ".npm");

interface LockedPackage {
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/**
 * Whether npm can install the speech engine here without a network.
 *
 * @returns the first of its packages that npm would have to download; null if it has all of them.
 */
export function missingInNpmCache(): string | null {
  const lock = readFileSync(join(projectRoot, "speech", "package-lock.json"), "utf8");
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  for (const [path, { integrity, os, cpu, libc }] of Object.entries(packages)) {
    const fits =
      (os?.includes(process.platform) ?? true) &&
      (cpu?.includes(process.arch) ?? true) &&
      !libc?.includes("musl");
    if (integrity && fits && !existsSync(contentFile(integrity))) return `npm has no copy of ${path} here`;
  }
  return null;
}

/** The file of a package's content. Source: github.com/npm/cacache, lib/content/path.js */
function contentFile(integrity: string): string {
  const [algorithm = "", digest = ""] = integrity.split(/-(.*)/s);
  const hex = Buffer.from(digest, "base64").toString("hex");
  return join(npmCache, "_cacache", "content-v2", algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
}
