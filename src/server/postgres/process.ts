import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** One running process. `started` tells it from a later process that was given the same number. */
export type ProcessInfo = { pid: number; started: string; name: string };

/**
 * Looks a process up.
 *
 * @returns undefined when there is none, also when it has ended and only waits for its parent (a zombie).
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
  // The name stands in brackets and may itself hold brackets and spaces. Source: man 5 proc, fields 3 and 22.
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

/** A name for a file that belongs to this process. No two are the same, nor does any other process make the same. */
export function uniqueMark(): string {
  return `${process.pid}-${findProcess(process.pid)?.started ?? "0"}-${randomBytes(4).toString("hex")}`;
}

/** Whether the process that made this mark (see `uniqueMark`) still runs. */
export function makerRuns(mark: string): boolean {
  const [pid = "", started = ""] = mark.split("-");
  return findProcess(Number(pid))?.started === started;
}

/**
 * The processes that use one thing, as a folder with an empty file for each.
 *
 * Marks of processes that died without leaving count for nothing and are swept away.
 */
export function createUserList(folder: string) {
  const mark = uniqueMark();
  return {
    /** Enters this caller. */
    join() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, mark), "");
    },
    /**
     * Takes this caller out.
     *
     * @returns how many others are left. Of callers that leave at the same moment at least one is told 0.
     */
    leave(): number {
      rmSync(join(folder, mark), { force: true });
      const others = readdirSync(folder);
      for (const other of others) if (!makerRuns(other)) rmSync(join(folder, other), { force: true });
      return others.filter(makerRuns).length;
    },
  };
}
