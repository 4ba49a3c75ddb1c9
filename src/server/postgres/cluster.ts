import { execFile } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { PostgresError } from "./postgres-error";
import { makerRuns, uniqueMark } from "./process";

const majorVersion = "18";
/** "nobody". PostgreSQL refuses to run as root. */
const unprivileged = { uid: 65534, gid: 65534 };

/** The user and group PostgreSQL runs as; empty if it's the server's own. */
export type Account = { uid: number; gid: number } | Record<string, never>;

/** A PostgreSQL data folder that is ready to start. */
export type Cluster = {
  folder: string;
  account: Account;
  /** The password of a database role. Each role has its own, so the application's doesn't open any other. */
  password(role: string): string;
};

/**
 * Makes sure that the data folder exists and is usable before anything is written to it.
 *
 * @returns the account the database has to run as.
 * @throws PostgresError if the folder isn't writable, if that account can't access it, or if it contains
 * something else or a database of another version.
 */
export function prepareDataDir(dataDir: string): Account {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      if (process.getuid?.() === 0) chmodSync(dataDir, 0o711); // The database's account must be able to enter this folder.
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new PostgresError(
      `Can't write to the data folder ${dataDir} (${code}). Choose another with DATA_DIR.`,
      {
        cause,
      },
    );
  }
  const folder = clusterFolder(dataDir);
  const account = accountFor(folder);
  if (account.uid !== undefined) checkPassage(dataDir, account.uid);
  if (!isEmpty(folder)) checkVersion(folder);
  sweepDrafts(dataDir);
  return account;
}

const clusterFolder = (dataDir: string) => join(dataDir, "postgres");

/** Whether there is a database in the data folder. */
export const hasDatabase = (dataDir: string): boolean => !isEmpty(clusterFolder(dataDir));

/** Deletes drafts of starts that were killed. */
function sweepDrafts(dataDir: string) {
  for (const entry of readdirSync(dataDir)) {
    const [, maker] = entry.match(/^postgres-(?:init|copy|secret)\.(\d+-\d+-\w+)$/) ?? [];
    if (maker && !makerRuns(maker)) rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
}

/**
 * Opens the PostgreSQL data folder `postgres` in `dataDir`. Creates it the first time.
 *
 * Never replaces a folder that has anything in it.
 *
 * @param programs - folder with bin/initdb.
 * @param durable - false skips waiting for the disk; for tests.
 * @throws PostgresError if it can't be created, or if its password is lost.
 */
export async function openCluster(
  dataDir: string,
  account: Account,
  programs: string,
  durable: boolean,
): Promise<Cluster> {
  const folder = clusterFolder(dataDir);
  const secretFile = `${folder}.secret`;
  if (isEmpty(folder))
    await initialize({ folder, programs, account, secret: ensureSecret(secretFile), durable });
  const secret = readSecret(secretFile, folder);
  return { folder, account, password: (role) => derive(secret, role) };
}

const derive = (secret: string, role: string) => createHmac("sha256", secret).update(role).digest("hex");

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

function checkVersion(folder: string) {
  const file = join(folder, "PG_VERSION");
  if (!existsSync(file)) {
    throw new PostgresError(
      `${folder} contains files but no PostgreSQL database, so Zippy didn't change it. Move it away or choose another DATA_DIR.`,
    );
  }
  const version = readFileSync(file, "utf8").trim();
  if (version !== majorVersion) {
    throw new PostgresError(
      `${folder} was created by PostgreSQL ${version}, but this Zippy includes PostgreSQL ${majorVersion}. Nothing was changed. ` +
        "With the Zippy version that created it, run npm run backup; then restore that file with this version into another folder: DATA_DIR=/another/folder npm run restore -- FILE.",
    );
  }
}

/** As root, the database runs as the folder's owner or as nobody. Otherwise it runs as the current user. */
function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return {};
  if (isEmpty(folder)) return unprivileged;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? unprivileged : { uid, gid };
}

function checkPassage(dataDir: string, uid: number) {
  for (let folder = dataDir; ; folder = dirname(folder)) {
    const stat = statSync(folder);
    const allowed = stat.uid === uid ? stat.mode & 0o100 : stat.mode & 0o001;
    if (!allowed) {
      throw new PostgresError(
        `When you start Zippy as root, the database runs as user ${uid}, who can't access ${folder}. ` +
          `Allow it (chmod o+x ${folder}) or choose another data folder with DATA_DIR.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
}

/** Two first starts at once agree on one secret, because a link never replaces a file. */
function ensureSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = join(dirname(file), `postgres-secret.${uniqueMark()}`);
    writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}

function readSecret(file: string, folder: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new PostgresError(
      `The password for the database in ${folder} is missing: can't read ${file}. Restore the file from your backup.`,
      { cause },
    );
  }
}

type Draft = { folder: string; programs: string; account: Account; secret: string; durable: boolean };

/**
 * Creates the database in a draft folder and renames it. A killed start leaves no partial database, and of
 * two starts at once, one wins.
 */
async function initialize({ folder, programs, account, secret, durable }: Draft) {
  const draft = join(dirname(folder), `postgres-init.${uniqueMark()}`);
  const passwordFile = join(draft, "password");
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, derive(secret, "postgres"), { mode: 0o600 });
  if (account.uid !== undefined)
    for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);

  const options = ["-E", "UTF8", "--locale=C", "-A", "scram-sha-256", "-U", "postgres", "--no-instructions"];
  const where = ["-D", join(draft, "data"), `--pwfile=${passwordFile}`];
  try {
    await promisify(execFile)(
      join(programs, "bin/initdb"),
      [...options, ...where, ...(durable ? [] : ["--no-sync"])],
      { ...account, cwd: draft, env: {} },
    );
    moveIntoPosition(join(draft, "data"), folder);
  } catch (cause) {
    if (isEmpty(folder))
      throw new PostgresError(`The database couldn't be created: ${reason(cause)}`, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Fails if another start was first, because a rename only replaces an empty folder. */
function moveIntoPosition(from: string, to: string) {
  renameSync(from, to);
  const parent = openSync(dirname(to), "r");
  fsyncSync(parent);
  closeSync(parent);
}

function reason(cause: unknown): string {
  const { code, stderr, message } = cause as { code?: unknown; stderr?: string; message: string };
  if (code === "ENOENT" || code === "EACCES" || code === "EPERM") {
    return `The PostgreSQL programs don't run on this system (${code}). Set DATABASE_URL to your own PostgreSQL server.`;
  }
  const lines = (stderr ?? "")
    .split("\n")
    .filter((line) => line.includes("error:") || line.includes("FATAL"));
  return lines.join(" ") || message;
}
