import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Gives processes a part of a core each, so that cores are free for more of them even where there are few. */
export interface ProcessorShares {
  /**
   * Limits a process to a share, and gives it priority over other programs of the machine.
   *
   * @param share - of one core, for all threads of the process together, such as 0.1.
   */
  limit(pid: number, share: number): void;
  /** Gives processes, and those that they start, priority over other programs, without a limit. */
  favor(pids: number[]): void;
  /** Takes all limits away. */
  close(): void;
}

/** How often a share is handed out (microseconds). Linux gives no less than a thousandth of a second at a time. */
const period = 20_000;

/**
 * @param root - where Linux has its control groups, of either version.
 * @returns undefined where this user can't make any, as in most containers and outside of Linux.
 */
export function openProcessorShares(root = "/sys/fs/cgroup"): ProcessorShares | undefined {
  const parent = existsSync(join(root, "cgroup.controllers")) ? root : join(root, "cpu");
  const groups: string[] = [];
  const close = () => {
    for (const group of groups.splice(0)) {
      // A group with processes can't be removed.
      for (const pid of lines(join(group, "cgroup.procs"))) tryTo(() => append(parent, pid));
      tryTo(() => rmdirSync(group));
    }
  };
  const open = (name: string, pids: number[]) => {
    const group = join(parent, `zippy-bench-${name}`);
    // One of a bench that was killed may still be there.
    if (!existsSync(group)) mkdirSync(group);
    groups.push(group);
    if (parent === root) writeFileSync(join(group, "cpu.weight"), "1000");
    else writeFileSync(join(group, "cpu.shares"), "10240");
    for (const pid of pids) tryTo(() => append(group, String(pid)));
    return group;
  };
  const limit = (pid: number, share: number) => {
    const group = open(String(pid), []);
    const quota = String(Math.round(share * period));
    if (parent === root) writeFileSync(join(group, "cpu.max"), `${quota} ${period}`);
    else {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(period));
      writeFileSync(join(group, "cpu.cfs_quota_us"), quota);
    }
    append(group, String(pid));
  };
  const favor = (pids: number[]) => void open("rest", pids);
  try {
    if (parent === root) writeFileSync(join(root, "cgroup.subtree_control"), "+cpu");
    // As a try: this process gets no less than it had.
    limit(process.pid, 100);
  } catch {
    return undefined;
  } finally {
    close();
  }
  return { limit, favor, close };
}

const append = (group: string, pid: string) => writeFileSync(join(group, "cgroup.procs"), pid);

function lines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** A process may have ended by itself. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing is left to do.
  }
}
