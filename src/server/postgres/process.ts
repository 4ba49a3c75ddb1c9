import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A running process. `started` distinguishes it from a later process with the same id. */
export type ProcessInfo = { pid: number; started: string; name: string };

/**
 * Looks up a process by id.
 *
 * @returns undefined if there is none, or if it has ended and is only a zombie.
 */
export function findProcess(pid: number): ProcessInfo | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return process.platform === "linux" ? findInProc(pid) : findWithPs(pid);
}

function findInProc(pid: number): ProcessInfo | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name is in parentheses and may contain parentheses and spaces itself. Source: man 5 proc, fields 3
  // and 22.
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return { pid, started: fields[19] ?? "", name: stat.slice(stat.indexOf("(") + 1, end) };
}

function findWithPs(pid: number): ProcessInfo | undefined {
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=,comm=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    const parts = line.match(/^(\S+)\s+(\S+\s+\S+\s+\S+\s+[\d:]+\s+\d+)\s+(.+)$/);
    if (!parts || parts[1]?.startsWith("Z")) return undefined;
    return { pid, started: String(Date.parse(parts[2] ?? "")), name: basename(parts[3] ?? "") };
  } catch {
    return undefined;
  }
}

/** Returns a unique file name that identifies this process. */
export function uniqueMark(): string {
  return `${process.pid}-${findProcess(process.pid)?.started ?? "0"}-${randomBytes(4).toString("hex")}`;
}

/** True if the process that created this mark (see `uniqueMark`) is still running. */
export function makerRuns(mark: string): boolean {
  const [pid = "", started = ""] = mark.split("-");
  return findProcess(Number(pid))?.started === started;
}

/**
 * Tracks the processes that use a resource, as a folder with an empty file for each.
 *
 * Marks of processes that died without leaving are ignored and deleted.
 */
export function createUserList(folder: string) {
  const mark = uniqueMark();
  return {
    /** Registers this caller. */
    join() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, mark), "");
    },
    /**
     * Removes this caller.
     *
     * @returns the number of remaining users. If several leave at the same moment, at least one gets 0.
     */
    leave(): number {
      rmSync(join(folder, mark), { force: true });
      const others = readdirSync(folder);
      for (const other of others) if (!makerRuns(other)) rmSync(join(folder, other), { force: true });
      return others.filter(makerRuns).length;
    },
  };
}
