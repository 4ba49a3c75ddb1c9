import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";

/**
 * Ends what is left of a database whose main process was killed. A query that computes doesn't notice that for as
 * long as it runs, and PostgreSQL doesn't start before. Their work is undone on recovery, as after any crash.
 *
 * @param folder - the database's data folder, which is the working directory of all its processes.
 */
export function endOrphans(folder: string): void {
  if (process.platform !== "linux") return;
  const own = realpathSync(folder);
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (pid && isBackend(pid, own) && !isPostmaster(parentOf(pid), own)) end(pid);
  }
}

const isBackend = (pid: number, folder: string): boolean =>
  commandOf(pid).startsWith("postgres: ") && workingDirectoryOf(pid) === folder;

const isPostmaster = (pid: number, folder: string): boolean =>
  workingDirectoryOf(pid) === folder && !commandOf(pid).startsWith("postgres: ");

const commandOf = (pid: number): string => orEmpty(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));

const workingDirectoryOf = (pid: number): string => orEmpty(() => readlinkSync(`/proc/${pid}/cwd`));

/** Source: man 5 proc, field 4 of stat; the name before it may contain spaces and parentheses. */
function parentOf(pid: number): number {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** A process may end at any moment, and those of other users can't be read. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** As the main process does after a crash of one of them. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // It has just ended.
  }
}
